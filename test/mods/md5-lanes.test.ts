import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMd5Lanes, RESERVED, shareMemory, type Feed } from '../../src-main/mods/md5/index.ts'

const memory = shareMemory(2 << 20)
const lanes = createMd5Lanes(memory)
const bytes = new Uint8Array(memory.buffer)
const md5 = (data: Uint8Array) => createHash('md5').update(data).digest('hex')

/** Hashes all contents side by side, each fed in pieces of these sizes, over and over. */
function hashAll(contents: readonly Uint8Array[], pieces: readonly number[]): string[] {
  const streams = contents.map(() => lanes.open())
  const done = contents.map(() => 0)
  for (let round = 0; contents.some((content, n) => (done[n] ?? 0) < content.length); round++) {
    let at = RESERVED
    const feeds = contents.flatMap((content, n): Feed[] => {
      const stream = streams[n]
      const from = done[n] ?? 0
      const length = Math.min(pieces[(round + n) % pieces.length] ?? 1, content.length - from)
      if (!stream || length === 0) return []
      bytes.set(content.subarray(from, from + length), at)
      done[n] = from + length
      at += length
      return [{ stream, at: at - length, length }]
    })
    lanes.update(feeds)
  }
  return lanes.finish(streams)
}

describe('MD5 in lanes', () => {
  it('gives the digests of RFC 1321', () => {
    const texts = ['', 'a', 'abc', 'message digest', 'abcdefghijklmnopqrstuvwxyz', '1234567890'.repeat(8)]
    expect(
      hashAll(
        texts.map((text) => Buffer.from(text)),
        [1000],
      ),
    ).toEqual([
      'd41d8cd98f00b204e9800998ecf8427e',
      '0cc175b9c0f1b6a831c399e269772661',
      '900150983cd24fb0d6963f7d28e17f72',
      'f96b697d7cb7938d525a2f31aaf161d0',
      'c3fcd3d76192e4007dfb496cca67e13b',
      '57edf4a22be3c955ac49da2e2107b67a',
    ])
  })

  it('knows every length around a block', () => {
    const contents = Array.from({ length: 200 }, (_, size) => randomBytes(size))
    expect(hashAll(contents, [1000])).toEqual(contents.map(md5))
  })

  it('gives what OpenSSL gives, however many streams there are and however they come', () => {
    const sizes = fc.array(fc.nat(5000), { minLength: 1, maxLength: 20 })
    const pieces = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(sizes, pieces, (lengths, parts) => {
        const contents = lengths.map((length) => randomBytes(length))
        expect(hashAll(contents, parts)).toEqual(contents.map(md5))
      }),
      { numRuns: 60 },
    )
  })
})
