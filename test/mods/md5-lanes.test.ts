import { createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Md5Lanes, type Message } from '../../src-main/mods/hash/md5/index.ts'

const lanes = Md5Lanes.create()
const md5 = (data: Uint8Array) => createHash('md5').update(data).digest('hex')

interface Outcome {
  digests: (string | undefined)[]
  dropped: number[]
}

/** Hashes all contents; a message whose place is in `broken` is given up at its second read. */
function hashAll(
  contents: readonly Uint8Array[],
  { broken = new Set<number>(), most, goOn }: { broken?: Set<number>; most?: () => number; goOn?: () => boolean } = {},
): Outcome {
  const outcome: Outcome = { digests: contents.map(() => undefined), dropped: [] }
  let next = 0
  const message = (place: number, content: Uint8Array): Message => {
    let at = 0
    let reads = 0
    return {
      read(into) {
        if (++reads > 1 && broken.has(place)) return undefined
        const piece = content.subarray(at, at + into.length)
        into.set(piece)
        at += piece.length
        return piece.length
      },
      done: (digest) => void (outcome.digests[place] = digest),
      drop: () => void outcome.dropped.push(place),
    }
  }
  lanes?.hash(
    () => {
      const place = next++
      const content = contents[place]
      return content && message(place, content)
    },
    most,
    goOn,
  )
  return outcome
}

describe('MD5 in lanes', () => {
  it('gives the digests of RFC 1321', () => {
    const texts = ['', 'a', 'abc', 'message digest', 'abcdefghijklmnopqrstuvwxyz', '1234567890'.repeat(8)]
    expect(hashAll(texts.map((text) => Buffer.from(text))).digests).toEqual([
      'd41d8cd98f00b204e9800998ecf8427e',
      '0cc175b9c0f1b6a831c399e269772661',
      '900150983cd24fb0d6963f7d28e17f72',
      'f96b697d7cb7938d525a2f31aaf161d0',
      'c3fcd3d76192e4007dfb496cca67e13b',
      '57edf4a22be3c955ac49da2e2107b67a',
    ])
  })

  it('knows every length around a block, and around what is read at once', () => {
    const around = [256 << 10, 512 << 10].flatMap((size) => Array.from({ length: 130 }, (_, n) => size - 65 + n))
    const contents = [...Array.from({ length: 200 }, (_, size) => size), ...around].map((size) => randomBytes(size))
    expect(hashAll(contents).digests).toEqual(contents.map(md5))
  })

  it('gives what OpenSSL gives, however many messages there are, in whatever order they end, some given up', () => {
    const sizes = fc.array(fc.oneof(fc.nat(5000), fc.nat(600_000)), { minLength: 1, maxLength: 20 })
    const places = fc.array(fc.nat(19), { maxLength: 5 })
    fc.assert(
      fc.property(sizes, places, fc.integer({ min: 1, max: 8 }), (lengths, broken, width) => {
        const contents = lengths.map((length) => randomBytes(length))
        const given = new Set(broken)
        const isGivenUp = (place: number) => given.has(place) && (lengths[place] ?? 0) >= 256 << 10
        const { digests, dropped } = hashAll(contents, { broken: given, most: () => width })
        expect(digests).toEqual(contents.map((content, place) => (isGivenUp(place) ? undefined : md5(content))))
        expect(dropped).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('drops what it has begun when it is told to end, and is as good as new after', () => {
    let steps = 0
    const contents = Array.from({ length: 12 }, () => randomBytes(400_000))
    const { digests, dropped } = hashAll(contents, { goOn: () => ++steps < 2 })
    expect(digests.every((digest) => digest === undefined)).toBe(true)
    expect(dropped).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(hashAll(contents).digests).toEqual(contents.map(md5))
  })
})
