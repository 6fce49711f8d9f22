import { createHash, type Hash } from 'node:crypto'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { createMd5Lanes, MOST_LANES, type Feed, type Md5Stream } from '../md5/index.ts'
import type { PartAnswer, PartRequest, PartWorkerData } from './part-protocol.ts'

/** Hashes part files off the main thread: what has come of several at once, side by side. */
const { memory } = workerData as PartWorkerData
const lanes = createMd5Lanes(memory)

/** A digest in the making, and what is asked of it, in order. */
interface Held {
  algorithm: string
  stream: Md5Stream | undefined
  hash: Hash | undefined
  asked: PartRequest[]
}
const held = new Map<number, Held>()

function begin(one: Held): void {
  if (one.algorithm === 'md5') one.stream = lanes.open()
  else one.hash = createHash(one.algorithm)
}

const answer = (given: PartAnswer): void => parentPort?.postMessage(given)

function take(request: PartRequest): void {
  if (request.op !== 'open') return void held.get(request.digest)?.asked.push(request)
  const one: Held = { algorithm: request.algorithm, stream: undefined, hash: undefined, asked: [] }
  begin(one)
  held.set(request.digest, one)
}

/** Does what is asked first, where that is not feeding a stream. */
function serve(one: Held, asked: PartRequest): void {
  if (asked.op === 'update') {
    one.hash?.update(new Uint8Array(memory.buffer, asked.at, asked.length))
    answer({ id: asked.id })
  } else if (asked.op === 'reset') begin(one)
  else if (asked.op === 'forget') held.delete(asked.digest)
  else if (asked.op === 'finish')
    answer({ id: asked.id, digest: one.stream ? lanes.finish([one.stream])[0] : one.hash?.digest('hex') })
  // `hurry` is done when all before it is
}

/** A digest waits for the others' bytes until it has so many updates to do: a few of its slots are still free then. */
const PATIENCE = 10

/** True when there is bytes for every digest, or one of them should not wait any longer. */
function isTime(): boolean {
  let all = true
  for (const { asked } of held.values()) {
    if (asked.length >= PATIENCE || asked.some(({ op }) => op !== 'update')) return true
    all &&= asked.length > 0
  }
  return all && held.size > 0
}

/** One step for every digest that has something to do: feeding all streams in one go is what makes it fast. */
function step(): void {
  const feeds: (Feed & { id: number })[] = []
  for (const one of held.values()) {
    const first = one.asked[0]
    const feeding = first?.op === 'update' && one.stream !== undefined
    if (!first || (feeding && feeds.length === MOST_LANES)) continue
    one.asked.shift()
    if (first.op === 'update' && one.stream)
      feeds.push({ id: first.id, stream: one.stream, at: first.at, length: first.length })
    else serve(one, first)
  }
  lanes.update(feeds)
  for (const { id } of feeds) answer({ id })
}

function takeAllWaiting(): void {
  if (!parentPort) return
  for (let next = receiveMessageOnPort(parentPort); next; next = receiveMessageOnPort(parentPort))
    take(next.message as PartRequest)
}

parentPort?.on('message', (request: PartRequest) => {
  take(request)
  takeAllWaiting()
  while (isTime()) {
    step()
    takeAllWaiting()
  }
})
