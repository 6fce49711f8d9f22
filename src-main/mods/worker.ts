/** The worker that checks mods (`methods.ts`). The hashing threads start while it loads. */
import { workerData } from 'node:worker_threads'
import { HashPool } from './hash/index.ts'

/** What the thread is started with. */
export interface ModsWorkerStart {
  /** The built `hash-worker`, and how many of its threads, absent one per core; absent where nothing is hashed. */
  hashing?: { worker: string; threads?: number }
}

const { hashing } = workerData as ModsWorkerStart
const pool = hashing && new HashPool(new URL(hashing.worker), hashing.threads)

const { serveMods } = await import('./methods.ts')
// Electron takes a mod's file named *.asar for a folder otherwise; not before the import, which comes out of such a file
Object.assign(process, { noAsar: true })
serveMods(pool)
