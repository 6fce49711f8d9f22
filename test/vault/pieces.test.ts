import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deletePieces, readPieces, writePieces } from '../../src-main/vault/pieces.ts'
import { windowsLikeKeyring } from './fake-keyring.ts'

const long = (seed: string) => seed.repeat(600)

/** How many entries a value has that nothing was written before. */
async function entriesOf(value: string): Promise<number> {
  const keyring = windowsLikeKeyring()
  await writePieces(keyring, 'a', value)
  return keyring.entries.size
}

test('a value of any length comes back whole, within the size limit of Windows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 6_000 }), { maxLength: 4 }), async (values) => {
      const keyring = windowsLikeKeyring()
      for (const value of values) {
        await writePieces(keyring, 'demo/bank-session', value)
        expect(await readPieces(keyring, 'demo/bank-session')).toBe(value)
        expect(keyring.entries.size).toBe(await entriesOf(value)) // nothing of the former one stays
      }
      await deletePieces(keyring, 'demo/bank-session')
      expect([...keyring.entries.keys()]).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('a piece is as long as Windows takes with room for its marks, and no longer than it has to be', async () => {
  for (const [length, entries] of [
    [1_199, 1],
    [1_200, 2],
    [2_400, 3],
    [2_401, 4],
  ] as const) {
    const keyring = windowsLikeKeyring()
    await writePieces(keyring, 'a', 'x'.repeat(length))
    expect([length, keyring.entries.size]).toEqual([length, entries])
  }
})

test.each([
  ['a mark of no kind', '?x'],
  ['a side that is not there', '#c/1/0000000000000000'],
  ['a piece that is gone', '#a/3/0000000000000000'],
  ['another digest', '#a/2/0000000000000000'],
  ['fewer pieces', '#a/1/'],
])('a value whose pieces do not fit together is none: %s', async (_what, head) => {
  const keyring = windowsLikeKeyring()
  await writePieces(keyring, 'a', 'y'.repeat(2_000))
  const [, , , sum = ''] = /^#(a)\/(2)\/(.*)$/.exec(keyring.entries.get('a') ?? '') ?? []
  expect(sum).toMatch(/^[0-9a-f]{16}$/)
  keyring.entries.set('a', head.endsWith('/') ? head + sum : head)
  expect(await readPieces(keyring, 'a')).toBeUndefined()
})

test('an interrupted write leaves the old value or the new one, and no piece that a deletion misses', async () => {
  const [before, after] = [long('köfferchen'), long('änderung-2')]
  for (let budget = 0; budget < 30; budget++) {
    const keyring = windowsLikeKeyring()
    await writePieces(keyring, 'a', before)
    keyring.budget = budget
    const done = await writePieces(keyring, 'a', after).then(
      () => true,
      () => false,
    )
    keyring.budget = Infinity
    expect([before, after]).toContain(await readPieces(keyring, 'a'))
    if (done) expect(await readPieces(keyring, 'a')).toBe(after)
    for (const value of ['z'.repeat(2_000), 'short']) {
      const later = windowsLikeKeyring()
      for (const [account, piece] of keyring.entries) later.entries.set(account, piece)
      for (const one of [value, long('once more'), value]) {
        await writePieces(later, 'a', one)
        expect(later.entries.size).toBe(await entriesOf(one))
      }
    }
    await deletePieces(keyring, 'a')
    expect([...keyring.entries.keys()]).toEqual([])
  }
})

test('an interrupted deletion can be done again and then leaves nothing', async () => {
  for (let budget = 0; budget < 10; budget++) {
    const keyring = windowsLikeKeyring()
    await writePieces(keyring, 'a', long('geheimnis!'))
    keyring.budget = budget
    await deletePieces(keyring, 'a').catch(() => undefined)
    keyring.budget = Infinity
    await deletePieces(keyring, 'a')
    expect([...keyring.entries.keys()]).toEqual([])
  }
})
