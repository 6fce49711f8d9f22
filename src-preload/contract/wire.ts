import * as v from 'valibot'
import type { WireFailure } from './failure.ts'

export type Reply = { ok: true; value: unknown } | { ok: false; failure: WireFailure }

/** What the preload exposes to the page. Electron backs it with IPC; a test with two functions. */
export interface Wire {
  invoke(name: string, id: string, input: unknown): Promise<Reply>
  cancel(id: string): void
  /** Listens to one channel (a topic's name or a job's id); returns the way to stop. */
  subscribe(channel: string, listener: (payload: unknown) => void): () => void
}

/** A file or folder of the player's, by the number that main gave it. The page never names one by its path. */
export const Dropped = v.strictObject({ file: v.pipe(v.number(), v.integer()) })

/** The preload's object on `window.loadout`: the wire, and the way to hand main a file that the player dropped or picked. */
export interface Exposed extends Wire {
  /** The file's number for `Dropped`. */
  handOver(file: object): Promise<number>
}
