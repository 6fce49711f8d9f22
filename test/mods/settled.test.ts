import type { BigIntStats } from 'node:fs'
import { expect, it } from 'vitest'
import { fileStat, isSettled } from '../../src-main/mods/files/index.ts'

const NOW = Date.UTC(2026, 2, 1, 12)
const nsOf = (ms: number, more = 0) => BigInt(ms) * 1_000_000n + BigInt(more)
const settled = (mtimeNs: bigint, ctimeNs = mtimeNs) => isSettled({ size: 1, key: `1 ${mtimeNs} ${ctimeNs} 7` }, NOW)

it.each([
  ['three seconds old, by whole seconds', nsOf(NOW - 3_000), true],
  ['of this very second on a disk that tells whole seconds: it may change within it', nsOf(NOW - 1_000), false],
  ['as old as the coarse tick', nsOf(NOW - 2_000), false],
  ['a millisecond older than the coarse tick', nsOf(NOW - 2_001), true],
  ['as old as the tick, by nanoseconds', nsOf(NOW - 100, 1), false],
  ['a millisecond older than the tick, by nanoseconds', nsOf(NOW - 101, 1), true],
  ['half a second old, by nanoseconds', nsOf(NOW - 500, 1), true],
  ['of this very tick, by nanoseconds', nsOf(NOW - 50, 1), false],
  ['a second ahead', nsOf(NOW + 1_000, 1), false],
])('A digest of a file that is %s', (_, mtimeNs, expected) => {
  expect(settled(mtimeNs)).toBe(expected)
})

it('Of a file whose time was set ahead its change counts, where the disk tells one', () => {
  const ahead = nsOf(NOW + 86_400_000)
  expect(settled(ahead, nsOf(NOW - 5_000))).toBe(true)
  expect(settled(ahead, nsOf(NOW - 1_000))).toBe(false)
  expect(settled(nsOf(NOW + 2_000), nsOf(NOW - 5_000))).toBe(false)
  expect(settled(nsOf(NOW + 2_001), nsOf(NOW - 5_000))).toBe(true)
  expect(settled(ahead, 0n)).toBe(false)
  expect(settled(ahead, -1n)).toBe(false)
})

it('A state is told by size, both times and the inode of the file', () => {
  const stat = { size: 1n, mtimeNs: 20n, ctimeNs: 300n, ino: 4_000n } as BigIntStats
  expect(fileStat(stat)).toEqual({ size: 1, key: '1 20 300 4000' })
})
