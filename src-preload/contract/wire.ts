import type { WireFailure } from './failure.ts'

export type Reply = { ok: true; value: unknown } | { ok: false; failure: WireFailure }

/** The transport that the preload exposes to the page: IPC in Electron, two functions in tests. */
export interface Wire {
  invoke(name: string, id: string, input: unknown): Promise<Reply>
  cancel(id: string): void
  /** Listens to one channel (a topic's name or a job's id). Returns the function that stops it. */
  subscribe(channel: string, listener: (payload: unknown) => void): () => void
}

/** The preload's object on `window.loadout`: the transport, and a function that passes a dropped or picked file to main. */
export interface Exposed extends Wire {
  /** The file's number for `Dropped`. */
  handOver(file: object): Promise<number>
}
