import { createHash } from 'node:crypto'
import { findBlocks, type Pieces, type Search } from '../../src-main/mods/blocks/index.ts'
import { realDisk } from './real-disk.ts'
import type { DigestOf } from '../../src-main/mods/repair/disk.ts'

/** A digest on the calling thread, where a test needs no threads for it. */
export const digestHere: DigestOf = async (path, algorithm, signal) => {
  const handle = await realDisk.open(path, 'r')
  try {
    const [hash, buffer] = [createHash(algorithm), Buffer.allocUnsafe(1 << 20)]
    for (;;) {
      signal.throwIfAborted()
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await handle.close()
  }
}

/** The search for blocks on the calling thread. */
export const findBlocksHere = (search: Search): Promise<Pieces | null> =>
  Promise.resolve(findBlocks(search, () => undefined))
