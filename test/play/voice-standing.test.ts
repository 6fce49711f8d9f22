import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import * as v from 'valibot'
import { Failure } from '../../src-preload/contract/failure.ts'
import { diskView } from '../../src-main/play/platform/index.ts'
import type { PlayVoice } from '../../src-main/play/index.ts'
import { connectedTo, type VoiceSilence } from '../../src-main/play/voice-query.ts'
import { Voice } from '../../src-main/play/voice.ts'
import { VoiceRecipe } from '../../src-main/settings/index.ts'
import { clientQuery as standIn, KEY, listen as listening } from '../support/client-query.ts'
import { platformWith, tempFolder, write } from './support.ts'

/** The port of a server on which `talk` has every connection, for as long as the test. */
async function listen(talk: (socket: Socket) => void): Promise<number> {
  const { port, close } = await listening(talk)
  onTestFinished(close)
  return port
}

/** A stand-in for TeamSpeak 3, for as long as the test. */
async function clientQuery(tabs: (string | null)[]) {
  const client = await standIn(tabs)
  onTestFinished(client.close)
  return client
}

interface Wishes {
  port?: number
  programs?: string[]
  ini?: string
  fallback?: { host: string; port: number }
  voices?: () => Promise<PlayVoice[]>
}

/** What voice says of a voice client with these programs and settings. */
async function standing({
  port,
  programs = ['ts3client_win64.exe'],
  ini = `[General]\r\napi_key=${KEY}\r\n`,
  fallback,
  voices = () => Promise.resolve([{ id: 1, name: 'Main', host: 'Voice.Example.', port: null }]),
}: Wishes) {
  const folder = await tempFolder()
  if (ini) await write(folder, { 'clientquery.ini': ini })
  const hidden: string[] = []
  const voice = new Voice({
    platform: platformWith({
      processes: () => Promise.resolve([{ names: ['init'] }, ...programs.map((name) => ({ names: [name] }))]),
      voiceFolder: () => folder,
    }),
    files: diskView,
    recipe: v.parse(VoiceRecipe, { fallback }),
    scheme: () => 'ts3server',
    opened: () => undefined,
    ownFolder: folder,
    queryPort: port,
    ports: {
      voices,
      openExternal: () => Promise.resolve(),
      openPackage: () => Promise.resolve('shown'),
      hide: (secret) => hidden.push(secret),
      playerName: () => undefined,
    },
  })
  const told = await voice.standing()
  expect(JSON.stringify(told)).not.toContain(KEY)
  return { told, hidden }
}

it('knows a connection to the community by its name, in whichever tab, and hides the key', async () => {
  const { port, asked } = await clientQuery([null, 'other.example:9987', 'voice.example:9987'])
  const { told, hidden } = await standing({ port })
  expect(told).toEqual({ state: 'on' })
  expect(hidden).toEqual([KEY])
  expect(asked[0]).toBe(`auth apikey=${KEY}`)
})

it('knows it by its address', async () => {
  const { port } = await clientQuery(['localhost:9000'])
  expect((await standing({ port, fallback: { host: '127.0.0.1', port: 9000 } })).told).toEqual({ state: 'on' })
})

it.each([
  [['127.0.0.1:1234'], { state: 'elsewhere' }],
  [['no-such-name.invalid:9987'], { state: 'untold', why: 'unsure' }],
  [[null, null], { state: 'idle' }],
])('is connected to %j', async (tabs, expected) => {
  const { port } = await clientQuery(tabs)
  expect((await standing({ port })).told).toEqual(expected)
})

it('blames no connection while the community’s list is unknown', async () => {
  const { port } = await clientQuery(['127.0.0.1:1234'])
  const fallback = { host: '127.0.0.1', port: 9000 }
  const without = async (why: Failure) => (await standing({ port, fallback, voices: () => Promise.reject(why) })).told
  expect(await without(new Failure('timeout', { host: 'a', stage: 'connect', ms: 1 }))).toEqual({
    state: 'untold',
    why: 'unsure',
  })
  expect(await without(new Failure('gone', { host: 'a' }))).toEqual({ state: 'elsewhere' })
})

it('says closed where no voice client runs, and cannot tell of one that has no ClientQuery', async () => {
  const { port, asked } = await clientQuery(['voice.example:9987'])
  expect((await standing({ port, programs: [] })).told).toEqual({ state: 'closed' })
  expect((await standing({ port, programs: ['TeamSpeak.exe'] })).told).toEqual({ state: 'untold', why: 'newer' })
  for (const ini of ['', '[General]\n', 'api_key=a b', `api_key=${'x'.repeat(500)}`])
    expect((await standing({ port, ini })).told).toEqual({ state: 'untold', why: 'key' })
  expect((await standing({ port, ini: 'api_key=WRONG-KEY' })).told).toEqual({ state: 'untold', why: 'key' })
  expect(asked).toEqual(['auth apikey=WRONG-KEY'])
})

const hostile: [string, VoiceSilence, (socket: Socket) => unknown][] = [
  ['an endless line', 'strange', (socket) => socket.write(`TS3 Client\n\r${'x'.repeat(1 << 20)}`)],
  ['binary data', 'strange', (socket) => socket.write(Buffer.alloc(1 << 20, 0xff))],
  ['another program', 'strange', (socket) => socket.write('220 mail.example ESMTP\r\n')],
  ['an end too early', 'strange', (socket) => socket.end('TS3 Client\n\r')],
  ['no answer', 'silent', (socket) => socket.write('TS3 Client')],
]

it.each(hostile)('is not held up by %s, and tells it no key', async (_, why, talk) => {
  const heard: string[] = []
  const port = await listen((socket) => {
    socket.on('data', (chunk) => heard.push(chunk.toString()))
    talk(socket)
  })
  expect(await connectedTo(KEY, port, why === 'silent' ? 200 : undefined)).toBe(why)
  expect(heard).toEqual([])
})

it('is silent where ClientQuery is off', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  expect(await connectedTo(KEY, port)).toBe('silent')
})
