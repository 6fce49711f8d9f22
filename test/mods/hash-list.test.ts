import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHashList, readHashList } from '../../src-main/mods/hash-list.ts'
import { envelopes } from './game.ts'

const HASH = 'a'.repeat(32)
/** What could be taken for the end of a row by who looks at the text only. */
const traps = ['}, {', '"},{"', '\\"},{', '}\n,\n{', ']}', '{"data":[', '\u2028},{', '\\', '}, {"Id":1}']

/** Rows of which some are nested or hold a trap; enough of them that their text is read in pieces. */
const rowsOf = (odd: readonly (readonly [number, string, boolean])[]): unknown[] => {
  const rows: unknown[] = Array.from({ length: 2_200 }, (_, at) => ({
    ...{ Id: at, RelativPath: `@Mod\\addons\\file-${at}.pbo`, Hash: HASH, FileName: `file-${at}.pbo`, Size: at },
  }))
  for (const [at, text, nested] of odd)
    rows[at] = {
      ...{
        Note: nested ? [{ a: text }, { b: [{}, {}] }] : text,
        RelativPath: `@Mod/${at}${text}`,
        Hash: HASH,
        Size: 1,
      },
    }
  return rows
}

const reference = (text: string) => {
  try {
    return readHashList(JSON.parse(text))
  } catch {
    return 'not-json'
  }
}

const read = (text: string) => {
  const reading = parseHashList(text)
  return !reading.trusted && reading.reason === 'not-json' ? 'not-json' : reading
}

describe('a long list that is read in pieces', () => {
  const odd = fc.array(fc.tuple(fc.nat(2_199), fc.constantFrom(...traps), fc.boolean()), { maxLength: 60 })
  const space = fc.constantFrom(undefined, 1, '\t')

  it('says what is said of it as a whole', () => {
    fc.assert(
      fc.property(odd, space, fc.constantFrom(...envelopes), (places, indent, envelope) => {
        const rows = rowsOf(places)
        const text = JSON.stringify(envelope(rows), undefined, indent)
        expect(read(text)).toEqual(reference(text))
      }),
      { numRuns: 25 },
    )
  })

  it('is not trusted where any place of it is no JSON', () => {
    const sound = JSON.stringify(rowsOf([]))
    const wrongs = ['', ',', '\u00a0', '\ufeff', '\u2028', ']', ']},{"data":[', '0', '"']
    fc.assert(
      fc.property(fc.nat(2_198), fc.nat(2), fc.constantFrom(...wrongs), (row, where, wrong) => {
        const at = sound.indexOf(`},{"Id":${row + 1},`) + where
        const cut = wrong === '' ? 1 : 0
        const text = sound.slice(0, at) + wrong + sound.slice(at + cut)
        expect(read(text)).toEqual(reference(text))
      }),
      { numRuns: 40 },
    )
  })

  it('is not trusted where something else than a blank stands where it is cut', () => {
    const sound = JSON.stringify(rowsOf([]))
    const texts = Array.from({ length: 4 }, (_, at) => sound.indexOf('},{', (96 << 10) - 150 + at * 100) + 1).map(
      (at) => `${sound.slice(0, at)}\u00a0${sound.slice(at)}`,
    )
    expect(texts.map(read)).toEqual(texts.map(() => 'not-json'))
  })

  it('is not trusted where it is cut off', () => {
    const sound = JSON.stringify({ data: rowsOf([]) })
    fc.assert(
      fc.property(fc.nat(sound.length - 1), (length) => {
        expect(read(sound.slice(0, length))).toBe('not-json')
      }),
      { numRuns: 30 },
    )
  })
})
