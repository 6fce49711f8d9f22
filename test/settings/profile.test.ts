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

function reasonOf(content: unknown): string {
  try {
    profileOf(content)
  } catch (error) {
    if (isFailure(error) && error.is('profile-invalid')) return error.facts.reason
    throw error
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
  ['http address', { ...least, baseUrl: 'http://api.example.org' }],
  ['another scheme', { ...least, baseUrl: 'file:///etc/passwd' }],
  ['credentials in the address', { ...least, baseUrl: 'https://me:pw@api.example.org' }],
  ['a password alone in the address', { ...least, baseUrl: 'https://:pw@api.example.org' }],
  ['http that looks like loopback', { ...least, baseUrl: 'http://127.0.0.1.example.org' }],
  ['an id that is a path', { ...least, id: '../north' }],
  ['no name', { ...least, name: ' ' }],
  ['a list', []],
  ['a zone that is none', { ...least, timeZone: 'Berlin' }],
  ['a pattern that is none', { ...least, bank: { ibanPattern: '^(NH' } }],
])('refused: %s', (_name, content) => {
  expect(reasonOf(content)).not.toBe('accepted')
})

test('http is fine on this machine', () => {
  expect(reasonOf({ ...least, baseUrl: 'http://127.0.0.1:8080' })).toBe('accepted')
  expect(reasonOf({ ...least, baseUrl: 'http://localhost:8080' })).toBe('accepted')
})

test('what is not JSON or not there is said', () => {
  expect(reasonOf('{')).toBe('not JSON')
  expect(reasonOf(JSON.stringify({ ...least, name: ' '.repeat(300_000) }))).toBe('not JSON')
  expect(() => readProfile(join(tempDir(), 'none.json'))).toThrow()
  expect(() => readProfile(tempDir())).toThrow()
})
