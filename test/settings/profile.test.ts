import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readProfile } from '../../src-main/settings/index.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import { tempDir } from '../support/temp.ts'

function profileOf(content: unknown) {
  const path = join(tempDir(), 'community.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return readProfile(path)
}

/** Why it is refused, with the field where it is one: `baseUrl: address`. */
function reasonOf(content: unknown): string {
  try {
    profileOf(content)
  } catch (error) {
    if (!isFailure(error) || !error.is('profile-invalid')) throw error
    const { field, reason } = error.facts
    return field ? `${field}: ${reason}` : reason
  }
  return 'accepted'
}

const least = { id: 'north', name: 'North', baseUrl: 'https://api.example.org/' }

test('id, name and address are enough; the rest has standard values', () => {
  const profile = profileOf(least)
  expect(profile.baseUrl).toBe('https://api.example.org')
  expect(profile.game.appId).toBe(107410)
  expect(profile.bank.ibanPattern).toBe('^NH[0-9]{6}$')
  expect(profile.timeZone).toBe('Europe/Berlin')
})

test('a byte order mark is no reason to refuse', () => {
  expect(profileOf(`\uFEFF${JSON.stringify(least)}`).name).toBe('North')
})

test.each([
  ['http address', { ...least, baseUrl: 'http://api.example.org' }, 'baseUrl: address'],
  ['another scheme', { ...least, baseUrl: 'file:///etc/passwd' }, 'baseUrl: address'],
  ['credentials in the address', { ...least, baseUrl: 'https://me:pw@api.example.org' }, 'baseUrl: address'],
  ['a password alone in the address', { ...least, baseUrl: 'https://:pw@api.example.org' }, 'baseUrl: address'],
  ['http that looks like loopback', { ...least, baseUrl: 'http://127.0.0.1.example.org' }, 'baseUrl: address'],
  ['no address at all', { ...least, baseUrl: 'north' }, 'baseUrl: address'],
  ['an address left out', { id: 'north', name: 'North' }, 'baseUrl: missing'],
  ['an id that is a path', { ...least, id: '../north' }, 'id: id'],
  ['no name', { ...least, name: ' ' }, 'name: empty'],
  ['a name without end', { ...least, name: 'n'.repeat(81) }, 'name: too-long'],
  ['a name that is a number', { ...least, name: 7 }, 'name: kind'],
  ['a list', [], 'id: missing'],
  ['a word', '"north"', 'no-profile'],
  ['a zone that is none', { ...least, timeZone: 'Berlin' }, 'timeZone: zone'],
  ['a pattern that is none', { ...least, bank: { ibanPattern: '^(NH' } }, 'bank.ibanPattern: pattern'],
  ['an encoding that is none', { ...least, bank: { encoding: 'xml' } }, 'bank.encoding: choice'],
  ['half a letter', { ...least, bank: { infoMaxLength: 0.5 } }, 'bank.infoMaxLength: range'],
  ['no game', { ...least, game: { appId: 0 } }, 'game.appId: range'],
  ['a way out', { ...least, game: { executables: { linux: ['../sh'] } } }, 'game.executables.linux.0: inner-path'],
  [
    'a key that is a switch',
    { ...least, game: { registry: [{ key: '/v', value: 'main' }] } },
    'game.registry.0.key: registry-name',
  ],
])('refused, with the field and what is wrong with it: %s', (_name, content, reason) => {
  expect(reasonOf(content)).toBe(reason)
})

test('http is fine on this machine', () => {
  expect(reasonOf({ ...least, baseUrl: 'http://127.0.0.1:8080' })).toBe('accepted')
  expect(reasonOf({ ...least, baseUrl: 'http://localhost:8080' })).toBe('accepted')
})

test('what is not JSON or not there is said', () => {
  expect(reasonOf('{')).toBe('not-json')
  expect(reasonOf(JSON.stringify({ ...least, name: ' '.repeat(300_000) }))).toBe('too-large')
  const why = (path: string) => expect(() => readProfile(path))
  why(join(tempDir(), 'none.json')).toThrow(
    expect.objectContaining({ facts: expect.objectContaining({ reason: 'not-there', errno: 'ENOENT' }) as object }),
  )
  why(tempDir()).toThrow(
    expect.objectContaining({ facts: expect.objectContaining({ reason: 'not-a-file' }) as object }),
  )
})
