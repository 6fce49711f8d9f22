import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawSample } from '../../src-main/mods/sample.ts'

const MIB = 1 << 20

it('a sample is of up to 64 different files and 64 MiB, and never empty', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 100 * MIB }), { maxLength: 300 })
  const randoms = fc.infiniteStream(fc.double({ min: 0, max: 0.999_999, noNaN: true }))
  fc.assert(
    fc.property(sizes, randoms, (files, numbers) => {
      const drawn = drawSample(
        files.length,
        (place) => files[place] ?? NaN,
        () => (numbers.next() as IteratorYieldResult<number>).value,
      )
      const bytes = drawn.reduce((sum, place) => sum + (files[place] ?? NaN), 0)
      expect(new Set(drawn).size).toBe(drawn.length)
      expect(drawn.length).toBeLessThanOrEqual(64)
      if (files.length > 0) expect(drawn.length).toBeGreaterThan(0)
      if (drawn.length > 1) expect(bytes).toBeLessThanOrEqual(64 * MIB)
    }),
  )
})

it('every file can be drawn', () => {
  const seen = new Set<number>()
  for (let round = 0; round < 400; round++) for (const place of drawSample(100, () => 1, Math.random)) seen.add(place)
  expect(seen.size).toBe(100)
})
