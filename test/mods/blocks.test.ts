import { createHash, randomBytes } from 'node:crypto'
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeBlockList, parseBlockList, rollingSum } from '../../src-main/mods/blocks/block-list.ts'
import { FETCHED, findBlocks, layoutOf, type Pieces } from '../../src-main/mods/blocks/index.ts'
import { bytesOf } from '../repair/support.ts'
import { tempDir } from '../support/temp.ts'
import { isWindows } from '../support/system.ts'

const MIB = 1 << 20
const nobody = () => undefined

const fileWith = (bytes: Uint8Array, name = 'file'): string => {
  const path = join(tempDir(), name)
  writeFileSync(path, bytes)
  return path
}

const listOf = (bytes: Uint8Array): Buffer => makeBlockList(fileWith(bytes), bytes.length) ?? Buffer.alloc(0)

/** Puts the pieces together; null and what is fetched come from the wanted bytes. */
function putTogether(pieces: Pieces | null, wanted: Buffer, olds: readonly Buffer[]) {
  const parts: Buffer[] = []
  let fetched = 0
  const rows = pieces ? [...pieces] : [wanted.length, FETCHED, 0]
  for (let row = 0, from = 0; row < rows.length; row += 3) {
    const [bytes = 0, file = 0, at = 0] = rows.slice(row, row + 3)
    if (file === FETCHED) fetched += bytes
    parts.push(
      (file === FETCHED ? wanted.subarray(from) : (olds[file] ?? Buffer.alloc(0)).subarray(at)).subarray(0, bytes),
    )
    from += bytes
  }
  return { bytes: Buffer.concat(parts), fetched }
}

function search(wanted: Buffer, olds: readonly Buffer[], list = listOf(wanted)) {
  const files = olds.map((old, at) => fileWith(old, `${at}.pbo`))
  return putTogether(findBlocks({ list, size: wanted.length, files }, nobody), wanted, olds)
}

describe('a block list', () => {
  it('has the sums that the format says, and a size that follows from the file alone', () => {
    const bytes = bytesOf('one', MIB + 700)
    const list = listOf(bytes)
    expect(list.length).toBe(16 + 512 * 16)
    expect(list.toString('latin1', 0, 8)).toBe('LOBLOCK1')
    expect(list.readBigUInt64LE(8)).toBe(BigInt(bytes.length))
    const second = bytes.subarray(2048, 4096)
    const sum = [...second].reduce((before, byte) => (before * 16_777_619n + BigInt(byte)) & 0xffff_ffffn, 0n)
    expect(BigInt(list.readUInt32LE(32))).toBe(sum)
    expect(list.subarray(36, 48)).toEqual(createHash('sha256').update(second).digest().subarray(0, 12))
    expect(layoutOf(MIB - 1)).toBeUndefined()
    expect(layoutOf(128 * MIB)).toMatchObject({ blockBytes: 2048, blocks: 65_536 })
    expect(layoutOf(128 * MIB + 1)).toMatchObject({ blockBytes: 4096, blocks: 32_768 })
    expect(layoutOf(64 * 2 ** 30)).toMatchObject({ blockBytes: MIB, listBytes: 16 + 65_536 * 16 })
  })

  it('is made of no file that is not as large as told', () => {
    const path = fileWith(bytesOf('one', MIB))
    expect(makeBlockList(path, MIB + 2048)).toBeUndefined()
    truncateSync(path, 100)
    expect(makeBlockList(path, 100)).toBeUndefined()
  })

  it.each<[string, (list: Buffer) => Buffer]>([
    ['empty', () => Buffer.alloc(0)],
    ['cut off', (list) => list.subarray(0, -1)],
    ['longer', (list) => Buffer.concat([list, Buffer.alloc(16)])],
    ['of another kind', (list) => (list.write('LOBLOCK2', 'latin1'), list)],
    ['of another size', (list) => (list.writeBigUInt64LE(2n ** 63n, 8), list)],
  ])('that is %s is none', (_, spoil) => {
    const bytes = bytesOf('one', MIB)
    expect(parseBlockList(spoil(listOf(bytes)), bytes.length)).toBeUndefined()
    expect(findBlocks({ list: spoil(listOf(bytes)), size: bytes.length, files: [fileWith(bytes)] }, nobody)).toBeNull()
  })
})

describe('blocks', () => {
  const old = bytesOf('old', 3 * MIB + 333)

  it('are found where they stand, where they moved to, and in a second file', () => {
    expect(search(old, [old]).fetched).toBeLessThan(2048)
    const moved = Buffer.concat([old.subarray(0, 1_000_001), Buffer.from('inserted'), old.subarray(1_000_001)])
    const one = search(moved, [old])
    expect(one.bytes.equals(moved)).toBe(true)
    expect(one.fetched).toBeLessThan(3 * 2048)
    const halves = [old.subarray(0, 2 * MIB), old.subarray(2 * MIB - 77)]
    const two = search(old, halves)
    expect(two.bytes.equals(old)).toBe(true)
    expect(two.fetched).toBeLessThan(3 * 2048)
  })

  it('that come again and again are found once and used everywhere', () => {
    const zeros = Buffer.concat([Buffer.alloc(2 * MIB), old.subarray(0, MIB), Buffer.alloc(2 * MIB)])
    const { bytes, fetched } = search(zeros, [Buffer.concat([old.subarray(0, MIB), Buffer.alloc(5000)])])
    expect(bytes.equals(zeros)).toBe(true)
    expect(fetched).toBe(0)
  })

  it('in files that are not there, a folder, a link or empty are none', () => {
    const folder = tempDir()
    const link = join(folder, 'link')
    if (!isWindows) symlinkSync(fileWith(old), link)
    const files = [join(folder, 'gone'), folder, link, fileWith(Buffer.alloc(0)), fileWith(old.subarray(0, 9))]
    expect(findBlocks({ list: listOf(old), size: old.length, files }, nobody)).toBeNull()
  })

  it('make no more ranges than a server is asked for, whatever changes', () => {
    const size = 108 * MIB
    const before = Buffer.alloc(size, bytesOf('pattern', 9_000_017))
    const after = Buffer.from(before)
    for (let at = 0; at < size; at += 200 << 10) after[at] = (after[at] ?? 0) ^ 1
    const list = listOf(after)
    const pieces = findBlocks({ list, size, files: [fileWith(before)] }, nobody)
    const ranges = pieces ? pieces.filter((file, at) => at % 3 === 1 && file === FETCHED).length : 1
    expect(ranges).toBeLessThanOrEqual(512)
    expect(putTogether(pieces, after, [before]).bytes.equals(after)).toBe(true)
  }, 60_000)

  it('of random edits make the very file, and little is fetched', () => {
    for (let round = 0; round < 25; round++) {
      const from = randomBytes(MIB + Math.floor(Math.random() * MIB))
      let to = from
      const edits = 1 + Math.floor(Math.random() * 6)
      for (let edit = 0; edit < edits; edit++) {
        const [at, length] = [Math.floor(Math.random() * to.length), Math.floor(Math.random() * 3000)]
        const [kind, source] = [Math.floor(Math.random() * 4), Math.floor(Math.random() * to.length)]
        const put =
          kind === 0 ? Buffer.alloc(0) : kind === 1 ? randomBytes(length) : to.subarray(source, source + length)
        to = Buffer.concat([to.subarray(0, at), put, to.subarray(at + (kind < 3 ? length : 0))])
      }
      if (to.length < MIB) continue
      const { bytes, fetched } = search(to, [from])
      expect(bytes.equals(to), `round ${round}`).toBe(true)
      expect(fetched).toBeLessThanOrEqual(edits * (3000 + 3 * 2048 + (128 << 10)))
    }
  }, 60_000)
})

describe('a hostile block list', () => {
  const old = bytesOf('old', 8 * MIB)

  it('whose rolling sums fit everywhere, and whose strong ones nowhere, ends the search', () => {
    const random = bytesOf('random', 2 * MIB)
    const before = Buffer.concat([Buffer.alloc(6 * MIB, bytesOf('period', 1000)), random])
    const after = Buffer.concat([bytesOf('other', 2 * MIB), random])
    const found = () => search(after, [before], list).fetched
    const list = listOf(after)
    expect(found()).toBe(2 * MIB)
    for (let at = 0; at < 1000; at++) list.writeInt32LE(rollingSum(before, at, 2048), 16 + at * 16)
    expect(found()).toBe(after.length) // it has not come to what it has been told of
  }, 60_000)

  it('of one sum again and again is read in one go', () => {
    const list = listOf(old)
    for (let at = 16; at < list.length; at += 16) list.writeInt32LE(rollingSum(old, 5, 2048), at)
    const found = putTogether(findBlocks({ list, size: old.length, files: [fileWith(old)] }, nobody), old, [old])
    expect(found.fetched).toBe(old.length)
  })
})
