import { parentPort } from 'node:worker_threads'
import type { Question } from '../../src-main/play/query/question.ts'

/** A thread whose library is at its worst: the host asked for says how. */
const deeds: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error('in an event')
  },
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

parentPort?.on('message', ({ id, host }: Question) => {
  if (host in deeds) deeds[host]?.()
  else
    parentPort?.postMessage({
      id,
      receivedBytes: 1,
      info: { name: host, map: '', players: 0, slots: 1, password: false, version: '', pingMs: 1 },
    })
})
