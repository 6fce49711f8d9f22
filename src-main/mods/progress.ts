import type { CheckProgress } from '../../src-preload/contract/mods.ts'
import { createByteRate } from './byte-rate.ts'
import type { PauseGate } from './hash-files.ts'
import type { CheckPlan, FileToCheck } from './plan.ts'
import type { Pool } from './pool.ts'
import type { Tally } from './tally.ts'

interface Watched {
  tally: Tally
  gate: PauseGate
  plan: CheckPlan
  /** Those of the plan's files that are hashed now; the plain ones are in any case. */
  toHash: readonly FileToCheck[]
  filesTotal: number
}

const EVERY_MS = 100
/** A worker that gets nowhere for this long is given up: its disk does not answer. */
const STUCK_MS = 60_000

const sizes = (files: readonly FileToCheck[]): number =>
  files.reduce((bytes, { entry }) => bytes + (entry.size ?? 0), 0)
function sizesOf({ check, plain, sealed }: CheckPlan): number {
  let bytes = sizes(check) + plain.bytes
  for (let at = 0; at < sealed.count; at++) bytes += sealed.size(at)
  return bytes
}

/** Reports progress ten times a second and watches for workers that hang. Returns the way to stop, which reports once more. */
export function watchProgress(
  { pool, gameDir, onProgress }: { pool: Pool; gameDir: string; onProgress?: (progress: CheckProgress) => void },
  { tally, gate, plan, toHash, filesTotal }: Watched,
): () => void {
  const rate = createByteRate()
  const bytesTotal = sizesOf(plan)
  const bytesToHash = sizes(toHash) + plan.plain.bytes
  const bytesBefore = pool.bytes
  let sinceStuckCheck = 0
  const report = () => {
    const hashed = Math.min(pool.bytes - bytesBefore, bytesToHash)
    const currentFile = gate.paused ? undefined : pool.currentPath()?.slice(gameDir.length + 1)
    onProgress?.({
      filesDone: tally.filesDone,
      filesTotal,
      bytesDone: bytesTotal - bytesToHash + hashed,
      bytesTotal,
      currentFile,
      bytesPerSecond: gate.paused ? 0 : rate.tell(hashed, performance.now()),
    })
    sinceStuckCheck = gate.paused ? 0 : sinceStuckCheck + EVERY_MS
    if (sinceStuckCheck < STUCK_MS) return
    sinceStuckCheck = 0
    pool.giveUpStuck()
  }
  report()
  const timer = setInterval(report, EVERY_MS)
  return () => {
    clearInterval(timer)
    report()
  }
}
