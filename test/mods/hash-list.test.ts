import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHashList, usableOf } from '../../src-main/mods/list/index.ts'

const HASH = 'a'.repeat(32)
const row = (path: string, more: object = {}) => ({
  Id: 1,
  RelativPath: path,
  Hash: HASH,
  FileName: path,
  Size: 1,
  ...more,
})
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const listOf = (value: unknown) => {
  const reading = parseHashList(encode(value))
  if (!reading.trusted) throw new Error(reading.reason)
  return reading.list
}

describe('a list that is trusted', () => {
  const rows = [
    row('@Mod\\addons\\a.pbo'),
    row('@Mod/b', { Hash: 'B'.repeat(40), Size: '7' }),
    row('@Mod/c', { Hash: 'x' }),
    row('@Mod/d', { Hash: 'C'.repeat(64) }),
  ]

  it.each([
    ['bare', rows],
    ['in an envelope', { data: rows }],
    ['with its time beside the rows', { data: rows, requested_at: 1_700_000_000 }],
    ['as an object, as PHP sends a list with gaps', { data: { ...rows } }],
    [
      'with fields spelled otherwise',
      { DATA: rows.map(({ RelativPath, Hash, Size }) => ({ relativePath: RelativPath, HASH: Hash, size: Size })) },
    ],
  ])('is read %s', (_, value) => {
    expect(listOf(value)).toMatchObject({
      modFolder: '@Mod',
      entries: [
        { kind: 'file', path: '@Mod/addons/a.pbo', size: 1, hash: HASH, algorithm: 'md5' },
        { kind: 'file', path: '@Mod/b', size: 7, hash: 'b'.repeat(40), algorithm: 'sha1' },
        { kind: 'unsupported-hash', path: '@Mod/c', size: 1, hash: 'x' },
        { kind: 'file', path: '@Mod/d', size: 1, hash: 'c'.repeat(64), algorithm: 'sha256' },
      ],
    })
  })

  it('may begin with a byte order mark, and have the lines of a Windows editor', () => {
    const lines = JSON.stringify(rows, null, 2).replaceAll('\n', '\r\n')
    const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(lines)])
    expect(parseHashList(bytes)).toMatchObject({ trusted: true, list: listOf(rows) })
  })

  it('belongs to the folder that most of its paths share, and refuses the others', () => {
    const { modFolder, entries } = listOf([row('@Mod/a'), row('@mod/b'), row('@Other/c'), row('d')])
    expect(modFolder).toBe('@Mod')
    expect(entries.map(({ kind }) => kind)).toEqual(['file', 'file', 'unsafe-path', 'unsafe-path'])
  })

  it('refuses every one of the entries that a disk may take for one file', () => {
    const { entries } = listOf([row('@Mod/a'), row('@Mod/b'), row('@mod/A')])
    const refused = { kind: 'unsafe-path', refusal: 'duplicate' }
    expect(entries).toMatchObject([{ ...refused, path: '@Mod/a' }, { kind: 'file' }, { ...refused, path: '@Mod/A' }])
  })

  it('has each file once, however often the service repeats its row', () => {
    const twice = [row('@Mod/a'), row('@Mod/b'), row('@Mod/b', { Hash: HASH.toUpperCase() }), row('@Mod/a', { Id: 2 })]
    expect(listOf(twice)).toEqual(listOf([row('@Mod/a'), row('@Mod/b')]))
    const { entries } = listOf([...twice, row('@Mod/a', { Size: 2 }), row('@Mod/a')])
    const refused = { kind: 'unsafe-path', path: '@Mod/a', refusal: 'duplicate' }
    expect(entries).toMatchObject([refused, { kind: 'file', path: '@Mod/b' }, refused])
  })

  it('says of each refused entry why, also of two that are refused alike', () => {
    const listed = ['@Mod/../x', '@Mod/../x', '@Mod/Desktop.ini', '@Mod/' + 'x'.repeat(2_000)]
    const { entries } = listOf([
      row('@Mod/a'),
      row('@Mod/b'),
      ...listed.map((path) => row(path)),
      { ...row(''), RelativPath: 7 },
    ])
    expect(entries.slice(2)).toEqual([
      { kind: 'unsafe-path', path: '@Mod/../x', refusal: 'dot-dot' },
      { kind: 'unsafe-path', path: '@Mod/../x', refusal: 'dot-dot' },
      { kind: 'unsafe-path', path: '@Mod/Desktop.ini', refusal: 'shell-file' },
      { kind: 'unsafe-path', path: listed[3]?.slice(0, 1024), refusal: 'too-long' },
      { kind: 'unsafe-path', path: '', refusal: 'not-a-path' },
    ])
  })

  it.each([
    [0, 0],
    ['0', 0],
    [' 7\n', 7],
    [2 ** 53 - 1, 2 ** 53 - 1],
    ...[null, '', true, [5], -1, '-1', 1.5, '1.5', '1e3', '0x10', 2 ** 53, '9'.repeat(17)].map((none) => [none, null]),
  ])('takes %j for a size of %j', (Size, size) => {
    expect(listOf([row('@Mod/a', { Size })]).entries).toMatchObject([{ size }])
  })

  it('has no digest in a text of its length that is no figure', () => {
    const { entries } = listOf([row('@Mod/a'), row('@Mod/b', { Hash: `${'a'.repeat(31)}g` })])
    expect(entries[1]).toMatchObject({ kind: 'unsupported-hash' })
  })

  it('has fields of its own spelling before others', () => {
    expect(listOf([{ relativpath: '@Mod/other', hash: '', ...row('@Mod/a') }]).entries).toMatchObject([
      { kind: 'file', path: '@Mod/a', hash: HASH },
    ])
  })

  it('is counted by what can be checked', () => {
    expect(usableOf(listOf([row('@Mod/a'), row('@Mod/b'), row('@Mod/c', { Hash: 'x' }), row('@Mod/..')]))).toBe(2)
  })

  it('has no digest where what is listed is no text', () => {
    const { entries } = listOf([row('@Mod/a'), row('@Mod/b', { Hash: 7 })])
    expect(entries[1]).toMatchObject({ kind: 'unsupported-hash', hash: '' })
  })
})

describe('a list that is not trusted', () => {
  it.each([
    ['empty', []],
    ['empty', { data: [] }],
    ['empty', { data: {} }],
    ['wrong-shape', { rows: [] }],
    ['wrong-shape', { data: { message: 'Server Error', code: 7 } }],
    ['wrong-shape', 'text'],
    ['wrong-shape', null],
    ['wrong-shape', [1, null, { Path: 'a' }]],
    ['no-usable-entry', [row('../a'), row('b')]],
  ])('is %s: %j', (reason, value) => {
    expect(parseHashList(encode(value))).toMatchObject({ trusted: false, reason })
  })

  it('is one that is cut off anywhere', () => {
    const whole = encode({ data: [row('@Mod/a'), row('@Mod/b')] })
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (length) => {
        expect(parseHashList(whole.subarray(0, length))).toMatchObject({ trusted: false, reason: 'not-json' })
      }),
    )
  })

  it('is a text of more values than any mod has files, or of more bytes, which would fill the memory', () => {
    const readingOf = (count: number, fill: string) => parseHashList(Buffer.alloc(count + 1, ' ').fill(fill, 1))
    const refused = { trusted: false, reason: 'wrong-shape', detail: 'the list is too large' }
    for (const mark of ['{', '[', ',']) expect(readingOf(4_000_001, mark)).toEqual(refused)
    for (const fill of [',', ' ']) expect(readingOf(4_000_000, fill)).toMatchObject({ reason: 'not-json' })
    expect(readingOf(67_108_864, ' ')).toEqual(refused)
  })

  it('is one of two halves: neither folder is the mod’s, unless the caller says so', () => {
    const halves = encode([row('@A/a'), row('@B/b')])
    expect(parseHashList(halves)).toMatchObject({ trusted: false, reason: 'no-usable-entry' })
    expect(parseHashList(halves, '@A')).toMatchObject({ trusted: true, list: { modFolder: '@A' } })
  })

  it('is one without an entry that a file can be checked by, however many rows it has', () => {
    const elsewhere = encode([row('@Other/a'), row('@Other/b')])
    expect(parseHashList(elsewhere, '@Mod')).toMatchObject({ trusted: false, reason: 'no-usable-entry' })
    const unnamed = encode([{ ...row('@Mod/a'), Hash: '' }])
    expect(parseHashList(unnamed)).toMatchObject({ reason: 'no-usable-entry' })
  })
})

describe('the version of a list', () => {
  it('is the same in another order and envelope, and another where any file is another', () => {
    const [a, b] = [row('@Mod/a'), row('@Mod/b')]
    const { version } = listOf([a, b])
    expect(version).toMatch(/^[0-9a-f]{32}$/)
    expect(listOf({ data: [b, { ...a, Id: 9 }] }).version).toBe(version)
    const others = [
      [a],
      [a, row('@Mod/c')],
      [{ ...a, Size: 2 }, b],
      [a, { ...b, Size: 2 }],
      [a, { ...b, Hash: 'b'.repeat(32) }],
    ]
    for (const other of others) expect(listOf(other).version).not.toBe(version)
  })

  it('counts what is refused, in whatever order it is listed', () => {
    const [a, up, out] = [row('@Mod/a'), row('@Mod/../x'), row('@Other/y')]
    const { version } = listOf([a, up, out, row('@Mod/b')])
    for (const order of [
      [up, out, a, row('@Mod/b')],
      [out, row('@Mod/b'), up, a],
    ])
      expect(listOf(order).version).toBe(version)
    for (const other of [
      [a, up, row('@Mod/b')],
      [a, up, row('@Other/z'), row('@Mod/b')],
    ])
      expect(listOf(other).version).not.toBe(version)
  })

  it('holds for long lists: each row counts, and no order does', () => {
    const rows = Array.from({ length: 2_100 }, (_, at) => row(`@Mod/${at}`))
    const { version } = listOf(rows)
    expect(listOf(rows.toReversed()).version).toBe(version)
    for (const at of [0, 999, 1_000, 2_099]) expect(listOf(rows.toSpliced(at, 1)).version).not.toBe(version)
  })
})
