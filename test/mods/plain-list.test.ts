import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHashList } from '../../src-main/mods/hash-list.ts'
import { readPlainList } from '../../src-main/mods/plain/plain-list.ts'
import { badPaths } from './bad-paths.ts'
import { envelopes } from './game.ts'

const HASH = '0123456789abcdef0123456789ABCDEF'

/** What is read of a text as a plain list; undefined if it is none. */
async function readPlain(text: string, modFolder?: string) {
  const plain = await readPlainList(text, modFolder, 0)
  return plain && { modFolder: plain.modFolder, entries: await plain.all() }
}

/** Reads a text both ways: what is plain has to be what is read row by row. Tells whether it is. */
async function isPlain(text: string, modFolder?: string): Promise<boolean> {
  const plain = await readPlain(text, modFolder)
  if (!plain) return false
  const reading = parseHashList(text, modFolder === undefined ? {} : { modFolder })
  expect(reading).toEqual({ trusted: true, list: plain })
  return true
}

const row = (path: string, more: object = {}) => ({
  ...{ Id: 1, RelativPath: path, Hash: HASH, FileName: path.slice(path.lastIndexOf('\\') + 1), Size: 7 },
  ...more,
})
const [, , usual = (data: unknown[]): unknown => data] = envelopes
const textOf = (rows: object[], envelope = usual, indent?: string) => JSON.stringify(envelope(rows), undefined, indent)

/** Names that are sound, that are not, and that look like the one or the other. */
const names = [
  ...['a', 'A.pbo', 'b_1.pbo', 'some name.pbo', "o'neill.pbo", 'x.y.z', 'a..b', '[1]{2}(3)', '~^`=;,&%$#!@', 'a . b'],
  ...['config.bin', 'common', 'com', 'com0', 'COM1', 'com1.pbo', 'com12', 'lpt9.txt', 'con', 'CON.pbo', 'con .pbo'],
  ...[
    'conin$',
    'conout$.x',
    'conf',
    'conq',
    'aux',
    'aux.c',
    'auxes',
    'nul',
    'nulls',
    'prn.',
    'clock$',
    'clocks',
    'cloud',
  ],
  ...['', '.', '..', '.hidden', 'end.', 'end ', ' start', 'a:b', 'a*b', 'a?b', 'a|b', 'a<b', 'a"b', 'a\tb', 'a\u0000b'],
  ...['ä', 'e\u0301', '\u0130', 'ſ', '\ud800', '\u007f', '\u0141', 'x'.repeat(255), 'x'.repeat(256)],
]
/** Those that are not sound beyond doubt. */
const oddNames = [
  ...[
    '',
    '.',
    '..',
    '.hidden',
    'end.',
    'end ',
    ' start',
    'a:b',
    'a*b',
    'a?b',
    'a|b',
    'a<b',
    'a>b',
    'a\tb',
    'ä',
    '\u0141',
  ],
  ...[
    'con',
    'CON.x',
    'con .x',
    'prn',
    'aux.c',
    'nul',
    'com1',
    'LPT9.txt',
    'conin$',
    'conout$.x',
    'clock$',
    'x'.repeat(256),
  ],
]
const sound = fc.constantFrom(...names.slice(0, 12), 'conf', 'cloud', 'x'.repeat(255))
const anyName = fc.oneof({ weight: 60, arbitrary: sound }, { weight: 1, arbitrary: fc.constantFrom(...names) })
const path = fc
  .tuple(
    fc.oneof(
      { weight: 60, arbitrary: fc.constant('@Mod') },
      { weight: 1, arbitrary: fc.constantFrom('@mod', '@Other', '') },
    ),
    fc.array(anyName, { maxLength: 5 }),
    fc.nat(400),
    fc.constantFrom('\\', '\\', '/'),
  )
  .map(([folder, inner, at, slash]) => [folder, ...inner, `f${at}`].join(slash))

const odd = fc.constantFrom<object>(
  ...[
    { Hash: HASH.slice(1) },
    { Hash: `${HASH}01234567` },
    { Hash: HASH.replace('a', 'g') },
    { Hash: null },
    { Hash: ` ${HASH}` },
  ],
  ...[
    { Size: -1 },
    { Size: 1.5 },
    { Size: '7' },
    { Size: null },
    { Size: 2 ** 53 },
    { Size: 1e21 },
    { Size: 1e15 },
    { Size: 0 },
  ],
  ...[
    { Size: 999_999_999_999_999 },
    { Id: '1' },
    { Id: null },
    { Id: -1 },
    { Id: 0 },
    { More: 1 },
    { FileName: 'x"y' },
  ],
  ...[{ FileName: 7 }, { FileName: 'ä' }, { relativpath: 'x' }, { Hash: HASH.toLowerCase() }, { RelativPath: ['a'] }],
)
const rows = fc.array(
  fc
    .tuple(path, fc.oneof({ weight: 60, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: odd }))
    .map(([listed, more]) => row(listed, more)),
  { minLength: 1, maxLength: 12 },
)
const indent = fc.constantFrom(undefined, undefined, ' ', '\t')

describe('a list that is plain', () => {
  it('is read as row by row, whatever stands in it', async () => {
    let plain = 0
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(...envelopes), indent, async (listed, envelope, space) => {
        if (await isPlain(textOf(listed, envelope, space), '@Mod')) plain++
      }),
      { numRuns: 400 },
    )
    expect(plain).toBeGreaterThan(40)
  })

  it('is no more one after any change of its text that is not read as the same', async () => {
    const listed = [
      row('@Mod\\a b\\f1.pbo'),
      row('@Mod\\x/y', { Size: 0 }),
      row('@Mod\\c', { Id: 120, Size: 10_203_040_506_070 }),
    ]
    const text = textOf(listed)
    expect(await isPlain(text)).toBe(true)
    const pieces = [
      ...'{}[]":,\\/ \t\n\r0123456789abfgu-+.eE\u0000\u00a0\u2028ä',
      'null',
      '\\u0061',
      '//',
      '\\"',
      '\\\\',
    ]
    const change = fc.tuple(fc.nat(text.length), fc.nat(3), fc.constantFrom('', ...pieces))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 2 }), async (changes) => {
        let changed = text
        for (const [at, cut, piece] of changes) changed = changed.slice(0, at) + piece + changed.slice(at + cut)
        await isPlain(changed)
      }),
      { numRuns: 3_000 },
    )
  })

  it('is not one with any odd value, each by itself', async () => {
    const spelled = (name: string) => JSON.stringify(name).slice(1, -1)
    const raw = ({ id = '1', path = '@Mod/a', hash = HASH, name = 'a', size = '7' }) =>
      `[{"Id":${id},"RelativPath":"${path}","Hash":"${hash}","FileName":"${name}","Size":${size}}]`
    expect(await isPlain(raw({}))).toBe(true)
    const numbers = ['', '00', '01', '-0', '-1', '+1', '1.0', '1.', '.1', '1e5', '1E5', '0x1', '1 2', '9'.repeat(16)]
    const hashes = ['/', ':', '@', 'G', '`', 'g', '"', ' ', '\u0130', '\u0141'].map((odd) => HASH.slice(1) + odd)
    const texts = [
      '\\',
      '\\"',
      '\\u0061',
      '"',
      '\0',
      '\u001f',
      '\u007f',
      '\u0080',
      '\u0120',
      '\u0141',
      '\ud800',
      '\u2028',
    ]
    for (const odd of [
      ...[...numbers, '"1"', 'null'].flatMap((number) => [raw({ id: number }), raw({ size: number })]),
      ...[...hashes, '', HASH.slice(1), `${HASH}0`, `${HASH}01234567`].map((hash) => raw({ hash })),
      ...texts.flatMap((text) => [raw({ name: text }), raw({ path: `@Mod/${text}` }), raw({ path: `@Mod/a${text}b` })]),
      ...['a', '', '/', '@Mod', '@Mod/', '/@Mod/a', '\\/@Mod/a', '@Mod//a'].map((path) => raw({ path })),
      ...oddNames.flatMap((name) =>
        [`@Mod/${name}`, `@Mod/${name}/x`, `${name}/x`].map((path) => raw({ path: spelled(path) })),
      ),
    ])
      expect([odd, await isPlain(odd)]).toEqual([odd, false])
    for (const name of names)
      for (const path of [`@Mod/${name}`, `@Mod/x.y/${name}/x`]) await isPlain(raw({ path: spelled(path) }))
  })

  it('may have blanks wherever JSON has them, and either slash, escaped or not', async () => {
    const text =
      ' {\n"data" :\t[ { "Id" : 1 , "RelativPath" : "@Mod\\\\a\\/b/c" , "Hash" : "HASH" , "FileName" : "c" , "Size" : 5 }\r\n, {"Id":2,"RelativPath":"@Mod/d","Hash":"HASH","FileName":"","Size":0} ] } '.replaceAll(
        'HASH',
        HASH,
      )
    const where = { folder: '@Mod/a/b', name: 'c', path: '@Mod/a/b/c' }
    const file = { kind: 'file', size: 5, hash: HASH.toLowerCase(), algorithm: 'md5' }
    const second = { ...file, folder: '@Mod', name: 'd', path: '@Mod/d', size: 0 }
    expect(await readPlain(text)).toEqual({ modFolder: '@Mod', entries: [{ ...file, ...where }, second] })
    expect(await isPlain(text, '@Mod')).toBe(true)
    expect(await isPlain(text, '@mod')).toBe(false)
  })

  it('holds any number of rows and no path twice, whatever the case of its letters', async () => {
    const many = Array.from({ length: 6_000 }, (_, at) => row(`@Mod\\d${at % 70}\\f${at}.pbo`, { Id: at, Size: at }))
    expect(await isPlain(textOf(many))).toBe(true)
    for (const twin of ['@Mod\\d1\\f1.pbo', '@Mod\\D1\\F1.PBO', '@mod\\d1\\f1.pbo'])
      expect(await readPlain(textOf([...many, row(twin)]))).toBeUndefined()
  })

  it('is not one with any bad path', async () => {
    const bad = badPaths.flatMap(({ paths }) => paths)
    for (const path of bad) {
      const text = textOf([row('@Mod\good'), row('', { RelativPath: path })])
      expect([path, await readPlain(text, '@Mod')]).toEqual([path, undefined])
    }
  })

  it('is not one where a length is at its end', async () => {
    const long = (length: number) => `@Mod/${'d/'.repeat(400)}${'x'.repeat(length - 805)}`
    for (const [listed, expected] of [
      [long(1024), true],
      [long(1025), false],
      [`@Mod/${'x'.repeat(255)}`, true],
      [`@Mod/${'x'.repeat(256)}/y`, false],
    ] as const)
      expect([listed.length, await isPlain(textOf([row(listed)]))]).toEqual([listed.length, expected])
  })

  it('is not one that is empty, of another form, or cut off', async () => {
    const text = textOf([row('@Mod\\a'), row('@Mod\\b')])
    for (const other of [
      '',
      '[]',
      '{"data":[]}',
      '[,]',
      '{}',
      'null',
      `\ufeff${text}`,
      `${text}]`,
      text.replace('}],', '},],'),
      text.replace('1700000000', '01'),
    ])
      expect([other, await isPlain(other)]).toEqual([other, other.startsWith('\ufeff')])
    for (let length = 0; length < text.length; length++) expect(await readPlain(text.slice(0, length))).toBeUndefined()
  })
})
