import { parentPort } from 'node:worker_threads'
import { serveWorker } from '../../src-main/lib/worker-rpc.ts'
import type { Query, QueryAnswer } from '../../src-main/play/query/server-info.ts'

/** A thread whose library is at its worst: the host asked for says how. It never answers then. */
const deeds: Readonly<Record<string, () => unknown>> = {
  throws: () =>
    setImmediate(() => {
      throw new Error('in an event')
    }),
  rejects: () => void Promise.reject(new Error('nobody hears this')),
  hangs: () => {
    for (;;);
  },
  fills() {
    const kept: number[][] = []
    for (;;) kept.push(Array.from({ length: 10_000 }, Math.random))
  },
  exits: () => process.exit(0),
  rubbish: () => parentPort?.postMessage({ id: -1, receivedBytes: 0 }),
}

serveWorker({
  query({ host }: Query): QueryAnswer | Promise<never> {
    if (host in deeds) {
      deeds[host]?.()
      return new Promise(() => undefined)
    }
    const info = { name: host, map: '', players: 0, slots: 1, password: false, version: '', pingMs: 1 }
    return { receivedBytes: 1, info }
  },
})
