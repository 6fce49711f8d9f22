import { join } from 'node:path'
import * as v from 'valibot'
import type { RepairOutcome, RepairState } from '../../../src-preload/contract/repair.ts'
import { jsonFile, type Log } from '../../lib/index.ts'

const Stored = v.object({ bytesPerSecond: v.pipe(v.number(), v.minValue(1)) })

/** A repair shorter than this says little about the line. */
const TELLING_BYTES = 4 << 20

/** How fast the last repair went. */
export interface SpeedMemory {
  /** Null before the first telling repair. */
  bytesPerSecond(): Promise<number | null>
  note(state: RepairState, outcome: RepairOutcome | undefined): Promise<void>
}

/** Remembers how fast the last repair went, to tell how long the next one takes. */
export function openSpeedMemory(folder: string, log: Log['error']): SpeedMemory {
  const file = jsonFile(join(folder, 'repair-speed.json'), Stored, log)
  return {
    bytesPerSecond: async () => (await file.read())?.bytesPerSecond ?? null,
    async note({ progress }, outcome) {
      if (!outcome || outcome.stopped !== null || progress.bytesDone < TELLING_BYTES || outcome.seconds === 0) return
      const bytesPerSecond = Math.round(progress.bytesDone / outcome.seconds)
      await file.write({ bytesPerSecond })
    },
  }
}
