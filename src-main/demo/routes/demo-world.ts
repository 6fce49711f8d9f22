/** Where a game server is joined; the port after it answers queries. */
export interface ServerAddress {
  host: string
  port: number
}

/** What every family of routes is made from. */
export interface DemoWorld {
  seed: string
  /** Where game servers answer, by their id; the others have an address that leads nowhere. */
  addresses?: Readonly<Record<number, ServerAddress>>
}
