import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readVdf, vdfAt, vdfText, type VdfTable } from '../../src-main/play/installs/vdf.ts'

describe('KeyValues text', () => {
  it('decodes escapes and keeps long ids as text', () => {
    const read = readVdf(String.raw`
      "libraryfolders"
      {
        // the first library
        "0" { "path" "C:\\Program Files (x86)\\Steam" "contentid" "76561198000000001234" "label" "say \"hi\"\n" }
        "1" { path D:/Games [$WIN32] }
      }`)
    expect(vdfText(read, 'LibraryFolders', '0', 'Path')).toBe(String.raw`C:\Program Files (x86)\Steam`)
    expect(vdfText(read, 'libraryfolders', '0', 'contentid')).toBe('76561198000000001234')
    expect(vdfText(read, 'libraryfolders', '0', 'label')).toBe('say "hi"\n')
    expect(vdfText(read, 'libraryfolders', '1', 'path')).toBe('D:/Games')
  })

  it('leaves a backslash that escapes nothing', () => {
    expect(vdfText(readVdf(String.raw`"a" "C:\Users\games"`), 'a')).toBe(String.raw`C:\Users\games`)
  })

  it('reads a byte order mark, empty values and the later of two equal names', () => {
    const read = readVdf('\uFEFF"a" "" "b" "1" "b" "2"')
    expect({ ...read }).toEqual({ a: '', b: '2' })
  })

  it('knows no inherited names', () => {
    expect(vdfAt(readVdf('"a" "1"'), 'constructor')).toBeUndefined()
    expect(vdfAt(readVdf('"__proto__" { "x" "1" }'), '__proto__', 'x')).toBe('1')
  })

  it.each(['"a', '"a" {', '"a" }', '}', '{', '"a"', '"a" { "b" }', '{'.repeat(100)])('refuses %j', (text) => {
    expect(() => readVdf(text)).toThrow(SyntaxError)
  })

  it('refuses tables in tables without end', () => {
    expect(() => readVdf('"a" {'.repeat(100_000))).toThrow(SyntaxError)
  })

  it('gives back whatever was written', () => {
    const written = fc.letrec<{ table: Record<string, unknown>; value: unknown }>((tie) => ({
      table: fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
      value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.string(), tie('table')),
    })).table
    const quote = (text: string) =>
      `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`
    const write = (table: object): string =>
      Object.entries(table)
        .map(
          ([name, value]) =>
            `${quote(name)} ${typeof value === 'string' ? quote(value) : `{ ${write(value as object)} }`}`,
        )
        .join('\n')
    const plain = (table: VdfTable): unknown =>
      Object.entries(table).map(([name, value]) => [name, typeof value === 'string' ? value : plain(value)])
    fc.assert(
      fc.property(written, (table) => {
        expect(plain(readVdf(write(table)))).toEqual(plain(table as VdfTable))
      }),
    )
  })

  it('answers or throws a SyntaxError, never anything else', () => {
    const parts = fc.constantFrom('"', '{', '}', '\\', 'a', ' ', '\n', '//', '[$X]', '"a"', '\0', '/')
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (pieces) => {
        try {
          readVdf(pieces.join(''))
        } catch (error) {
          expect(error).toBeInstanceOf(SyntaxError)
        }
      }),
      { numRuns: 2000 },
    )
  })
})
