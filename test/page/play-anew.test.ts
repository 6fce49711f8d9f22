import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import type { ModUpdate } from '../../src-preload/contract/repair.ts'
import ServerView from '../../src-renderer/views/ServerView.svelte'
import { joinsOf } from '../../src-renderer/play/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { damaged, last, modsViewOf } from './support/mods-view.ts'
import { refreshScreen } from '#shared/resource/index.ts'
import { keepReading } from '../../src-renderer/shared/resource/kept.ts'
import { playMain, repairAtWork, serverOf, stepsOf } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

const server = serverOf(1, 'Harbour')

function open(fake = playMain([server])) {
  const router = new Router('home')
  router.go('server', { id: '1' })
  render(Host, { main: fake.main, i18n, router, view: ServerView })
  return fake
}

const shows = (selector: string) => waitFor(() => expect(document.querySelector(selector)).not.toBeNull())

it('says nothing of before once a repair has ended, and looks again', async () => {
  const fake = open()
  const { repairs, asked } = fake
  const looked = () => asked('preflight').length
  await shows('[data-check=mods]')
  Object.assign(fake.main.play, { preflight: () => new Promise(() => fake.calls.push(['preflight', {}])) })
  fake.mods.set(modsViewOf({ state: 'ready', last: { ...last, result: 'ready' } }, { id: 5 }))
  repairs.set([repairAtWork])
  await shows('[data-repair=fetching]')
  repairs.set([])
  await shows('[data-readiness=looking]')
  expect(looked()).toBe(2)
})

it('looks once, though the copy that is shown first says that the server is offline', async () => {
  const value = { ...server, online: false }
  const asOf = new Date().toISOString()
  const copy = { value, asOf, source: 'live', state: 'ok', aside: { count: 0, entries: [] }, freshMs: 0 }
  const fake = playMain([server])
  keepReading(fake.main.community.read, JSON.stringify({ endpoint: 'server', params: { id: '1' } }), copy)
  const { asked } = open(fake)
  expect(screen.getByText('Offline')).toBeTruthy()
  await shows('[data-check=mods]')
  await screen.findByText('Online')
  expect(asked('preflight').length).toBe(1)
})

it('is not called ready any more once its mod has an update, and is looked at again', async () => {
  const fake = open()
  await shows('[data-readiness=bad]')
  fake.mods.set(modsViewOf({ state: 'ready', last: { ...last, result: 'ready' } }, { id: 5 }))
  Object.assign(fake.main.play, { preflight: () => new Promise(() => fake.calls.push(['preflight', {}])) })
  const before = fake.asked('preflight').length
  fake.updates.set([{ modId: 5, version: 'b', since: '2026-01-01T00:00:00Z', fetchBytes: 9 } as ModUpdate])
  await screen.findByRole('button', { name: 'Update and join' })
  await shows('[data-readiness=looking]')
  expect(fake.asked('preflight').length).toBe(before + 1)
  screen.getByRole('button', { name: 'Join anyway' }).click() // the server may not have the update yet
  expect(fake.asked('join')).toEqual([{ serverId: 1, despite: 'mods-not-ready', anyway: false, bringUp: false }])
})

it('says nothing after the game of what was seen before', async () => {
  const { game } = open()
  await shows('[data-check=mods]')
  game.set({ running: true, since: Date.now() })
  await screen.findByText(/^Game running since/)
  game.set({ running: false })
  await shows('[data-readiness=looking]')
})

it('offers no repair where the folder of the mods is gone', async () => {
  const { mods } = open()
  mods.set({ ...modsViewOf(damaged, { id: 5 }), gameDirExists: false })
  await screen.findByRole('button', { name: 'Join' })
  expect(document.querySelector('[data-next]')).toBeNull()
})

it('keeps the play panel when the service no longer answers for the server alone, but lists it', async () => {
  const servers = [server]
  const fake = playMain(servers)
  const { read } = fake.main.community
  let isGone = false
  const asGone = async (...asked: Parameters<typeof read>) => {
    const reading = await read(...asked)
    return isGone && asked[0].endpoint === 'server' ? { ...reading, value: server, state: 'gone' } : reading
  }
  Object.assign(fake.main.community, { read: asGone })
  open(fake)
  await shows('[data-check=mods]')
  const panel = document.querySelector('[data-join]')
  isGone = true
  servers[0] = { ...server, name: 'Only listed' }
  refreshScreen()
  await screen.findAllByText('Only listed')
  expect(document.querySelector('[data-join]')).toBe(panel)
})

it('offers no voice in the game if the community lists none', async () => {
  const { joining, game } = open()
  await fireEvent.click(await screen.findByRole('button', { name: 'Join' }))
  game.set({ running: true, since: Date.now() })
  await screen.findByRole('button', { name: 'Cancel' })
  const [done, failure] = [{ state: 'done' } as const, { code: 'voice-not-known', facts: {} } as const]
  const steps = stepsOf(done, { state: 'warned', failure }, done, done)
  joining().resolve({ outcome: 'playing', steps, anywayPossible: false })
  await waitFor(() => expect(document.querySelector('[data-join=playing]')).not.toBeNull())
  expect(screen.queryByRole('button', { name: 'Join voice' })).toBeNull()
})

it('a mod that is brought up must be ready then, whatever the player ignored before', async () => {
  const fake = playMain([server])
  const stopped = { outcome: 'stopped', steps: [], anywayPossible: true } as const
  Object.assign(fake.main.play, {
    join: (wish: object) => (fake.calls.push(['join', wish]), Promise.resolve(stopped)),
  })
  const join = joinsOf(fake.main).of(1)
  await join.run({ name: 'Harbour 1', despite: 'mods-not-ready' })
  await join.again({ bringUp: true })
  expect(fake.asked('join')[1]).toEqual({ serverId: 1, anyway: false, bringUp: true })
})

it('forgets why a join stopped once the game folder is gone: nothing found in it is true any more', async () => {
  const fake = playMain([server])
  const failure = { code: 'mods-not-ready', facts: { mod: 'Harbour', problems: 3 } } as const
  const stopped = { outcome: 'stopped', steps: stepsOf({ state: 'failed', failure }), anywayPossible: true } as const
  Object.assign(fake.main.play, { join: () => Promise.resolve(stopped) })
  const joins = joinsOf(fake.main)
  await joins.of(1).run({ name: 'Harbour 1' })
  const check = (id: 'install' | 'mods', state: 'good' | 'bad') =>
    ({ id, state, reason: 'mods-problems', facts: {}, at: 0 }) as const
  joins.settle({ serverId: 1, state: 'bad', checks: [check('install', 'good'), check('mods', 'bad')] })
  expect(joins.of(1).shown).toHaveLength(1)
  joins.settle({ serverId: 1, state: 'bad', checks: [check('install', 'bad'), check('mods', 'bad')] })
  expect([joins.of(1).shown, joins.of(1).result]).toEqual([[], undefined])
})

it('is looked at again when the community answers again, so that nothing says that it cannot be reached', async () => {
  const fake = playMain([server])
  const ready = modsViewOf({ state: 'ready', last: { ...last, result: 'ready' } }, { id: 5 })
  fake.mods.set({ ...ready, refreshFailure: { code: 'gone', facts: { host: 'h' } } })
  Object.assign(fake.main.mods, { refresh: () => Promise.resolve() }) // the list is told below
  open(fake)
  await shows('[data-check=mods]')
  const before = fake.asked('preflight').length
  fake.mods.set(ready)
  await waitFor(() => expect(fake.asked('preflight').length).toBe(before + 1))
})

it('lights only the join that follows while stopped work goes on by itself', async () => {
  const fake = open()
  await shows('[data-check=mods]')
  fake.mods.set(modsViewOf(damaged, { id: 5 }))
  const outcome = {
    repaired: 0,
    copied: 0,
    setAside: 0,
    seconds: 1,
    troubles: [],
    stopped: { kind: 'folder-gone' } as const,
  }
  fake.repairs.set([{ ...repairAtWork, phase: 'ended', outcome }])
  fake.queue.set({ mods: [{ modId: 5, state: 'waiting' }], paused: false, wentOn: false })
  await screen.findByRole('button', { name: 'Resume' })
  const lit = () => [...document.querySelectorAll('.primary')].map(({ textContent }) => textContent.trim())
  await waitFor(() => expect(lit()).toEqual(['Join when done']))
})
