import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import {
  as,
  count,
  createSchemaHelpers,
  fieldsOf,
  flag,
  id,
  itemsOf,
  key,
  lenient,
  maybe,
  maybeText,
  number,
  people,
  port,
  position,
  type Reader,
  record,
  requiredText,
  text,
  texts,
  whole,
} from '../../src-main/community/records/schema-helpers.ts'

const read = <T>(reader: Reader<T>, value: unknown): T => v.parse(reader, value)
/** What a reader says of a value that it cannot read. */
const why = (reader: Reader<unknown>, value: unknown) =>
  v.safeParse(reader, value).issues?.map(({ message }) => message)

const long = (sign: string, length: number) => sign.repeat(length)

describe('a number', () => {
  test.each([
    [7, 7],
    ['7', 7],
    [' 7,5 ', 7.5],
    [-0.5, -0.5],
    [true, 1],
    [false, 0],
    ['', null],
    [' ', null],
    ['seven', null],
    [NaN, null],
    [Infinity, null],
    [null, null],
    [undefined, null],
    [[7], null],
    [{}, null],
    [`7${long(' ', 199)}`, 7],
    [`7${long(' ', 200)}`, null],
  ])('%j is %j', (value, expected) => {
    expect(read(number, value)).toBe(expected)
  })

  it('that is whole is rounded and safe; 0 or a refusal where there is none', () => {
    expect([2.4, '2.5', -0.2, 2 ** 53, '9007199254740991'].map((value) => read(whole, value))).toEqual([
      2,
      3,
      0,
      null,
      Number.MAX_SAFE_INTEGER,
    ])
    expect(['x', '3', null].map((value) => read(count, value))).toEqual([0, 3, 0])
    expect(read(id, '12')).toBe(12)
    expect(why(id, 'twelve')).toEqual(['must be a whole number'])
  })

  it('that is whole may have its thousands apart, so that 12.500 is not 13', () => {
    const grouped = ['12.500', '1,234,567', "-1'000", ' 9 007 199 ', '0.125', '1.2345', '1,5', '12.50']
    expect(grouped.map((value) => read(whole, value))).toEqual([12_500, 1_234_567, -1000, 9_007_199, 0, 1, 2, 13])
    expect(read(number, '12.500')).toBe(12.5)
  })

  it('of people is none where no server could hold them', () => {
    expect([0, '120', 99_999, 100_000, 1e12, -1, 'NaN'].map((value) => read(people, value))).toEqual([
      0,
      120,
      99_999,
      null,
      null,
      null,
      null,
    ])
    expect([0, 1, '65535', 65_536, 1e12].map((value) => read(port, value))).toEqual([null, 1, 65_535, null, null])
  })
})

describe('a text', () => {
  it('of which nothing can be seen is none, so that its record is called by something else', () => {
    const unseen = [' \t\n\u00a0', '\u200b\u200d', '\u202e\u2066', '\u3164', '\u2800 \u115f', '\u{e0041}']
    expect(unseen.map((value) => read(text, value))).toEqual(unseen.map(() => ''))
    expect(unseen.map((value) => read(maybeText, value))).toEqual(unseen.map(() => null))
    expect(read(texts, [...unseen, 'Ada'])).toEqual(['Ada'])
    expect(why(key, '\u3164')).toEqual(['must be text'])
    expect([' a ', '👨\u200d👩', '\u2800.'].map((value) => read(text, value))).toEqual([' a ', '👨\u200d👩', '\u2800.'])
  })

  it('comes also from a number and a mark, and has an end', () => {
    expect(['a', 5, true, null, {}, []].map((value) => read(text, value))).toEqual(['a', '5', 'true', '', '', ''])
    expect(read(text, long('a', 100_001))).toBe(long('a', 100_000))
    expect(read(text, 'half \ud83d')).toBe('half \ufffd') // no address can contain half a letter
    expect(['', 0, 'a'].map((value) => read(maybeText, value))).toEqual([null, '0', 'a'])
  })

  it('that must be there is asked for: not empty, or at least not left out', () => {
    expect(read(key, 5)).toBe('5')
    expect(why(key, '')).toEqual(['must be text'])
    expect([read(requiredText, ''), read(requiredText, null)]).toEqual(['', ''])
    expect(why(requiredText, undefined)).toEqual(['is missing'])
  })

  it('of a list is one of those that say something', () => {
    expect(read(texts, ['a', '', {}, 5])).toEqual(['a', '5'])
    expect(read(texts, { 2: 'b', 7: 'c' })).toEqual(['b', 'c'])
    expect(read(texts, 'a')).toEqual([])
  })
})

test('a list with gaps comes as an object, nothing as an empty list', () => {
  expect([itemsOf([1]), itemsOf({ 0: 1, 2: 3 }), itemsOf(null), itemsOf(5), itemsOf(undefined)]).toEqual([
    [1],
    [1, 3],
    [],
    [],
    [],
  ])
})

test.each([
  ...['1', 'true', 'YES', ' on ', true, 1, 2].map((value) => [value, true]),
  ...['0', 'no', '', '11', 'off', false, 0, -1, null, {}, `1${long(' ', 200)}`].map((value) => [value, false]),
])('the mark %j is %j', (value, expected) => {
  expect(read(flag, value)).toBe(expected)
})

test.each([
  ['[1.5, 2,3]', { x: 1.5, y: 2, z: 3 }],
  [[1, '2'], { x: 1, y: 2, z: 0 }],
  [
    { x: 1, y: 2, z: 3 },
    { x: 1, y: 2, z: 3 },
  ],
  [['x', 2], null],
  [[1], null],
  ['1', null],
  [{}, null],
  [null, null],
  [undefined, null],
  [7, null],
  [`1,2${long(' ', 197)}`, { x: 1, y: 2, z: 0 }],
  [`1,2${long(' ', 198)}`, null],
])('the position %j is %j', (value, expected) => {
  expect(read(position, value)).toEqual(expected)
})

describe('a record', () => {
  const item = record({ Id: id, name: text }, (fields, raw) => ({ ...fields, size: Object.keys(raw).length }))

  it('is read whatever the case of its names, the exact one first, and not from what is none', () => {
    expect(read(item, { id: 1, NAME: 'a' })).toEqual({ Id: 1, name: 'a', size: 2 })
    expect(read(item, { name: 'right', Id: 1, NAME: 'wrong', ID: 2, more: 3 })).toEqual({
      Id: 1,
      name: 'right',
      size: 5,
    })
    expect(read(item, JSON.parse('{"Id":1,"__proto__":{"name":"x"}}'))).toEqual({ Id: 1, name: '', size: 2 })
    for (const value of [null, undefined, [], 'a', 7]) expect(why(item, value)).toEqual(['must be a record'])
  })

  it('says which field is wrong', () => {
    expect(why(item, { name: 'a' })).toEqual(['Id must be a whole number'])
    expect(
      why(
        record({ list: v.strictTuple([id]) }, (fields) => fields),
        { list: ['x'] },
      ),
    ).toEqual(['list.0 must be a whole number'])
  })

  it('takes a field by the name that the service gives it', () => {
    const renamed = record({ id: as('Id', id), name: as('label', text) })
    expect(read(renamed, { id: 1, LABEL: 'a', name: 'b' })).toEqual({ id: 1, name: 'a' })
    expect(why(renamed, { label: 'a' })).toEqual(['Id must be a whole number'])
  })

  it('may be missing', () => {
    expect([read(maybe(item), { id: 1 }), read(maybe(item), 'none')]).toEqual([{ Id: 1, name: '', size: 1 }, null])
  })
})

describe('a list of records', () => {
  const item = record({ id }, (fields) => fields)

  it('sets aside what cannot be read, with its place and the reason', () => {
    const { records, aside } = createSchemaHelpers('Europe/Berlin')
    expect(read(records(item), [{ id: 1 }, { id: 'x' }, 'none', { id: 1 }])).toEqual([{ id: 1 }, { id: 1 }])
    expect(aside).toEqual({
      count: 2,
      entries: [
        { at: [1], reason: 'record: id must be a whole number' },
        { at: [2], reason: 'record: must be a record' },
      ],
    })
  })

  it('takes the first of those that are told apart by a field, were it read or not', () => {
    const { records, aside } = createSchemaHelpers('Europe/Berlin')
    const named = record({ id, name: text }, (fields) => fields)
    const list = [{ id: 1, name: 'a' }, { id: 2 }, { id: 1, name: 'b' }, { id: 2 }, null]
    expect(read(records(named, 'id'), list)).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: '' },
    ])
    expect(aside.entries).toEqual([
      { at: [2], reason: 'id: came before' },
      { at: [3], reason: 'id: came before' },
      { at: [4], reason: 'record: must be a record' },
    ])
  })

  it('names the place of a list within a list, keeps twenty places, and a reason’s beginning', () => {
    const { records, aside } = createSchemaHelpers('Europe/Berlin')
    const wordy = lenient(() => 1)
    const refusing = v.pipe(
      wordy,
      v.check(() => false, long('r', 300)),
    )
    const outer = record({ list: records(refusing) }, (fields) => fields)
    read(records(outer), [{}, { list: Array(25).fill(0) }])
    expect(aside.count).toBe(25)
    expect(aside.entries).toHaveLength(20)
    expect(aside.entries[19]).toEqual({ at: [1, 19], reason: `record: ${long('r', 192)}` })
  })

  it('reads a date in the service’s zone', () => {
    const { instant } = createSchemaHelpers('Europe/Berlin')
    expect([read(instant, '2020-08-06'), read(instant, '-')]).toEqual(['2020-08-05T22:00:00.000Z', null])
  })
})

describe('the fields of a shape that nobody promises', () => {
  it('are names and texts, nested ones with dots', () => {
    const raw = { a: 1, B: { c: [1, 'x'], d: [{ e: true }] }, none: null, no: undefined, ID: 7, in: { id: 8 } }
    expect(fieldsOf(raw, ['id'])).toEqual([
      { name: 'a', value: '1' },
      { name: 'B.c', value: '1, x' },
      { name: 'B.d.0.e', value: 'true' },
      { name: 'none', value: '' },
      { name: 'no', value: '' },
      { name: 'in.id', value: '8' },
    ])
    expect([fieldsOf('plain'), fieldsOf([1, 2]), fieldsOf(null), fieldsOf({})]).toEqual([
      [{ name: 'value', value: 'plain' }],
      [{ name: 'value', value: '1, 2' }],
      [{ name: 'value', value: '' }],
      [],
    ])
  })

  it('have an end: in number, in depth, in length', () => {
    expect(fieldsOf(Array.from({ length: 300 }, (_, at) => ({ at })))).toHaveLength(200)
    const deep = { a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }
    expect(fieldsOf(deep)).toEqual([{ name: 'a.b.c.d.e.f', value: '…' }])
    expect(fieldsOf(deep.a)).toEqual([{ name: 'b.c.d.e.f.g', value: '1' }])
    expect(fieldsOf({ [long('n', 201)]: long('v', 100_001) })).toEqual([
      { name: long('n', 200), value: long('v', 100_000) },
    ])
    expect(fieldsOf({ list: [long('v', 60_000), long('v', 60_000)] })[0]?.value).toHaveLength(100_000)
  })
})
