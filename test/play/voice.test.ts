import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { Failure } from '../../src-preload/contract/failure.ts'
import { diskView } from '../../src-main/play/platform/index.ts'
import type { PlayVoice } from '../../src-main/play/index.ts'
import { checkPlugin } from '../../src-main/play/preflight/file-checks.ts'
import { Voice, voiceLink } from '../../src-main/play/voice.ts'
import { VoiceRecipe } from '../../src-main/settings/index.ts'
import { isAllowedLink } from '../../src-main/links/index.ts'
import { serve } from '../support/serve.ts'
import { platformWith, tempFolder, write } from './support.ts'

describe('a voice link', () => {
  it.each([
    [{ host: 'voice.example.org', port: 9987 }, 'ts3server://voice.example.org?port=9987'],
    [{ host: '203.0.113.5', port: null }, 'ts3server://203.0.113.5?port=9987'],
    [{ host: '2001:db8::1', port: 1 }, 'ts3server://[2001:db8::1]?port=1'],
    [
      { host: 'v.example', port: 9987, nickname: 'Änna & B=C+D', password: 'a b"&x', channel: 'Lobby/B?' },
      'ts3server://v.example?port=9987&nickname=%C3%84nna%20%26%20B%3DC%2BD&password=a%20b%22%26x&channel=Lobby%2FB%3F',
    ],
    [
      { host: 'v.example', port: 9987, nickname: `  ${'😀'.repeat(40)}` },
      `ts3server://v.example?port=9987&nickname=${'%F0%9F%98%80'.repeat(30)}`,
    ],
    [{ host: 'v.example', port: 9987, nickname: '\u202e\n' }, 'ts3server://v.example?port=9987'],
  ])('%j', (place, url) => {
    expect(voiceLink(place, 'ts3server')).toBe(url)
    expect(isAllowedLink(url)).toBe(true)
    expect(voiceLink(place, 'teamspeak')).toBe(url.replace('ts3server', 'teamspeak'))
  })

  it.each(['', 'a b', 'v.example?channel=x', 'v.example/x', 'u@v.example', '-x', 'v.example\n'])(
    'is not made from %j',
    (host) => {
      expect(() => voiceLink({ host, port: 1 }, 'ts3server')).toThrow(Failure)
    },
  )
})

const nothing = () => undefined

/** Voice with a service that lists `list`, and a system that answers links as told. */
function voiceWith(
  list: PlayVoice[] | Failure,
  recipe: v.InferInput<typeof VoiceRecipe> | VoiceRecipe,
  answers?: boolean,
  given: { folder?: string; running?: string } = {},
) {
  const opened: string[] = []
  const voice = new Voice({
    platform: platformWith({
      answersLinks: () => Promise.resolve(answers),
      processes: () => Promise.resolve([{ names: [given.running ?? 'init'] }]),
    }),
    files: diskView,
    recipe: { ...v.parse(VoiceRecipe, {}), ...recipe },
    scheme: () => 'ts3server',
    opened: (name) => opened.push(name),
    ownFolder: given.folder ?? '/nowhere',
    ports: {
      voices: () => (list instanceof Failure ? Promise.reject(list) : Promise.resolve(list)),
      openExternal: (url) => {
        opened.push(url)
        return Promise.resolve()
      },
      openPackage: (path) => {
        opened.push(path)
        return Promise.resolve('opened')
      },
      hide: nothing,
      playerName: () => 'Anna',
    },
  })
  return { voice, opened }
}

const listed = [
  { id: 1, name: 'Main', host: 'one.example', port: 9987 },
  { id: 2, name: 'Other', host: 'two.example', port: 9988 },
]

describe('voice', () => {
  it('opens the server asked for, with the player’s name and the profile’s password', async () => {
    const { voice, opened } = voiceWith(listed, { password: 'key' }, true)
    await voice.open(2)
    await voice.open()
    expect(opened).toEqual([
      'ts3server://two.example?port=9988&nickname=Anna&password=key',
      'Other',
      'ts3server://one.example?port=9987&nickname=Anna&password=key',
      'Main',
    ])
    expect(await voice.address(2)).toBe('two.example:9988')
  })

  it('opens the profile’s server where the service has none or cannot be asked', async () => {
    const fallback = { fallback: { host: 'three.example', port: 9987 } }
    for (const list of [[], new Failure('gone', { host: 'h' })]) {
      const { voice, opened } = voiceWith(list, fallback)
      await voice.open()
      expect(opened[0]).toContain('three.example')
    }
    for (const list of [[], new Failure('gone', { host: 'h' })])
      await expect(voiceWith(list, {}).voice.open()).rejects.toMatchObject({ code: 'voice-not-known' })
    await expect(voiceWith(listed, fallback).voice.open(9)).rejects.toMatchObject({ code: 'voice-not-known' })
  })

  it('says so when no program answers, and opens nothing', async () => {
    const { voice, opened } = voiceWith(listed, {}, false)
    await expect(voice.open()).rejects.toMatchObject({ code: 'voice-client-missing' })
    expect(opened).toEqual([])
    expect(voice.client).toEqual({ state: 'missing', scheme: 'ts3server' })
  })
})

describe('the voice plugin', () => {
  const BYTES = 'a package'
  const sha256 = createHash('sha256').update(BYTES).digest('hex')
  const withPackage = (address: string, digest = sha256) => ({
    plugin: { name: 'Radio', files: {}, package: { address, sha256: digest } },
  })
  const { signal } = new AbortController()
  /** Carries out what was proposed, as after the player's yes. */
  const install = async ({ voice }: ReturnType<typeof voiceWith>) => {
    const proposal = await voice.installPlugin(signal)
    if (!('question' in proposal)) throw new Error('the player is not asked')
    expect(proposal.question).toMatchObject({ kind: 'install-plugin', name: 'Radio' })
    return proposal.yes()
  }

  it('is handed to the installer as the profile names it, under a name of the app’s, and loaded once', async () => {
    const folder = await tempFolder()
    let asked = 0
    const origin = await serve((_, response) => response.end(BYTES, () => asked++))
    const given = voiceWith([], withPackage(`${origin}/..%5c..%5cevil.ts3_plugin`), true, { folder })
    expect(await install(given)).toBe('opened')
    expect(await install(given)).toBe('opened')
    const path = join(folder, `voice-plugin-${sha256.slice(0, 16)}.ts3_plugin`)
    expect(given.opened).toEqual([path, path])
    expect(await readFile(path, 'utf8')).toBe(BYTES)
    expect(asked).toBe(1)
    await writeFile(path, 'changed since')
    await install(given)
    expect(await readFile(path, 'utf8')).toBe(BYTES)
  })

  it.each<[string, RequestListener, string]>([
    ['another package', (_, response) => response.end('another'), 'voice-plugin-refused'],
    ['a redirect', (_, response) => response.writeHead(302, { location: '/other' }).end(), 'redirect-refused'],
    [
      'a package that is too large',
      (_, response) => response.writeHead(200, { 'content-length': (64 << 20) + 1 }).flushHeaders(),
      'too-large',
    ],
    ['nothing', (_, response) => response.writeHead(404).end(), 'gone'],
  ])('is not handed over from an address that answers with %s', async (_, answer, code) => {
    const folder = await tempFolder()
    const given = voiceWith([], withPackage(`${await serve(answer)}/radio.ts3_plugin`), true, { folder })
    await expect(install(given)).rejects.toMatchObject({ code })
    expect(given.opened).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })

  it('waits for the player to close the voice client, and closes nothing', async () => {
    const given = voiceWith([], withPackage('https://a.invalid/radio.ts3_plugin'), true, {
      running: 'ts3client_win64.exe',
    })
    await expect(given.voice.installPlugin(signal)).rejects.toMatchObject({ facts: { why: 'running' } })
    await expect(voiceWith([], {}).voice.installPlugin(signal)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('is kept from a voice client that was started while the player was asked', async () => {
    const folder = await tempFolder()
    const origin = await serve((_, response) => response.end(BYTES))
    const client: { name?: string } = {}
    const given = voiceWith([], withPackage(`${origin}/radio.ts3_plugin`), true, {
      folder,
      get running() {
        return client.name
      },
    })
    const proposal = await given.voice.installPlugin(signal)
    client.name = 'ts3client_win64.exe'
    if (!('question' in proposal)) throw new Error('the player is not asked')
    await expect(proposal.yes()).rejects.toMatchObject({ facts: { why: 'running' } })
    expect(given.opened).toEqual([])
  })
})

it('compares the voice plugin with its digests', async () => {
  const folder = await tempFolder()
  await write(folder, { 'plugins/a.dll': 'a', 'plugins/sub/b.dll': 'b' })
  const md5 = { a: '0CC175B9C0F1B6A831C399E269772661', b: '92eb5ffee6ae2fec3ad71c777531578f' }
  const check = async (files: Record<string, string>) => {
    const voice = v.parse(VoiceRecipe, { plugin: { name: 'Radio', files } })
    const [outcome] = await checkPlugin(voice, platformWith({ voiceFolder: () => folder }))
    return outcome && [outcome.reason, outcome.files]
  }
  expect(await check({ 'a.dll': md5.a, 'sub/b.dll': md5.b })).toEqual(['plugin-ok', undefined])
  expect(await check({ 'a.dll': md5.b })).toEqual(['plugin-differs', ['a.dll']])
  expect(await check({ 'a.dll': md5.b, 'c.dll': md5.a })).toEqual(['plugin-missing', ['c.dll']])
  expect(await check({ 'a.dll': '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8' })).toEqual(['plugin-ok', undefined])
})

it('does not say that a plugin is installed of which the profile names no file, and still offers its package', async () => {
  const look = async (plugin: object) => {
    const voice = v.parse(VoiceRecipe, { plugin: { name: 'Radio', files: {}, ...plugin } })
    const [found] = await checkPlugin(voice, platformWith({ voiceFolder: () => '/nowhere' }))
    return [found?.state, found?.reason, found?.fix]
  }
  const handed = { address: 'https://voice.example/radio.ts3_plugin', sha256: 'ab'.repeat(32) }
  expect(await look({ package: handed })).toEqual(['unknown', 'plugin-untold', 'install-plugin'])
  expect(await look({})).toEqual(['unknown', 'plugin-untold', undefined])
})
