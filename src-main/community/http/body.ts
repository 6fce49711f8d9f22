import { type Readable, type Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Failure } from '../../../src-preload/contract/failure.ts'

/** What the client says it can unpack. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br'

const MAX_LAYERS = 2
const unpackers: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/**
 * Reads a body whole, unpacked. Stops at the first byte too many, so that a small body that unpacks to gigabytes costs nothing.
 * @throws Failure `too-large`; Failure `not-json` for a packing that nobody asked for
 */
export async function readBody(
  body: Readable,
  encoding: string,
  { host, maxBytes, signal }: { host: string; maxBytes: number; signal: AbortSignal },
): Promise<Buffer> {
  const layers = encoding
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '' && word !== 'identity')
  const unpack = layers.reverse().map((word) => unpackers[word])
  if (unpack.length > MAX_LAYERS || unpack.some((make) => make === undefined)) {
    body.destroy()
    throw new Failure('not-json', { host, contentType: encoding })
  }
  const pieces: Buffer[] = []
  let size = 0
  const collect = new Writable({
    write(piece: Buffer, _encoding, done) {
      size += piece.length
      pieces.push(piece)
      done(size > maxBytes ? new Failure('too-large', { host, limitBytes: maxBytes }) : null)
    },
  })
  await pipeline([body, ...unpack.map((make) => (make as () => Transform)()), collect], { signal })
  return Buffer.concat(pieces)
}
