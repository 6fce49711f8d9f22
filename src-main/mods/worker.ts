/** The worker that checks mods (`methods.ts`). The hashing threads start while it loads. */
import { workerData } from 'node:worker_threads'
import { HashPool } from './hash/index.ts'

export interface ModsWorkerStart {
  /** The address of the built `hash-worker`, and its number of threads (default: one per core). Undefined if nothing is hashed. */
  hashing?: { worker: string; threads?: number }
}

const { hashing } = workerData as ModsWorkerStart
const pool = hashing && new HashPool(new URL(hashing.worker), hashing.threads)

const { serveMods } = await import('./methods.ts')
// Otherwise Electron treats a mod's *.asar file as a folder. This must come after the import, because the imported file itself may be in an
// .asar file.
Object.assign(process, { noAsar: true })
serveMods(pool)
