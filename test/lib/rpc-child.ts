/** The worker that the tests of the worker RPC talk to. */
import { readFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { serveWorker } from '../../src-main/lib/index.ts'

const { startMs = 0 } = (workerData ?? {}) as { startMs?: number }
if (startMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, startMs)

serveWorker({
  add: ({ a, b }: { a: number; b: number }) => a + b,
  fail: () => {
    throw Object.assign(new TypeError('no such thing'), { code: 'ENOENT' })
  },
  count: (to: number, { emit }) => {
    for (let n = 1; n <= to; n++) emit(n)
    return 'done'
  },
  untilCancelled: (_: unknown, { signal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve('cancelled'))),
  hang: () => {
    for (;;);
  },
  die: () => process.exit(3),
  block: (path: string) => readFileSync(path, 'utf8'),
  length: (bytes: Uint8Array) => bytes.byteLength,
})
