import type { WireFailure } from './failure.ts'

export type Reply = { ok: true; value: unknown } | { ok: false; failure: WireFailure }

/** What the preload exposes to the page. Electron backs it with IPC; a test with two functions. */
export interface Wire {
  invoke(name: string, id: string, input: unknown): Promise<Reply>
  cancel(id: string): void
  /** Listens to one channel (a topic's name or a job's id); returns the way to stop. */
  subscribe(channel: string, listener: (payload: unknown) => void): () => void
}

/** The preload's object on `window.loadout`: the wire, and the way to hand main a file that the player dropped or picked. */
export interface Exposed extends Wire {
  /** The file's number for `Dropped`. */
  handOver(file: object): Promise<number>
}
