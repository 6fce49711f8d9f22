import { createHash } from 'node:crypto'
import { errnoOutcome } from '../../lib/index.ts'
import type { Algorithm } from '../list/index.ts'
import { OpenFile } from '../open-file.ts'
import type { FileToHash, HashOutcome } from './protocol.ts'

/** The outcome for a file that changes while it is read. */
const CHANGED: HashOutcome = { kind: 'error', errno: 'ECHANGED' }
const MOST_TRIES = 2
const BUFFER_BYTES = 1 << 20

let buffer: Buffer | undefined

/** Reads and hashes an open file with `node:crypto`; undefined if `goOn` returns false. @throws errno errors */
function readAndHash(file: OpenFile, algorithm: Algorithm, goOn: (bytes: number) => boolean): HashOutcome | undefined {
  buffer ??= Buffer.allocUnsafeSlow(BUFFER_BYTES)
  const hash = createHash(algorithm)
  for (;;) {
    const held = file.read(buffer)
    if (held === undefined) return CHANGED
    hash.update(held === BUFFER_BYTES ? buffer : buffer.subarray(0, held))
    const isMore = goOn(held)
    if (held < BUFFER_BYTES) return { kind: 'digest', digest: hash.digest('hex'), stat: file.stat }
    if (!isMore) return undefined
  }
}

/**
 * Hashes a file; undefined if `goOn` returns false. Never throws an error of the disk, and never waits for a pipe or a device. A file that
 * changes while it is read is read once more; if it changes again, it fails.
 */
export function hashFile(
  { path, size, algorithm }: FileToHash,
  goOn: (bytes: number) => boolean,
): HashOutcome | undefined {
  for (let tries = 1; ; tries++) {
    let file: OpenFile | undefined
    try {
      const opened = OpenFile.open(path, size)
      if (!(opened instanceof OpenFile)) return opened
      file = opened
      const outcome = readAndHash(file, algorithm, goOn)
      if (outcome !== CHANGED || tries === MOST_TRIES) return outcome
    } catch (error) {
      return { kind: 'error', errno: errnoOutcome(error) }
    } finally {
      file?.close()
    }
  }
}
