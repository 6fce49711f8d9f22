import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseWithRows } from '../../src-main/mods/list/json-rows.ts'

const read = (text: string | Uint8Array) => {
  try {
    return parseWithRows(typeof text === 'string' ? Buffer.from(text) : text, (row) => row)
  } catch (error) {
    return (error as Error).name
  }
}
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (error) {
    return (error as Error).name
  }
}

it('reads whatever JSON says, and nothing that is none', () => {
  const json = fc.json({ maxDepth: 5 })
  fc.assert(
    fc.property(json, (text) => {
      expect(read(text)).toEqual(parsed(text))
    }),
    { numRuns: 500 },
  )
  const damaged = fc.tuple(json, fc.nat(), fc.constantFrom('', ',', '{', '}', '[', ']', '"', '\\', '{}'))
  fc.assert(
    fc.property(damaged, ([text, place, sign]) => {
      const at = place % (text.length + 1)
      const broken = text.slice(0, at) + sign + text.slice(at + 1)
      expect(read(broken)).toEqual(parsed(broken))
    }),
    { numRuns: 2000 },
  )
})

it('has every object in an array taken by itself, but none within one', () => {
  const seen: unknown[] = []
  const text = '\uFEFF{"data":[{"a":"}]\\""},1,[{"b":[{"c":2}]}],null,{"row":0}],"other":{"d":{}}}'
  const value = parseWithRows(Buffer.from(text), (row) => ({ taken: seen.push(row) }))
  expect(seen).toEqual([{ a: '}]"' }, { b: [{ c: 2 }] }, { row: 0 }])
  expect(value).toEqual({ data: [{ taken: 1 }, 1, [{ taken: 2 }], null, { taken: 3 }], other: { d: {} } })
})
