import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  hostsOf,
  profileView,
  readGivenProfile,
  readProfile,
  sourcesOf,
  recipeOf,
} from '../../src-main/settings/index.ts'
import { faultsOfProfile, readKeptProfile } from '../../src-main/settings/profile.ts'
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
  expect(profile).toEqual({
    id: 'north',
    name: 'North',
    baseUrl: 'https://api.example.org',
    timeZone: 'Europe/Berlin',
    game: { appId: 107410 },
    bank: {
      ibanPattern: '^NH[0-9]{6}$',
      sessionCookie: '^[A-Za-z0-9_.-]+_session$',
      encoding: 'form',
      currency: '$',
      loginHosts: ['steamcommunity.com'],
      infoMaxLength: 80,
      texts: {
        success: 'Deine Überweisung wurde aufgegeben und durchgeführt!',
        wrongFormat: 'Falsches IBAN-Format!',
        notEnough: 'Zu wenig Geld auf dem Konto!',
        noSuchAccount: 'Zielkonto existiert nicht',
      },
    },
    voice: { clientPage: 'https://www.teamspeak.com/downloads' },
    community: { faq: [], links: [] },
    images: {},
    mods: { allowHttpDownloads: false, sources: {} },
  })
})

test('each bound is the last that is taken', () => {
  const bank = (given: object) => ({ ...least, bank: given })
  const texts = (success: string) => bank({ texts: { success } })
  const hosts = (count: number, host: string) => bank({ loginHosts: Array(count).fill(host) })
  for (const [taken, refused, reason] of [
    [{ ...least, id: 'n'.repeat(63) }, { ...least, id: 'n'.repeat(64) }, 'id: id'],
    [{ ...least, name: ' n ' }, { ...least, name: ' ' }, 'name: empty'],
    [{ ...least, name: 'n'.repeat(80) }, { ...least, name: 'n'.repeat(81) }, 'name: too-long'],
    [{ ...least, timeZone: 'UTC' }, { ...least, timeZone: 'U'.repeat(65) }, 'timeZone: too-long'],
    [bank({ currency: 'c'.repeat(8) }), bank({ currency: 'c'.repeat(9) }), 'bank.currency: too-long'],
    [bank({ infoMaxLength: 1 }), bank({ infoMaxLength: 0 }), 'bank.infoMaxLength: range'],
    [bank({ infoMaxLength: 4_000 }), bank({ infoMaxLength: 4_001 }), 'bank.infoMaxLength: range'],
    [texts('t'), texts(''), 'bank.texts.success: empty'],
    [texts('t'.repeat(200)), texts('t'.repeat(201)), 'bank.texts.success: too-long'],
    [hosts(8, 'a.example'), hosts(9, 'a.example'), 'bank.loginHosts: too-long'],
    [hosts(1, 'a.example'), hosts(1, 'a.example/b'), 'bank.loginHosts.0: address'],
    [hosts(8, 'a.example'), hosts(10_000, '/'), 'bank.loginHosts: too-long'], // counted before its items are read
    [{ ...least, colour: '#1f6fEB' }, { ...least, colour: '#1f6' }, 'colour: colour'],
    [bank({ encoding: 'json' }), bank({ encoding: '' }), 'bank.encoding: choice'],
    ...(
      [
        [(text) => ({ about: text }), 2_000, 'about'],
        [(text) => ({ key: text }), 1_000, 'key'],
        [(text) => ({ contact: text }), 1_000, 'contact'],
        [(text) => ({ hours: text }), 500, 'hours'],
        [(text) => ({ faq: [{ question: text, answer: 'a' }] }), 200, 'faq.0.question'],
        [(text) => ({ faq: [{ question: 'q', answer: text }] }), 2_000, 'faq.0.answer'],
        [(text) => ({ links: [{ label: text, url: 'https://a.example' }] }), 60, 'links.0.label'],
      ] as [of: (text: string) => object, most: number, field: string][]
    ).map(([of, most, field]) => [
      { ...least, community: of('x'.repeat(most)) },
      { ...least, community: of('x'.repeat(most + 1)) },
      `community.${field}: too-long`,
    ]),
  ])
    expect([reasonOf(taken), reasonOf(refused)]).toEqual(['accepted', reason])
})

test('a kept profile of an earlier version is read without the recipe that was kept with it', () => {
  const kept = (content: unknown) => readKeptProfile(fileWith(content))
  expect(kept({ ...least, game: { appId: 730, arguments: ['/c'] } }).game).toEqual({ appId: 730 })
  expect(kept({ ...least, game: { executables: {} } }).game).toEqual({ appId: 107410 })
  expect(kept(least).game).toEqual({ appId: 107410 })
  expect(reasonOf('null', readKeptProfile)).toBe('no-profile')
})

test('the page sees of a profile what it shows; two of one host are told apart by their paths', () => {
  const profile = readProfile(fileWith({ ...least, infoUrl: 'https://example.org/bank' }))
  expect(profileView(profile, true)).toEqual({
    id: 'north',
    name: 'North',
    demo: true,
    local: false,
    discord: false,
    currency: '$',
    images: {},
  })
  const { profile: here } = readGivenProfile(fileWith({ ...least, baseUrl: 'http://127.0.0.1:1' }))
  expect(profileView(here, false)).toMatchObject({ demo: false, local: true })
  expect([hostsOf(profile), hostsOf(here)]).toEqual([
    'https://api.example.org https://example.org/bank',
    'http://127.0.0.1:1 ',
  ])
})

test('a byte order mark is no reason to refuse', () => {
  expect(readProfile(fileWith(`\uFEFF${JSON.stringify(least)}`)).name).toBe('North')
})

const many = (count: number) => Array<string>(count).fill('https://files.example/')
const sourceAt = (address: string) => ({ ...least, mods: { sources: { '@Mod': [address] } } })

test('the sources of a mod are those of its folder, spelled alike', () => {
  const profile = readProfile(fileWith(sourceAt('https://files.example/mods/')))
  expect(sourcesOf(profile, '@Mod')).toEqual(['https://files.example/mods'])
  expect([sourcesOf(profile, '@Other'), sourcesOf(profile, 'constructor')]).toEqual([[], []])
})

test.each([
  ['http address', { ...least, baseUrl: 'http://api.example.org' }, 'baseUrl: address'],
  ['another scheme', { ...least, baseUrl: 'file:///etc/passwd' }, 'baseUrl: address'],
  ['credentials in the address', { ...least, baseUrl: 'https://me:pw@api.example.org' }, 'baseUrl: bare-address'],
  ['a password alone in the address', { ...least, baseUrl: 'https://:pw@api.example.org' }, 'baseUrl: bare-address'],
  ['http that looks like loopback', { ...least, baseUrl: 'http://127.0.0.1.example.org' }, 'baseUrl: address'],
  ['no address at all', { ...least, baseUrl: 'north' }, 'baseUrl: address'],
  ['an address left out', { id: 'north', name: 'North' }, 'baseUrl: missing'],
  ['an id that is a path', { ...least, id: '../north' }, 'id: id'],
  ['an id that every object has', { ...least, id: 'constructor' }, 'id: id'],
  ['an id under which no setting would be kept', { ...least, id: 'prototype' }, 'id: id'],
  ['an id that is a device', { ...least, id: 'com1' }, 'id: id'],
  [
    'hosts of the sign-in without end',
    { ...least, bank: { loginHosts: Array(9).fill('a.example') } },
    'bank.loginHosts: too-long',
  ],
  ['a currency that adds a figure', { ...least, bank: { currency: '0 $' } }, 'bank.currency: choice'],
  ['a currency with signs that turn figures', { ...least, bank: { currency: '\u202E$' } }, 'bank.currency: choice'],
  [
    'more sources than a mod may have',
    { ...least, mods: { sources: { '@Mod': many(5) } } },
    'mods.sources.@Mod: too-long',
  ],
  [
    'sources of mods without end',
    { ...least, mods: { sources: { ...Array<string[]>(33).fill([]) } } },
    'mods.sources: too-long',
  ],
  ['a source on this computer', sourceAt('https://127.0.0.1/'), 'mods.sources.@Mod.0: local-address'],
  ['a source by http', sourceAt('http://files.example/'), 'mods.sources.@Mod.0: address'],
  ['no name', { ...least, name: ' ' }, 'name: empty'],
  ['a name without end', { ...least, name: 'n'.repeat(81) }, 'name: too-long'],
  ['a name that is a number', { ...least, name: 7 }, 'name: kind'],
  ['a name that turns its letters round', { ...least, name: '\u202ehtroN' }, 'name: hidden'],
  ['a list', [], 'id: missing'],
  ['a word', '"north"', 'no-profile'],
  ['a zone that is none', { ...least, timeZone: 'Berlin' }, 'timeZone: zone'],
  ['a pattern that is none', { ...least, bank: { ibanPattern: '^(NH' } }, 'bank.ibanPattern: pattern'],
  ['an encoding that is none', { ...least, bank: { encoding: 'xml' } }, 'bank.encoding: choice'],
  ['half a letter', { ...least, bank: { infoMaxLength: 0.5 } }, 'bank.infoMaxLength: range'],
  ...(
    [
      ['https://a.example/radio.exe', 'plugin-package'],
      ['https://a.example/radio.ts3_plugin/..%2fradio.exe', 'plugin-package'],
      ['https://a.example/x?.ts3_plugin', 'bare-address'],
      ['http://a.example/radio.ts3_plugin', 'address'],
      ['https://127.0.0.1/radio.ts3_plugin', 'local-address'],
      ['../radio.ts3_plugin', 'address'],
      ['C:\\radio.ts3_plugin', 'address'],
      [`https://a.example/${'x'.repeat(500)}.ts3_plugin`, 'too-long'],
    ] as const
  ).map(([address, reason]): [string, unknown, string] => [
    `a plugin at ${address.slice(0, 50)}`,
    { ...least, voice: { plugin: { name: 'Radio', files: {}, package: { address, sha256: '0'.repeat(64) } } } },
    `voice.plugin.package.address: ${reason}`,
  ]),
  [
    'a plugin of a weak digest',
    {
      ...least,
      voice: {
        plugin: {
          name: 'Radio',
          files: {},
          package: { address: 'https://a.example/radio.ts3_plugin', sha256: '0'.repeat(32) },
        },
      },
    },
    'voice.plugin.package.sha256: digest',
  ],
  ...(
    [
      [{ rules: 'x'.repeat(10_001) }, 'rules: too-long'],
      [{ about: '  ' }, 'about: empty'],
      [{ contact: ['x'] }, 'contact: kind'],
      [{ faq: Array(31).fill({ question: 'a', answer: 'b' }) }, 'faq: too-long'],
      [{ faq: [{ question: 'a' }] }, 'faq.0.answer: missing'],
      [{ links: [{ label: 'Forum', url: 'http://a.example' }] }, 'links.0.url: address'],
      [{ links: [{ label: 'Forum', url: 'javascript:alert(1)//' }] }, 'links.0.url: address'],
      [{ links: [{ label: 'Forum', url: 'https://a:b@c.example' }] }, 'links.0.url: address'],
      [{ links: [{ label: 'Forum', url: 'https://127.0.0.1/?https://a.example' }] }, 'links.0.url: address'],
      [{ links: [{ label: 'a\nb', url: 'https://a.example' }] }, 'links.0.label: hidden'],
      [{ links: Array(13).fill({ label: 'a', url: 'https://a.example' }) }, 'links: too-long'],
    ] as const
  ).map(([community, reason]): [string, unknown, string] => [
    `what a community says (${reason})`,
    { ...least, community },
    `community.${reason}`,
  ]),
  ['a name in place of Discord’s number', { ...least, discord: { clientId: 'north' } }, 'discord.clientId: discord-id'],
  [
    'a link of the game for Discord',
    { ...least, discord: { clientId: '1'.repeat(18), page: 'steam://run/1' } },
    'discord.page: address',
  ],
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
  ['a question in the address', { ...least, baseUrl: 'https://api.example.org/?a' }, 'baseUrl: bare-address'],
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

test('pages of a community may have a query', () => {
  const url = 'https://forum.example.org/thread.php?id=5#post7'
  const { community } = readProfile(fileWith({ ...least, community: { links: [{ label: ' Rules ', url }] } }))
  expect(community.links).toEqual([{ label: 'Rules', url }])
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
  expect(readGivenProfile(fileWith({ ...least, game: { appId: 730 } }))).toMatchObject({
    isOwn: false,
    recipe: recipeOf({ appId: 730 }),
  })
  expect(readGivenProfile(fileWith({ ...least, game: { appId: 1 } }))).toMatchObject({
    isOwn: true,
    recipe: { appId: 1 },
  })
  const wayOut = { ...least, game: { executables: { linux: ['../sh'] } } }
  expect(reasonOf(wayOut, readGivenProfile)).toBe('game.executables.linux.0: inner-path')
  const aSwitch = { ...least, game: { registry: [{ key: '/v', value: 'main' }] } }
  expect(reasonOf(aSwitch, readGivenProfile)).toBe('game.registry.0.key: registry-name')
})

test('no file has the demo’s id: its mods would go to the demo’s game folder, and the demo’s to the player’s', () => {
  expect(reasonOf({ ...least, id: 'demo' }, readGivenProfile)).toBe('id: demo-id')
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

test('the bases of a kind of pictures are given once, or as a list', () => {
  const read = (item: unknown) => readProfile(fileWith({ ...least, images: { item } })).images.item
  expect(read('https://a.example/')).toEqual(['https://a.example'])
  expect(read(['https://a.example/', 'https://b.example/x'])).toEqual(['https://a.example', 'https://b.example/x'])
  const many = Array.from({ length: 5 }, (_, at) => `https://${at}.example`)
  expect(reasonOf({ ...least, images: { item: many } })).toBe('images.item: too-long')
  expect(reasonOf({ ...least, images: { item: ['https://a.example', 'http://b.example'] } })).toBe(
    'images.item.1: address',
  )
})

test('an address is one text, however it is spelled', () => {
  expect(readProfile(fileWith({ ...least, baseUrl: ' https://API.example.org:443//a/../b/ ' })).baseUrl).toBe(
    'https://api.example.org//b',
  )
})

test('a file that cannot be read is refused with its path and the cause', () => {
  const plain = JSON.stringify(least)
  expect(reasonOf('{')).toBe('not-json')
  expect(reasonOf(plain.padEnd(65_536))).toBe('accepted')
  expect(reasonOf(plain.padEnd(65_537))).toBe('too-large')
  const refused = (path: string, reason: string, errno: string) =>
    expect(() => readProfile(path)).toThrow(expect.objectContaining({ facts: { path, reason, field: '', errno } }))
  refused(join(tempDir(), 'none.json'), 'not-there', 'ENOENT')
  refused(tempDir(), 'not-a-file', '')
  refused('a\0b', 'not-readable', 'ERR_INVALID_ARG_VALUE')
})

test('all faults of a profile are told at once, and by hand it may be on this computer', () => {
  expect(faultsOfProfile(least)).toEqual([])
  expect(faultsOfProfile({ ...least, id: 'N', name: '' })).toEqual([
    { field: 'id', fault: 'id' },
    { field: 'name', fault: 'empty' },
  ])
  expect(faultsOfProfile(7)).toEqual([{ field: '', fault: 'no-profile' }])
  const here = { ...least, baseUrl: 'http://127.0.0.1:1' }
  expect([faultsOfProfile(here).length, faultsOfProfile(here, true).length]).toEqual([1, 0])
})
