import { createHash, type Hash } from 'node:crypto'
import { fsyncSync, ftruncateSync, readSync, writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { PartAnswer, PartRequest } from './part-pool.ts'

/** Hashes and writes part files off the main thread. The main thread opens and closes them. */
interface Held {
  fd: number
  algorithm: string
  hash: Hash
  size: number
  slots: Buffer[]
  /** Not 0: give up reading what is there already. */
  stop: Int32Array
  /** A write failed: what follows must not take its place. */
  broken: string | undefined
}

const held = new Map<number, Held>()
const BUFFER = 1 << 20

function readWhole(part: Held): number {
  const buffer = Buffer.allocUnsafe(BUFFER)
  for (let at = 0; ;) {
    const bytes = readSync(part.fd, buffer, 0, BUFFER, at)
    if (bytes === 0 || Atomics.load(part.stop, 0) !== 0) return at
    part.hash.update(buffer.subarray(0, bytes))
    at += bytes
  }
}

function put(part: Held, slot: number, length: number): void {
  const bytes = (part.slots[slot] as Buffer).subarray(0, length)
  for (let done = 0; done < length;) done += writeSync(part.fd, bytes, done, length - done, part.size + done)
  part.size += length
  part.hash.update(bytes)
}

function putInOrder(part: Held, slot: number, length: number): void {
  if (part.broken) throw Object.assign(new Error(part.broken), { code: part.broken })
  try {
    put(part, slot, length)
  } catch (error) {
    part.broken = (error as NodeJS.ErrnoException).code ?? 'EIO'
    throw error
  }
}

function serve(asked: PartRequest): PartAnswer['value'] {
  if (asked.op === 'open') {
    const { fd, algorithm, slots, stop } = asked
    const hash = createHash(algorithm)
    const buffers = slots.map((slot) => Buffer.from(slot))
    const part: Held = { fd, algorithm, hash, size: 0, slots: buffers, stop: new Int32Array(stop), broken: undefined }
    held.set(asked.part, part)
    return (part.size = readWhole(part))
  }
  const part = held.get(asked.part)
  if (!part) return 0
  switch (asked.op) {
    case 'put':
      putInOrder(part, asked.slot, asked.length)
      return part.size
    case 'restart':
      ftruncateSync(part.fd, 0)
      part.hash = createHash(part.algorithm)
      part.size = 0
      part.broken = undefined
      return 0
    case 'finish':
      fsyncSync(part.fd)
      return part.hash.digest('hex')
    case 'forget':
      held.delete(asked.part)
      return 0
  }
}

parentPort?.on('message', (asked: PartRequest) => {
  const began = performance.now()
  const answer = (rest: Pick<PartAnswer, 'value' | 'errno'>) =>
    parentPort?.postMessage({ id: asked.id, ms: performance.now() - began, ...rest } satisfies PartAnswer)
  try {
    answer({ value: serve(asked) })
  } catch (error) {
    answer({ value: 0, errno: (error as NodeJS.ErrnoException).code ?? 'EIO' })
  }
})
