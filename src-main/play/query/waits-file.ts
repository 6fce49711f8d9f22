import * as v from 'valibot'
import { jsonFile } from '../../lib/index.ts'

const Wait = v.object({
  serverId: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** When the player asked for it, ms since 1970. */
  since: v.number(),
  /** The server was offline at some time of the wait: news is that it is back. */
  wasDown: v.boolean(),
})

/** A wait for a seat, or for a server to be back. */
export type Wait = v.InferOutput<typeof Wait>

/** Where waits rest while the app does not run. */
export interface KeptWaits {
  read(): Wait[]
  write(waits: readonly Wait[]): void
}

/** Who asked yesterday does not mean today's evening. */
const LONGEST_MS = 12 * 3_600_000
const MOST = 64

/** Keeps waits in a file; one that was asked for longer than twelve hours ago is not taken up again. `log` hears of a disk that refuses. */
export function openWaits(path: string, now: () => Date, log: (line: string, error: unknown) => void): KeptWaits {
  const file = jsonFile(path, v.array(Wait), log)
  return {
    read() {
      const time = now().getTime()
      const isOfToday = ({ since }: Wait) => since <= time && time - since < LONGEST_MS
      return (file.readNow() ?? []).filter(isOfToday).slice(0, MOST)
    },
    write: (waits) => void file.keep([...waits]),
  }
}
