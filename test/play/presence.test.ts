import { randomUUID } from 'node:crypto'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { GameState, RecentPlace } from '../../src-preload/contract/play.ts'
import { Emitter } from '../../src-main/lib/index.ts'
import { Discord, discordPaths, keepPresence } from '../../src-main/play/index.ts'
import { discordFrame as frame, discordStandIn } from '../support/discord-stand-in.ts'
import { soon } from '../support/soon.ts'
import { server, tempFolder } from './support.ts'

const pathOf = async (): Promise<string> =>
  process.platform === 'win32' ? `\\\\.\\pipe\\loadout-${randomUUID()}` : join(await tempFolder(), 'discord-ipc-0')

/** A stand-in for Discord at `path`, for as long as the test. */
async function standIn(path: string, greeting?: Buffer) {
  const discord = await discordStandIn(path, greeting)
  onTestFinished(discord.close)
  return discord
}

const activity = { details: 'Harbour 1', state: 'North', timestamps: { start: 5 } }

it('introduces itself, shows an activity, answers a ping, and shows nothing once it is hidden', async () => {
  const path = await pathOf()
  const { heard, sockets } = await standIn(path)
  const discord = new Discord('12345678901234567', [`${path}-none`, path])
  onTestFinished(() => discord.hide())
  await discord.show(activity)
  await soon(() => expect(heard).toHaveLength(2))
  expect(heard).toMatchObject([
    { kind: 0, content: { v: 1, client_id: '12345678901234567' } },
    { kind: 1, content: { cmd: 'SET_ACTIVITY', args: { pid: process.pid, activity } } },
  ])
  for (const socket of sockets) socket.write(frame(3, { beat: 7 }))
  await soon(() => expect(heard[2]).toEqual({ kind: 4, content: { beat: 7 } }))
  discord.hide()
  await soon(() => expect(sockets.size).toBe(0))
})

it('leaves whoever asks on and on and never reads', async () => {
  const path = await pathOf()
  const { sockets } = await standIn(path)
  const discord = new Discord('1', [path])
  onTestFinished(() => discord.hide())
  await discord.show(activity)
  const [socket] = sockets
  socket?.pause()
  const ping = frame(3, { beat: 'x'.repeat(60_000) })
  for (let asked = 0; asked < 400 && socket?.writable; asked++) await new Promise((sent) => socket.write(ping, sent)) // an error is an end too
  socket?.resume()
  await soon(() => expect(sockets.size).toBe(0))
})

it('is found again after it was closed, and does not mind that it is not there', async () => {
  const path = await pathOf()
  const discord = new Discord('1', [path])
  onTestFinished(() => discord.hide())
  await discord.show(activity)
  const first = await standIn(path)
  await discord.show(activity)
  await soon(() => expect(first.activities()).toHaveLength(1))
  await first.close()
  const second = await standIn(path)
  await soon(async () => {
    await discord.show(activity)
    expect(second.activities().length).toBeGreaterThan(0)
  })
})

const isRoot = process.getuid?.() === 0

it.runIf(isRoot)('is not what another user listens with: the next place is tried', async () => {
  const [theirs, own] = [await pathOf(), await pathOf()]
  const [other, mine] = [await standIn(theirs), await standIn(own)]
  await chown(theirs, 1, 1)
  const discord = new Discord('1', [theirs, own])
  onTestFinished(() => discord.hide())
  await discord.show(activity)
  await soon(() => expect(mine.activities()).toHaveLength(1))
  expect(other.heard).toEqual([])
})

it.each([
  ['a frame without end', Buffer.from([1, 0, 0, 0, 255, 255, 255, 255, 1])],
  ['a refusal', frame(2, { code: 4000, message: 'Invalid Client ID' })],
])('tells nothing to whoever answers with %s', async (_, greeting) => {
  const path = await pathOf()
  const { activities, sockets } = await standIn(path, greeting)
  await new Discord('1', [path]).show(activity)
  await soon(() => expect(sockets.size).toBe(0))
  expect(activities()).toEqual([])
})

it('is found behind one that never answers', async () => {
  const [hung, path] = [await pathOf(), await pathOf()]
  const [silent, discord] = [await standIn(hung, Buffer.alloc(0)), await standIn(path)]
  const shown = new Discord('1', [hung, path])
  onTestFinished(() => shown.hide())
  await shown.show(activity)
  await soon(() => expect(discord.activities()).toHaveLength(1))
  expect(silent.activities()).toEqual([])
})

it('looks only where the player alone can listen', () => {
  expect(discordPaths('win32', {})[9]).toBe('\\\\.\\pipe\\discord-ipc-9')
  expect(discordPaths('linux', { XDG_RUNTIME_DIR: '/run/user/1000' })).toContain(
    '/run/user/1000/app/com.discordapp.Discord/discord-ipc-0',
  )
  expect(discordPaths('linux', { TMPDIR: '/tmp' })).toEqual([])
})

/** A player who joined a server, and a game that runs since then. */
function playing(place: Partial<Extract<RecentPlace, { kind: 'server' }>> = {}, later: RecentPlace[] = []) {
  const shown: unknown[] = []
  const changes = new Emitter<GameState>()
  const game = { state: { running: true, since: 100_000 } as GameState, onChange: changes.on, timeoutMs: 180_000 }
  const wishes = { seen: true }
  const presence = keepPresence({
    discord: {
      show: (told) => {
        shown.push(told)
        return Promise.resolve()
      },
      hide: () => void shown.push('nothing'),
    },
    game,
    recent: { list: [...later, { kind: 'server', serverId: 1, name: 'Harbour\u202e 1', at: 40_000, ...place }] },
    servers: () => Promise.resolve({ list: [server], at: 0 }),
    community: 'North',
    page: 'https://north.example',
    isWanted: () => wishes.seen,
  })
  onTestFinished(presence.close)
  return { shown, presence, wishes, end: () => changes.emit((game.state = { running: false })) }
}

it('tells server, players and since when, and nothing of the player', async () => {
  const { shown, end } = playing()
  await soon(() => expect(shown).toHaveLength(1))
  expect(shown).toEqual([
    {
      details: 'Harbour 1',
      state: 'North',
      timestamps: { start: 100_000 },
      party: { id: 'server-1', size: [40, 110] },
      buttons: [{ label: 'North', url: 'https://north.example/#loadout://join/1' }],
    },
  ])
  end()
  expect(shown[1]).toBe('nothing')
})

it('tells nothing of a game that was started otherwise', () => {
  expect(playing({ at: -90_000 }).shown).toEqual(['nothing'])
  expect(playing({ at: 100_001 }).shown).toEqual(['nothing'])
  expect(playing({}, [{ kind: 'game', name: 'The game', at: 90_000 }]).shown).toEqual(['nothing'])
})

it('tells the server still when voice was opened after the join', async () => {
  const { shown } = playing({}, [{ kind: 'voice', name: 'Main', at: 90_000 }])
  await soon(() => expect(shown).toMatchObject([{ details: 'Harbour 1' }]))
})

it('tells nothing any more once it is closed, even while it asks', async () => {
  const { shown, presence } = playing()
  presence.close()
  await new Promise(setImmediate)
  expect(shown).toEqual(['nothing'])
})

it('is silent at once when the player no longer wants it, even while it asks', async () => {
  const { shown, presence, wishes } = playing()
  wishes.seen = false
  presence.look()
  await Promise.resolve()
  expect(shown).toEqual(['nothing'])
})
