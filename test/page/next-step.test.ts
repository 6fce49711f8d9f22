import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { beforeAll, expect, it } from 'vitest'
import type { ModUpdate } from '../../src-preload/contract/repair.ts'
import { joinsOf } from '../../src-renderer/play/index.ts'
import Outlet from '../../src-renderer/views/frame/Outlet.svelte'
import ServerView from '../../src-renderer/views/ServerView.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { Router, type Wish } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { damaged, last, modsViewOf } from './support/mods-view.ts'
import { playMain, repairAtWork, serverOf, stepsOf } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

function open(fake = playMain(), params = { id: '1' }, wish?: Wish, view: Component = ServerView) {
  const router = new Router('home')
  router.go('server', params, wish)
  render(Host, { main: fake.main, i18n, router, view })
  return { ...fake, router }
}

const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => (await button(name)).click()
const checkOf = async (id: string) => {
  await waitFor(() => expect(document.querySelector(`[data-check=${id}]`)).not.toBeNull())
  return within(document.querySelector(`[data-check=${id}]`) as HTMLElement)
}

it('says the next thing: an installation, how far it is, and the join after it', async () => {
  const fake = open()
  const { mods, repairs, asked } = fake
  const absent = { ...last, counts: { ...last.counts, ok: 0, missing: 8 }, missingBytes: 4 << 20, isInstalled: false }
  mods.set(modsViewOf({ state: 'damaged', last: absent }, { id: 5 }))
  await button('Install and join')
  expect((await checkOf('mods')).getByText(/ · 4\sMB/)).toBeTruthy()
  repairs.set([repairAtWork])
  await waitFor(() => expect(document.querySelector('[data-repair=fetching]')).not.toBeNull())
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
  mods.set(modsViewOf({ state: 'ready', last: { ...last, result: 'ready' } }, { id: 5 }))
  repairs.set([])
  await press('Join')
  expect(asked('join')).toEqual([expect.objectContaining({ serverId: 1, bringUp: false })])
})

const absentMod = (id: number, folder: string) => {
  const absent = { ...last, counts: { ...last.counts, ok: 0, missing: 8 }, missingBytes: 4 << 20, isInstalled: false }
  return modsViewOf({ state: 'damaged', last: absent }, { id, folder, name: folder })
}
/** Two mods, of which the server's record names one, and its start parameters both. */
const twoMods = () => {
  const view = absentMod(5, '@Harbour')
  return { ...view, mods: [...view.mods, ...absentMod(6, '@Maps').mods, ...absentMod(7, '@Other').mods] }
}

it('of a server that loads two mods says what both need, and installs both', async () => {
  const fake = playMain([serverOf(1, 'Harbour 1', { startParameters: '@Harbour;@maps' })])
  const { mods, asked, queue, router } = open(fake)
  mods.set(twoMods())
  await button('Install and join')
  expect((await checkOf('mods')).getByText(/ · 8\sMB/)).toBeTruthy()
  ;(await checkOf('mods')).getByRole('button', { name: 'Details' }).click()
  expect(router.screen).toBe('mods') // where each has its plan
  router.back()
  const [harbour, maps] = twoMods().mods
  mods.set({
    ...twoMods(),
    mods: [harbour, { ...maps, verification: { state: 'ready', last: { ...last, result: 'ready' } } }] as never,
  })
  await waitFor(async () => expect((await checkOf('mods')).getByText(/ · 4\sMB/)).toBeTruthy())
  mods.set({ ...twoMods(), refreshFailure: { code: 'gone', facts: { host: 'h' } } })
  await press('Install')
  await waitFor(() => expect(asked('begin')).toEqual([{ modId: 5 }, { modId: 6 }]))
  queue.set({ mods: [{ modId: 6, state: 'waiting' }], paused: false, wentOn: false })
  fake.repairs.set([{ ...repairAtWork, modId: 6 }])
  await waitFor(() => expect(main()?.textContent.trim()).toBe('Join when done'))
})

it('promises no join while the list of the server’s other mod is rejected', async () => {
  const { mods } = open(playMain([serverOf(1, 'Harbour 1', { startParameters: '@Harbour;@Maps' })]))
  const [harbour, maps] = twoMods().mods
  const distrust = { reason: 'empty', detail: '', at: '' } as const
  mods.set({ ...twoMods(), mods: [harbour, { ...maps, distrust }] as never })
  await button('Install')
})

it('of a server that names its mod in its start parameters only, offers that mod’s installation', async () => {
  const { mods } = open(playMain([serverOf(1, 'Harbour 1', { modId: null, startParameters: '-mod=@Maps' })]))
  mods.set({ ...twoMods(), mods: twoMods().mods.slice(1) })
  await button('Install and join')
  mods.set({ ...twoMods(), mods: twoMods().mods.slice(2) })
  await button('Join')
})

it('follows the mods even after the screen that read them first is gone', async () => {
  const fake = open()
  await button('Join')
  cleanup()
  open(fake)
  await button('Join')
  fake.mods.set(modsViewOf(damaged, { id: 5 }))
  await button('Repair and join')
})

const main = () => document.querySelector('[data-join] .button.lg')
const others = () =>
  [...document.querySelectorAll('[data-join] .others .button')].map(({ textContent }) => textContent.trim())

it('of a damaged mod offers one and the same, before a join and after one that it stopped', async () => {
  const { mods, asked, joining } = open()
  mods.set(modsViewOf(damaged, { id: 5 }))
  await button('Repair and join')
  expect(others()).toEqual([]) // nothing has stopped a join yet
  // the voice belongs to the join, and stands apart from what is none
  expect(screen.getByRole('checkbox', { name: 'Join voice too' }).closest('.others')).toBeNull()
  await press('Repair and join')
  expect(asked('join')).toEqual([expect.objectContaining({ serverId: 1, bringUp: true })])
  const failure = { code: 'mods-not-ready', facts: { mod: 'Harbour', problems: 3 } } as const
  joining().resolve({ outcome: 'stopped', steps: stepsOf({ state: 'failed', failure }), anywayPossible: true })
  await waitFor(() => expect(others()).toEqual(['Join anyway']))
  expect(main()?.textContent).toContain('Repair and join')
  expect(document.querySelectorAll('.step')).toHaveLength(0)
  await press('1 more: Extra files') // besides the one that stopped it
  expect(document.querySelectorAll('.readiness [data-check]')).toHaveLength(1)
  await press('Show 1 check that passed')
  expect(document.querySelectorAll('.readiness [data-check]')).toHaveLength(2)
})

it('offers the join after the work on the mod only while that goes on', async () => {
  const { mods, repairs } = open()
  mods.set(modsViewOf(damaged, { id: 5, held: true }))
  repairs.set([repairAtWork])
  await waitFor(() => expect(main()?.textContent.trim()).toBe('Join when done'))
  expect([main()?.className.includes('primary'), others()]).toEqual([true, []])
  await screen.findByText('Repairing Harbour')
  const outcome = { repaired: 0, copied: 0, setAside: 0, seconds: 1, troubles: [] }
  const stopped = { kind: 'disk-full', neededBytes: 9, freeBytes: 1 } as const
  repairs.set([{ ...repairAtWork, phase: 'ended', outcome: { ...outcome, stopped } }])
  await button('Free up space…') // only once
  await waitFor(() => expect(others()).toEqual([]))
  expect([main()?.textContent.trim(), main()?.className.includes('primary')]).toEqual(['Free up space…', true])
})

it('still says the next thing, and joins with the old files, where an update has left files out or is stopped', async () => {
  const { mods, repairs, updates, asked } = open()
  const view = (held: boolean) => modsViewOf({ state: 'ready', last: { ...last, result: 'ready' } }, { id: 5, held })
  mods.set(view(false))
  updates.set([{ modId: 5, added: 1, changed: 2, removed: 0, fetchBytes: 300 } as ModUpdate])
  const troubles = [{ path: '@Harbour/a.pbo', cause: { kind: 'not-found' } as const }]
  const outcome = { repaired: 0, copied: 0, setAside: 0, seconds: 1, stopped: null, troubles }
  repairs.set([{ ...repairAtWork, work: 'update', phase: 'ended', outcome }])
  await screen.findByText('The server does not have this file.')
  await waitFor(() => expect([main()?.textContent.trim(), others()]).toEqual(['Update and join', ['Join anyway']]))
  expect(main()?.className).toContain('primary')
  mods.set(view(true)) // nothing joins with a mod that is busy
  repairs.set([{ ...repairAtWork, work: 'update', phase: 'paused' }])
  await waitFor(() => expect([main()?.textContent.trim(), others()]).toEqual(['Resume and join', []]))
  mods.set(view(false))
  repairs.set([{ ...repairAtWork, work: 'update', phase: 'interrupted' }])
  await press('Join anyway')
  expect(asked('join')).toEqual([expect.objectContaining({ despite: 'mods-not-ready', bringUp: false })])
})

it('goes on with stopped work and joins, in one press', async () => {
  const { mods, repairs, asked } = open()
  mods.set(modsViewOf(damaged, { id: 5, held: true }))
  repairs.set([{ ...repairAtWork, phase: 'paused' }])
  await press('Resume and join')
  expect(asked('join')).toEqual([expect.objectContaining({ serverId: 1, bringUp: true })])
})

it('names no next step before the first check of the mod has ended, and joins after it', async () => {
  const { mods, asked } = open()
  const first = { state: 'verifying', tier: 'quick', paused: false, forGame: false, last: null } as const
  mods.set(modsViewOf(first, { id: 5 }))
  await waitFor(() => expect(main()?.textContent).toContain('Checking…'))
  expect(main()?.className).toContain('secondary')
  await press('Checking…')
  expect(asked('join')).toEqual([])
  await press('Join when done')
  expect(asked('join')).toEqual([expect.objectContaining({ serverId: 1, bringUp: false })])
})

it('lights the join once the checks are known, and takes a press before', async () => {
  const fake = playMain()
  let answer = (): void => undefined
  const preflight = () => new Promise((resolve) => (answer = () => resolve({ serverId: 1, state: 'good', checks: [] })))
  Object.assign(fake.main.play, { preflight })
  const { asked } = open(fake)
  await press('Join')
  expect(asked('join')).toHaveLength(1)
  fake.joining().resolve({ outcome: 'playing', steps: [], anywayPossible: false })
  await button('Join')
  expect(main()?.className).toContain('secondary')
  answer()
  await waitFor(() => expect(main()?.className).toContain('primary'))
})

it('of a damaged mod offers the repair alone while the community cannot be reached', async () => {
  const { mods } = open()
  mods.set({ ...modsViewOf(damaged, { id: 5 }), refreshFailure: { code: 'gone', facts: { host: 'h' } } })
  await waitFor(() => expect(main()?.textContent.trim()).toBe('Repair'))
  expect(others()).toEqual([])
})

it('of a full server waits for a seat, and joins it only if the player insists', async () => {
  const { asked } = open(playMain([serverOf(1, 'Harbour 1', { slots: 40, playerCount: 40 })]))
  await press('Join when free')
  expect(asked('watchSeat')).toEqual([{ serverId: 1, on: true }])
  expect(await screen.findByText('Waiting for a slot')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
  expect(others()).toEqual([]) // it would contradict the wait
  await press('Cancel')
  expect(asked('watchSeat')[1]).toEqual({ serverId: 1, on: false })
  await press('Join anyway')
  expect(asked('join')).toEqual([expect.objectContaining({ serverId: 1, anyway: true })])
})

it.each([
  ['full', { slots: 40, playerCount: 40 }, 'Notify me when free', 'Repair'],
  ['offline', { online: false }, 'Notify me when online', 'Notify me when online', []], // nobody joins it now, so it comes first
])(
  'of a damaged mod offers the repair, and to tell of a server that is %s',
  async (_, given, words, lit, more: string[] = [words]) => {
    const { mods, asked } = open(playMain([serverOf(1, 'Harbour 1', given)]))
    mods.set(modsViewOf(damaged, { id: 5 }))
    await waitFor(() =>
      expect([document.querySelector('[data-next]')?.textContent.trim(), others()]).toEqual(['Repair', more]),
    )
    const primary = () => [...document.querySelectorAll('.go .primary')].map(({ textContent }) => textContent.trim())
    await waitFor(() => expect(primary()).toEqual([lit]))
    await press(words)
    expect(asked('watchSeat')).toEqual([{ serverId: 1, on: true }])
  },
)

it('offers both at once where a join was pressed on a mod that is not ready', async () => {
  const { mods, asked, joining } = open(playMain(), { id: '1' }, 'join')
  mods.set(modsViewOf(damaged, { id: 5 }))
  await waitFor(() => expect(asked('join')).toHaveLength(1))
  const failure = { code: 'mods-not-ready', facts: { mod: 'Harbour', problems: 3 } } as const
  joining().resolve({ outcome: 'stopped', steps: stepsOf({ state: 'failed', failure }), anywayPossible: true })
  await press('Repair and join')
  expect(asked('join')[1]).toEqual(expect.objectContaining({ bringUp: true, anyway: false }))
})

it('shows the plan that a join stopped for, at once, and not again when the player comes back', async () => {
  const { mods, joining, asked, router } = open(playMain(), { id: '1' }, 'bring-up', Outlet)
  mods.set(modsViewOf(damaged, { id: 5 }))
  await waitFor(() => expect(asked('join')).toHaveLength(1))
  expect(asked('plan')).toEqual([])
  const failure = { code: 'mods-not-ready', facts: { mod: 'Harbour', problems: 3 } } as const
  joining().resolve({ outcome: 'stopped', steps: stepsOf({ state: 'failed', failure }), anywayPossible: true })
  await waitFor(() => expect(asked('plan')).toEqual([{ modId: 5 }]))
  router.go('server', { id: '2' })
  router.back()
  await button('Repair and join')
  expect(asked('plan')).toHaveLength(1)
})

it.each([
  ['mods', 'mods-no-folder', 'retry', 'Check again', true],
  ['install', 'install-missing', 'choose-install', 'Choose game folder…', false],
] as const)(
  'the main button mends what no join gets past, and nothing else does: %s',
  async (id, reason, fix, name, anyway) => {
    const fake = playMain()
    const state = 'bad' as const
    const preflight = () => {
      fake.calls.push(['preflight', {}])
      return Promise.resolve({ serverId: 1, state, checks: [{ id, state, reason, fix, facts: {}, at: 0 }] })
    }
    Object.assign(fake.main.play, { preflight })
    const { asked } = open(fake)
    await waitFor(() => expect(main()?.textContent.trim()).toBe(name))
    expect([main()?.className.includes('primary'), screen.queryByRole('button', { name: 'Join' })]).toEqual([
      true,
      null,
    ])
    expect((await checkOf(id)).queryByRole('button')).toBeNull()
    expect(screen.getByRole('checkbox', { name: 'Join voice too' })).toBeTruthy() // always in its place
    expect(screen.queryByRole('button', { name: 'Join anyway' }) !== null).toBe(anyway)
    await press(name)
    await waitFor(() => expect(asked('preflight')).toHaveLength(2))
    expect(asked('join')).toEqual([])
  },
)

it.each([
  ['whose files are right, the first of its checks', undefined, ['Repair']],
  ['that is damaged, the button above and its details', damaged, ['Details']],
] as const)('of a mod %s has the only way to its repair', async (_, verification, buttons) => {
  const fake = playMain()
  const found = { state: 'care', fix: 'repair', facts: { count: 1 }, at: 0 } as const
  const checks = [
    { id: 'mods', state: 'good', reason: 'mods-ready', facts: { tier: 'quick' }, at: 0 },
    { ...found, id: 'signatures', reason: 'signatures-missing', state: 'bad' },
    { ...found, id: 'foreign', reason: 'foreign-some' },
  ]
  Object.assign(fake.main.play, { preflight: () => Promise.resolve({ serverId: 1, state: 'bad', checks }) })
  const { mods } = open(fake)
  if (verification) mods.set(modsViewOf(verification, { id: 5 }))
  await button(verification ? 'Repair and join' : 'Join')
  await checkOf('signatures')
  document.querySelector<HTMLElement>('[data-action=all-checks]')?.click()
  await checkOf('foreign')
  const inChecks = [...document.querySelectorAll('[data-check] .button')]
  expect(inChecks.map(({ textContent }) => textContent.trim())).toEqual(buttons)
})

it('lists the check that stopped a join once, below the join, also among all checks', async () => {
  const fake = playMain()
  const mods = {
    id: 'mods',
    state: 'bad',
    reason: 'mods-not-loaded',
    facts: { why: 'unreachable' },
    at: 0,
    fix: 'retry',
  }
  const checks = [mods, { id: 'voice', state: 'care', reason: 'voice-missing', facts: {}, at: 0 }]
  Object.assign(fake.main.play, { preflight: () => Promise.resolve({ serverId: 1, state: 'bad', checks }) })
  const { joining } = open(fake)
  await press('Join anyway')
  const failure = { code: 'mods-unchecked', facts: { why: 'unreachable' } } as never
  joining().resolve({ outcome: 'stopped', steps: stepsOf({ state: 'failed', failure }), anywayPossible: true })
  await waitFor(() => expect(document.querySelector('[data-step=files] [data-check=mods]')).not.toBeNull())
  document.querySelector<HTMLElement>('[data-action=all-checks]')?.click()
  await checkOf('voice')
  expect(document.querySelectorAll('[data-check=mods]')).toHaveLength(1)
})

it('says of a missing voice app the same at its step of the join as in its check, once', async () => {
  const fake = playMain()
  const checks = [{ id: 'voice', state: 'care', reason: 'voice-missing', facts: {}, at: 0, fix: 'get-voice-client' }]
  Object.assign(fake.main.play, { preflight: () => Promise.resolve({ serverId: 1, state: 'care', checks }) })
  const [{ joining }, failure] = [open(fake), { code: 'voice-client-missing', facts: {} } as never]
  await press('Join')
  joining().resolve({ outcome: 'started', steps: stepsOf({}, { state: 'warned', failure }), anywayPossible: false })
  await waitFor(() => expect(document.querySelector('[data-step=voice] [data-check=voice]')).not.toBeNull())
  expect(screen.getAllByText('No voice app installed')).toHaveLength(1)
})

it('keeps the focus on “Check again” while the checks run', async () => {
  const fake = playMain()
  open(fake)
  await checkOf('mods')
  document.querySelector<HTMLElement>('[data-action=all-checks]')?.click()
  const again = await button('Check again')
  let end = () => undefined as void
  Object.assign(fake.main.play, { preflight: () => new Promise<never>((_, reject) => (end = reject)) })
  again.focus()
  again.click()
  await waitFor(() => expect(again.getAttribute('aria-busy')).toBe('true'))
  expect(document.activeElement).toBe(again)
  end()
})

it('offers to join anyway only if no other server is being joined', async () => {
  const fake = playMain()
  const { joining } = open(fake)
  await press('Join')
  const failure = { code: 'mods-unchecked', facts: { why: 'unreachable' } } as never
  joining().resolve({ outcome: 'stopped', steps: stepsOf({ state: 'failed', failure }), anywayPossible: true })
  const anyway = await button('Join anyway')
  expect(anyway).toHaveProperty('disabled', false)
  void joinsOf(fake.main).of(2).run({ name: 'Isle' })
  await waitFor(() => expect(anyway).toHaveProperty('disabled', true))
})

it('shows a passed check that fails at the next look, without a press', async () => {
  const fake = playMain()
  const found = { facts: { count: 1 }, at: 0 } as const
  const passed = { id: 'signatures', state: 'good', reason: 'signatures-ok', facts: {}, at: 0 }
  const checks: object[] = [
    { ...found, id: 'foreign', reason: 'foreign-some', state: 'bad' },
    { ...found, id: 'voice', reason: 'voice-missing', state: 'care' },
    passed,
  ]
  Object.assign(fake.main.play, { preflight: () => Promise.resolve({ serverId: 1, state: 'bad', checks }) })
  open(fake)
  await press('1 more: Voice')
  await checkOf('voice')
  expect(document.querySelector('[data-check=signatures]')).toBeNull()
  expect(await button('Show 1 check that passed')).toBeTruthy()
  checks[2] = { ...found, id: 'signatures', reason: 'signatures-missing', state: 'bad' }
  await press('Check again')
  await checkOf('signatures')
})

it('begins what was pressed on a server’s card: the mod first, then the join', async () => {
  const { asked } = open(playMain(), { id: '2' }, 'bring-up')
  await waitFor(() => expect(asked('join')).toEqual([expect.objectContaining({ serverId: 2, bringUp: true })]))
})
