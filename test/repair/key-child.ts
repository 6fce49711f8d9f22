import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { sessionKey } from '../../src-main/mods/repair/session-key.ts'

/** Asks for the key of one new folder after the other, each at the same moment as the other threads. */
const { dir, threads, arrived } = workerData as { dir: string; threads: number; arrived: Int32Array }
const keys = Array.from(arrived, (_, at) => {
  Atomics.add(arrived, at, 1)
  while (Atomics.load(arrived, at) < threads);
  return Buffer.from(sessionKey(join(dir, String(at)))).toString('hex')
})
parentPort?.postMessage(keys)
