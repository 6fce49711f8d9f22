import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { Failure } from '../../src-preload/contract/failure.ts'
import { diskView } from '../../src-main/play/platform/index.ts'
import type { PlayVoice } from '../../src-main/play/ports.ts'
import { checkPlugin } from '../../src-main/play/preflight/file-checks.ts'
import { Voice, voiceLink } from '../../src-main/play/voice.ts'
import { VoiceRecipe } from '../../src-main/settings/recipes.ts'
import { isAllowedLink } from '../../src-main/links/index.ts'
import { platformWith, tempFolder, write } from './support.ts'

describe('a voice link', () => {
  it.each([
    [{ host: 'voice.example.org', port: 9987 }, 'ts3server://voice.example.org?port=9987'],
    [{ host: '203.0.113.5', port: null }, 'ts3server://203.0.113.5?port=9987'],
    [{ host: '2001:db8::1', port: 1 }, 'ts3server://[2001:db8::1]?port=1'],
    [
      { host: 'v.example', port: 9987, nickname: 'Änna & B=C+D', password: 'a b"&x' },
      'ts3server://v.example?port=9987&nickname=%C3%84nna%20%26%20B%3DC%2BD&password=a%20b%22%26x',
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
function voiceWith(list: PlayVoice[] | Failure, recipe: v.InferInput<typeof VoiceRecipe>, answers?: boolean) {
  const opened: string[] = []
  const voice = new Voice({
    platform: platformWith({ answersLinks: () => Promise.resolve(answers) }),
    files: diskView,
    recipe: v.parse(VoiceRecipe, recipe),
    scheme: () => 'ts3server',
    opened: (name) => opened.push(name),
    ports: {
      voices: () => (list instanceof Failure ? Promise.reject(list) : Promise.resolve(list)),
      openExternal: (url) => {
        opened.push(url)
        return Promise.resolve()
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
    await expect(voiceWith([], {}).voice.open()).rejects.toMatchObject({ code: 'voice-not-known' })
    await expect(voiceWith(listed, fallback).voice.open(9)).rejects.toMatchObject({ code: 'voice-not-known' })
  })

  it('says so when no program answers, and opens nothing', async () => {
    const { voice, opened } = voiceWith(listed, {}, false)
    await expect(voice.open()).rejects.toMatchObject({ code: 'voice-client-missing' })
    expect(opened).toEqual([])
    expect(voice.client).toEqual({ state: 'missing', scheme: 'ts3server' })
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
