import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readGivenProfile, readProfile, recipeOf } from '../../src-main/settings/index.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import { tempDir } from '../support/temp.ts'

function fileWith(content: unknown): string {
  const path = join(tempDir(), 'community.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** Why it is refused, with the field where it is one: `baseUrl: address`. */
function reasonOf(content: unknown, read: (path: string) => unknown = readProfile): string {
  try {
    read(fileWith(content))
  } catch (error) {
    if (!isFailure(error) || !error.is('profile-invalid')) throw error
    const { field, reason } = error.facts
    return field ? `${field}: ${reason}` : reason
  }
  return 'accepted'
}

const least = { id: 'north', name: 'North', baseUrl: 'https://api.example.org/' }

test('id, name and address are enough; the rest has standard values', () => {
  const profile = readProfile(fileWith(least))
  expect(profile.baseUrl).toBe('https://api.example.org')
  expect(profile.game.appId).toBe(107410)
  expect(profile.bank.ibanPattern).toBe('^NH[0-9]{6}$')
  expect(profile.timeZone).toBe('Europe/Berlin')
})

test('a byte order mark is no reason to refuse', () => {
  expect(readProfile(fileWith(`\uFEFF${JSON.stringify(least)}`)).name).toBe('North')
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
  ['an id that every object has', { ...least, id: 'constructor' }, 'id: id'],
  ['an id that is a device', { ...least, id: 'com1' }, 'id: id'],
  [
    'hosts of the sign-in without end',
    { ...least, bank: { loginHosts: Array(9).fill('a.example') } },
    'bank.loginHosts: too-long',
  ],
  ['a currency that adds a figure', { ...least, bank: { currency: '0 $' } }, 'bank.currency: choice'],
  ['a currency with signs that turn figures', { ...least, bank: { currency: '\u202E$' } }, 'bank.currency: choice'],
  ['no name', { ...least, name: ' ' }, 'name: empty'],
  ['a name without end', { ...least, name: 'n'.repeat(81) }, 'name: too-long'],
  ['a name that is a number', { ...least, name: 7 }, 'name: kind'],
  ['a list', [], 'id: missing'],
  ['a word', '"north"', 'no-profile'],
  ['a zone that is none', { ...least, timeZone: 'Berlin' }, 'timeZone: zone'],
  ['a pattern that is none', { ...least, bank: { ibanPattern: '^(NH' } }, 'bank.ibanPattern: pattern'],
  ['an encoding that is none', { ...least, bank: { encoding: 'xml' } }, 'bank.encoding: choice'],
  ['half a letter', { ...least, bank: { infoMaxLength: 0.5 } }, 'bank.infoMaxLength: range'],
  ['an unknown game', { ...least, game: { appId: 1 } }, 'game.appId: choice'],
  [
    'a pattern with a meaning of its own',
    { ...least, bank: { sessionCookie: '(a+)+$' } },
    'bank.sessionCookie: pattern',
  ],
  ['a pattern without end', { ...least, bank: { ibanPattern: 'a'.repeat(101) } }, 'bank.ibanPattern: pattern'],
  [
    'a word of the bank that is in every page',
    { ...least, bank: { texts: { success: '' } } },
    'bank.texts.success: empty',
  ],
  ['a question in the address', { ...least, baseUrl: 'https://api.example.org/?a' }, 'baseUrl: address'],
])('refused, with the field and what is wrong with it: %s', (_name, content, reason) => {
  expect(reasonOf(content)).toBe(reason)
})

/** Each field of a recipe, as a hostile profile would fill it: a program of the system is found in the registry and started on a join. */
const hostileGame: Record<string, unknown> = {
  name: 'Game',
  executables: { win32: ['System32\\cmd.exe'], linux: ['run'] },
  processes: { linux: ['run'] },
  versioned: ['a.exe'],
  viaSteam: [],
  byLink: false,
  registry: [{ key: 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion', value: 'SystemRoot' }],
  arguments: ['/c', 'calc'],
  notInParameterFile: ['/c'],
  crashLogs: { folder: 'Arma 3' },
  signatures: null,
  other: 1,
}

test.each(Object.entries(hostileGame))('a profile from anywhere brings no recipe: game.%s', (field, value) => {
  expect(reasonOf({ ...least, game: { appId: 107410, [field]: value } })).toBe(`game.${field}: own-recipe`)
  expect(reasonOf({ ...least, game: { [field]: value } })).toBe(`game.${field}: own-recipe`)
})

test('it picks one of the games that the app knows', () => {
  const { game } = readProfile(fileWith({ ...least, game: { appId: 730 } }))
  expect(recipeOf(game)).toMatchObject({ name: 'Counter-Strike 2', byLink: true })
  expect(recipeOf({ appId: 107410 })).toMatchObject({ name: 'Arma 3', byLink: false })
})

test('a recipe of its own stands only in a file that is named by hand', () => {
  const { other: _, ...game } = hostileGame
  const given = readGivenProfile(fileWith({ ...least, game }))
  expect(given).toMatchObject({ isOwn: true, recipe: { executables: game.executables, arguments: ['/c', 'calc'] } })
  expect(readGivenProfile(fileWith({ ...least, game: { appId: 730 } }))).toMatchObject({ isOwn: false })
  expect(readGivenProfile(fileWith({ ...least, game: { appId: 1 } }))).toMatchObject({
    isOwn: true,
    recipe: { appId: 1 },
  })
  const wayOut = { ...least, game: { executables: { linux: ['../sh'] } } }
  expect(reasonOf(wayOut, readGivenProfile)).toBe('game.executables.linux.0: inner-path')
  const aSwitch = { ...least, game: { registry: [{ key: '/v', value: 'main' }] } }
  expect(reasonOf(aSwitch, readGivenProfile)).toBe('game.registry.0.key: registry-name')
})

test.each([
  '127.0.0.1:8080',
  '127.1',
  '2130706433',
  '0x7f.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  'localhost',
  'localhost.',
  'a.localhost',
  '0.0.0.0',
])('this computer is named only by hand: %s', (host) => {
  for (const field of ['baseUrl', 'infoUrl'])
    for (const scheme of ['http', 'https']) {
      const content = { ...least, [field]: `${scheme}://${host}/` }
      expect(reasonOf(content)).toBe(`${field}: local-address`)
      expect(reasonOf(content, readGivenProfile)).toBe('accepted')
    }
  expect(reasonOf({ ...least, images: { item: `https://${host}/` } })).toBe('images.item: local-address')
})

test('an address is one text, however it is spelled', () => {
  expect(readProfile(fileWith({ ...least, baseUrl: ' https://API.example.org:443//a/../b/ ' })).baseUrl).toBe(
    'https://api.example.org//b',
  )
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
