import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readAllowedKeys } from '../../src-main/play/query/answers.ts'
import { rulesOf } from './query-server.ts'

const words = ['harbour_v3', 'ace_3.16', 'Maps']

it('the keys of a server are read from its rules, whatever add-ons and mods come before them', () => {
  expect(readAllowedKeys(rulesOf({ keys: words }))).toEqual(['harbour_v3', 'ace_3.16', 'maps'])
  const mods = Array.from({ length: 12 }, (_none, at) => ({ id: at % 2 ? 450_814_997 : 0, name: `Mod ${at}` }))
  expect(readAllowedKeys(rulesOf({ keys: words, addons: 0x0811, mods }))).toEqual(['harbour_v3', 'ace_3.16', 'maps'])
})

it('nothing is said of a server that does not tell, or not all of it', () => {
  expect(readAllowedKeys(Buffer.alloc(0))).toBeUndefined()
  expect(readAllowedKeys(rulesOf({ keys: [] }))).toBeUndefined()
  expect(readAllowedKeys(rulesOf({ keys: words, overflow: 1 }))).toBeUndefined()
  expect(readAllowedKeys(rulesOf({ keys: words, protocol: 2 }))).toBeUndefined()
  const whole = rulesOf({ keys: words, mods: Array.from({ length: 12 }, () => ({ id: 1, name: 'x'.repeat(20) })) })
  for (let end = 0; end < whole.length; end++) expect(readAllowedKeys(whole.subarray(0, end))).toBeUndefined()
})

it('no answer, however wrong, throws or says a key that is none', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readAllowedKeys(Buffer.from(bytes))))
  const whole = rulesOf({ keys: words, addons: 3, mods: [{ id: 7, name: 'a' }] })
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, value) => {
      const other = Buffer.from(whole)
      other[at] = value
      readAllowedKeys(other)
    }),
  )
})
