import type { FileHandle } from 'node:fs/promises'
import type { Hasher } from './hasher.ts'

/** Writes a part file behind the line: while some slots are on their way to disk and digest, another one fills. */
export interface PartWriter {
  size(): number
  diskMs(): number
  write(chunk: Buffer): Promise<void> | undefined
  /** Waits until everything is written and hashed. @throws the disk's error */
  finish(): Promise<void>
  /** Waits until nothing is on its way any more. */
  settle(): Promise<unknown>
  /** Lets go of everything that was written. */
  empty(): Promise<void>
}

/** Puts bytes to a place in the file, and gives the milliseconds that it took. */
async function put(handle: FileHandle, bytes: Buffer, at: number): Promise<number> {
  const began = performance.now()
  for (let done = 0; done < bytes.length;)
    done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten
  return performance.now() - began
}

/** @param startSize bytes that are in the file, and hashed, already */
export function createPartWriter(handle: FileHandle, hasher: Hasher, startSize: number): PartWriter {
  let [size, onDisk, filled, slot, diskMs] = [startSize, startSize, 0, 0, 0]
  /** Slots that are on their way. */
  const onWay: (Promise<unknown> | undefined)[] = Array.from({ length: hasher.slots })
  let failed: { error: unknown } | undefined
  let lastPut: Promise<unknown> = Promise.resolve()

  /** One after the other, and none after one that failed: a file that broke off has no hole. */
  const putInOrder = (bytes: Buffer, at: number) =>
    lastPut.then(async () => void (diskMs += await put(handle, bytes, at)))
  const mustBeWell = () => {
    if (failed) throw failed.error as Error
  }
  /** Sends the filled slot on its way; gives what to wait for before the next one can be filled. */
  const send = (): Promise<unknown> | undefined => {
    const [sent, length] = [slot, filled]
    lastPut = putInOrder(hasher.slot(sent).subarray(0, length), onDisk)
    onWay[sent] = Promise.all([lastPut, hasher.update(sent, length)])
      .catch((error: unknown) => (failed ??= { error }))
      .finally(() => (onWay[sent] = undefined))
    onDisk += length
    filled = 0
    slot = (slot + 1) % hasher.slots
    return onWay[slot]
  }
  /** Copies from `taken` on; stops where it has to wait. */
  const fill = (chunk: Buffer, taken: number): Promise<void> | undefined => {
    for (let at = taken; at < chunk.length;) {
      mustBeWell()
      const room = hasher.slot(slot)
      const bytes = Math.min(room.length - filled, chunk.length - at)
      // `copy` goes byte by byte where memory is shared (Node 20); `fill` is one native copy
      room.fill(chunk.subarray(at, at + bytes), filled, filled + bytes)
      at += bytes
      filled += bytes
      size += bytes
      const wait = filled === room.length ? send() : undefined
      if (wait) return wait.then(() => fill(chunk, at))
    }
    return undefined
  }
  const settle = () => {
    hasher.hurry()
    return Promise.all(onWay.filter((sent) => sent !== undefined))
  }
  return {
    size: () => size,
    diskMs: () => diskMs,
    write: (chunk) => fill(chunk, 0),
    async finish() {
      if (filled > 0 && !failed) void send()
      await settle()
      mustBeWell()
    },
    settle,
    async empty() {
      await settle()
      await handle.truncate(0)
      hasher.reset()
      ;[size, onDisk, filled, failed, lastPut] = [0, 0, 0, undefined, Promise.resolve()]
    },
  }
}
