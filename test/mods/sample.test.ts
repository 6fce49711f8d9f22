import fc from 'fast-check'
import { expect, it } from 'vitest'
import { drawSample } from '../../src-main/mods/check/check.ts'

const MIB = 1 << 20
const seed = fc.double({ min: 0, max: 0.999_999, noNaN: true })

it('a sample is of up to 64 different files and 64 MiB, and never empty', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 100 * MIB }), { maxLength: 300 })
  fc.assert(
    fc.property(sizes, seed, (bytesOf, start) => {
      const files = [...bytesOf.keys()]
      const drawn = drawSample(files, (file) => bytesOf[file] ?? NaN, start)
      const bytes = drawn.reduce((sum, file) => sum + (bytesOf[file] ?? NaN), 0)
      expect(new Set(drawn).size).toBe(drawn.length)
      expect(drawn.length).toBeLessThanOrEqual(64)
      if (files.length > 0) expect(drawn.length).toBeGreaterThan(0)
      if (drawn.length > 1) expect(bytes).toBeLessThanOrEqual(64 * MIB)
    }),
  )
})

it('every file can be drawn, and one seed draws the same again', () => {
  const files = Array.from({ length: 100 }, (_, file) => file)
  const seen = new Set<number>()
  for (let round = 0; round < 400; round++) for (const file of drawSample(files, () => 1, round / 400)) seen.add(file)
  expect(seen.size).toBe(100)
  expect(drawSample(files, () => 1, 0.3)).toEqual(drawSample(files, () => 1, 0.3))
})
