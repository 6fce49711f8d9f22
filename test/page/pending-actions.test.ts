import { cleanup, render, screen, waitFor } from '@testing-library/svelte'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { CheckSummary, ModView, Verification } from '../../src-preload/contract/mods.ts'
import type { PlayerView, Upkeep } from '../../src-preload/contract/player.ts'
import type { ModUpdate, RepairState } from '../../src-preload/contract/repair.ts'
import { PendingActions, shownOf } from '../../src-renderer/views/home/pending-actions.svelte.ts'
import PendingActionsCard from '../../src-renderer/views/home/PendingActions.svelte'
import { noQueue } from '../../src-renderer/mods/standing.ts'
import { linesOf, type Pending, type CardState } from '../../src-renderer/views/home/pending-lines.ts'
import type { Main } from '#shared/bridge/index.ts'
import { createFormat } from '#shared/format/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { streamer } from '#shared/privacy/index.ts'
import { refreshScreen } from '#shared/resource/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))
beforeEach(() => localStorage.setItem('loadout.home.pending', '3'))

const last = {
  result: 'damaged',
  missingBytes: 2 ** 21,
  isInstalled: true,
  counts: { ok: 5, missing: 3, extra: 9 },
} as unknown as CheckSummary
const damaged: Verification = { state: 'damaged', last }
const mod = (id: number, verification: Verification, more: Partial<ModView> = {}) =>
  ({ id, name: `Mod ${id}`, folder: `@${id}`, active: true, hasFiles: true, verification, ...more }) as ModView
const repair = (modId: number, phase: RepairState['phase'], forGame = false) =>
  ({ modId, phase, forGame }) as RepairState
const asOfNow = () => ({ asOf: new Date().toISOString() })
const upkeep = (id: number, hoursLeft: number): Upkeep => ({ kind: 'house', id, name: '', hoursLeft })
const sent = { id: 'x', payee: 'Ole', amount: 1500, at: Date.parse('2026-11-20T12:00') }
const rent = { id: 'a', name: 'Rent', amount: 1200, day: '2026-11-21' }
const change = { modId: 3, added: 1, changed: 2, removed: 0, fetchBytes: 3 * 2 ** 20 } as ModUpdate

const quiet: Pending = {
  mods: [],
  repairs: [],
  queue: noQueue,
  changes: [],
  bank: undefined,
  app: { phase: 'idle' },
  upkeep: [],
  notices: [],
}
const told: string[] = []
const deeds = {
  mayMend: true,
  away: undefined,
  timeFor: (bytes: number) => (bytes > 2 ** 21 ? 90_000 : undefined),
  go: (where: string) => void told.push(where),
  toMod: (id: number, plan: boolean) => void told.push(`mod ${id} ${plan}`),
  check: ({ id }: ModView) => void told.push(`check ${id}`),
  makeRoom: () => void told.push('quarantine'),
  resume: (id: number) => void told.push(`resume ${id}`),
  install: () => void told.push('install'),
}
const lines = (pending: Partial<Pending>) => linesOf({ ...quiet, ...pending }, [], i18n.t, deeds, createFormat(i18n))

it('tells what needs the player, most urgent first, each with what it leads to', () => {
  const all = lines({
    mods: [
      mod(1, { state: 'stale', last: { ...last, result: 'stale' } }),
      mod(2, damaged),
      mod(3, damaged),
      mod(4, damaged),
    ],
    repairs: [repair(4, 'interrupted')],
    changes: [change],
    bank: {
      unsettled: [sent, { ...sent, id: 's', amount: null, payee: '' }],
      ranOut: true,
      due: [rent, { ...rent, id: 'b', amount: null }],
    },
    app: { phase: 'ready', version: '2.0' },
    upkeep: [upkeep(7, 5), upkeep(8, 72), upkeep(9, 900)],
    notices: [{ kind: 'damaged-file-kept', keptAs: '/settings.json.damaged' }],
  })
  const { day, dayTime } = createFormat(i18n) // the year is only in them if it is over
  const [on, when] = [day('2026-11-21T00:00'), dayTime(sent.at)]
  expect(all.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    `Unresolved transfer: $1,500 · Ole · ${when}`,
    `Unresolved transfer: ${when}`,
    'Bank: Your sign-in has expired',
    `Payment due: Rent · $1,200 · ${on}`,
    `Payment due: Rent · ${on}`,
    'Mod 2: Damaged · 3 files · 2\u00a0MB',
    'House upkeep: 5 hours left · House 7',
    'Mod 1: Not fully checked',
    'Mod 3: Update available · 3 files · 3\u00a0MB · about 1m\u00a030s',
    'Mod 4: Repair stopped',
    'House upkeep: 3 days left · House 8',
    'Settings: File was damaged, defaults restored',
    'Loadout 2.0: Ready to install',
  ])
  for (const { run } of all) run()
  const mods = ['mod 2 true', 'player', 'check 1', 'mod 3 true', 'resume 4']
  expect(told).toEqual(['bank', 'bank', 'bank', 'bank', 'bank', ...mods, 'player', 'settings', 'install'])
})

it('offers a repair by the known list while the community is away, but no update and no check, which need the new one', () => {
  const mods = [mod(1, { state: 'stale', last: { ...last, result: 'stale' } }), mod(2, damaged), mod(3, damaged)]
  const away = linesOf(
    { ...quiet, mods, changes: [change] },
    [],
    i18n.t,
    { ...deeds, away: 'down' },
    createFormat(i18n),
  )
  expect(away.map(({ label }) => label)).toEqual(['Repair', 'Details'])
})

it('is quiet about what is in order, at work, not played, or waits for the game', () => {
  expect(lines({ bank: { unsettled: [], ranOut: false, due: [] }, upkeep: [upkeep(1, 900)] })).toEqual([])
  expect(lines({ mods: [mod(1, damaged)], repairs: [repair(1, 'fetching')] })).toEqual([])
  expect(lines({ mods: [mod(1, damaged)], repairs: [repair(1, 'paused', true)] })).toEqual([])
  const queue = { ...noQueue, mods: [{ modId: 1, state: 'network' as const }] }
  expect(lines({ mods: [mod(1, damaged)], repairs: [repair(1, 'interrupted')], queue })).toEqual([])
  expect(lines({ mods: [mod(1, damaged)], queue: { ...queue, paused: true } })).toHaveLength(1)
  expect(lines({ mods: [mod(1, damaged, { active: false }), mod(2, { state: 'unknown', last: null })] })).toEqual([])
})

it('tells of a stopped repair and a rejected list, but not of a list that did not come, nor of what was put right', () => {
  const stopped = { stopped: { kind: 'disk-full', neededBytes: 2, freeBytes: 1 }, troubles: [] }
  const ended = (modId: number) =>
    ({ modId, phase: 'ended', work: 'install', outcome: stopped }) as unknown as RepairState
  const refused = (reason: 'empty' | 'shrunk' | 'unreachable') =>
    ({ distrust: { reason, detail: '', at: '' } }) as const
  const absent: Verification = { state: 'damaged', last: { ...last, isInstalled: false } }
  const mods = [
    mod(1, absent),
    mod(2, { state: 'ready', last: { ...last, result: 'ready' } }),
    mod(3, absent, refused('empty')),
    mod(4, absent, refused('unreachable')),
    mod(5, absent, refused('shrunk')),
  ]
  const all = lines({ mods, repairs: [ended(1), ended(2)] })
  expect(all.map(({ name, text, label }) => `${name}: ${text}, ${label}`)).toEqual([
    'Mod 1: Not enough space, Free up space…',
    'Mod 3: File list rejected, Check again',
    'Mod 5: File list rejected, Details',
  ])
  told.length = 0
  for (const { run } of all) run()
  expect(told).toEqual(['quarantine', 'check 3', 'mod 5 false'])
})

it('asks nobody to install a mod', () => {
  const absent = {
    ...last,
    counts: { missing: 8, extra: 0 },
    filesListed: 8,
    isInstalled: false,
  } as unknown as CheckSummary
  const mods = [mod(3, { state: 'damaged', last: absent })]
  expect(lines({ mods, changes: [change] })).toEqual([])
})

it('asks for nothing about mods while the game runs or their folder is gone', () => {
  const told = { ...quiet, mods: [mod(1, damaged)], upkeep: [upkeep(7, 5)] }
  const all = linesOf(told, [], i18n.t, { ...deeds, mayMend: false }, createFormat(i18n))
  expect(all.map(({ id }) => id)).toEqual(['upkeep 0'])
})

it('keeps what a mod was found to be while it is checked again', () => {
  const again = { state: 'verifying', tier: 'quick', paused: false, forGame: false } as const
  expect(lines({ mods: [mod(1, { ...again, last })] }).map(({ text }) => text)).toEqual([
    'Damaged · 3 files · 2\u00a0MB',
  ])
  expect(lines({ mods: [mod(1, { ...again, last: null })] })).toEqual([])
})

type Heard<T> = (value: T) => void

/** A main that tells nothing until the test says so. */
function silentMain() {
  const heard: Record<string, (value: unknown) => void> = {}
  const failed: Record<string, (failure: unknown) => void> = {}
  const topic = (name: string) => (listener: Heard<unknown>, onfailure: Heard<unknown>) => {
    heard[name] = listener
    failed[name] = onfailure
    return () => undefined
  }
  const main = {
    mods: { state: topic('mods'), running: topic('running') },
    repair: { states: topic('repairs'), queue: topic('queue'), updates: topic('changes') },
    player: {
      state: topic('player') as (listener: Heard<PlayerView>) => () => void,
      bankPending: topic('bank'),
      data: () => Promise.resolve({ player: asOfNow(), upkeep: [{ ...upkeep(7, 5), spot: { x: 3122, y: 12838 } }] }),
    },
    updates: { state: topic('app') },
    settings: { state: topic('settings'), profile: () => () => undefined },
    play: { game: () => () => undefined },
  } as unknown as Main
  const say = (name: string, value: unknown) => heard[name]?.(value)
  /** All that main knows by itself, of which none needs the player. */
  const sayNothing = () => {
    say('mods', { mods: [] })
    say('repairs', [])
    say('queue', noQueue)
    say('changes', [])
    say('bank', { unsettled: [], ranOut: false, due: [] })
    say('app', { phase: 'idle' })
    say('settings', { notices: [] })
  }
  return { main, say, sayNothing, fail: (name: string, failure: unknown) => failed[name]?.(failure) }
}

function open(failure?: unknown, above?: CardState, modAbove?: number) {
  const serverAbove = modAbove === undefined ? undefined : { modId: null, startParameters: `@${modAbove}` }
  const fake = silentMain()
  const asked: string[] = []
  const services = [{ failure, refresh: () => void asked.push('refresh') }]
  render(Host, {
    main: fake.main,
    i18n,
    router: new Router('home'),
    view: PendingActionsCard,
    given: { services, above, serverAbove },
  })
  return { ...fake, asked }
}

it('says nothing before anything is known, then that nothing is needed, then what is', async () => {
  const { say, sayNothing } = open()
  expect(screen.queryByText('Nothing to do right now')).toBeNull()
  sayNothing()
  expect(await screen.findByText('Nothing to do right now')).toBeTruthy()
  say('player', { state: 'signed-in', name: 'Tjark' })
  expect(await screen.findByText(/5 hours left/)).toBeTruthy()
  say('player', { state: 'signed-out', name: '' })
  expect(await screen.findByText('Nothing to do right now')).toBeTruthy()
})

it('does not say that nothing is needed while that is being found out', async () => {
  const { say, sayNothing } = open(undefined, 'looking')
  sayNothing()
  expect(await screen.findByText('Checking…')).toBeTruthy()
  expect(screen.queryByText('Nothing to do right now')).toBeNull()
  say('mods', { mods: [mod(1, damaged)] })
  expect(await screen.findByText('Damaged', { exact: false })).toBeTruthy()
})

it('says that nothing else is needed below what asks for something', async () => {
  const { sayNothing } = open(undefined, 'asks')
  sayNothing()
  expect(await screen.findByText('Nothing else to do')).toBeTruthy()
})

it('tells a damage once: not here where it is told above', async () => {
  const { say, sayNothing } = open(undefined, 'asks', 1)
  sayNothing()
  say('mods', { mods: [mod(1, damaged), mod(2, damaged)] })
  await waitFor(() => expect(document.querySelectorAll('[data-pending]')).toHaveLength(1))
  expect(document.querySelector('[data-pending="mod 2"]')).toBeTruthy()
})

it('hides in streamer mode what is paid, and to whom', () => {
  streamer.on = true
  const [due] = lines({ bank: { unsettled: [], ranOut: false, due: [rent] } })
  streamer.on = false
  expect(due?.text).toBe(`R••• · •••••• · ${createFormat(i18n).day('2026-11-21T00:00')}`)
})

it('tells of a service that cannot be reached, and of a part of the app that did not open', async () => {
  const { fail, asked } = open(new Failure('offline', {} as never))
  fail('mods', new Failure('part-not-opened', { part: 'mods', incident: 'x1' }))
  await waitFor(() => expect(document.querySelectorAll('[data-pending]')).toHaveLength(2))
  expect(screen.getByRole('button', { name: 'Restart Loadout' })).toBeTruthy()
  screen.getByRole('button', { name: 'Try again' }).click()
  expect(asked).toEqual(['refresh'])
})

it('puts what is told later below what is shown, however urgent it is, and begins with all that main knows', async () => {
  const { say, sayNothing } = open()
  const shown = () =>
    [...document.querySelectorAll<HTMLElement>('[data-pending]')].map(({ dataset }) => dataset.pending)
  say('mods', { mods: [mod(1, damaged), mod(3, damaged)] })
  say('bank', { unsettled: [], ranOut: true, due: [] })
  say('app', { phase: 'idle' })
  await Promise.resolve()
  expect(shown()).toEqual([]) // a repair or a new list may be told of yet
  sayNothing()
  say('mods', { mods: [mod(3, damaged)] })
  say('changes', [change])
  say('app', { phase: 'ready', version: '2.0' })
  await waitFor(() => expect(shown()).toEqual(['mod 3', 'app']))
  say('player', { state: 'signed-in', name: 'Tjark' })
  await waitFor(() => expect(shown()).toEqual(['mod 3', 'app', 'upkeep 0']))
  say('mods', { mods: [] })
  await waitFor(() => expect(shown()).toEqual(['app', 'upkeep 0']))
  expect(document.querySelector('[data-pending="upkeep 0"]')?.textContent).toContain('031 128') // its place on the map
})

it('is not there where nothing was to do last time, then stands last, and keeps the room of what there was', async () => {
  const quiet = open()
  quiet.sayNothing()
  await screen.findByText('Nothing to do right now') // since there was something last time
  cleanup()
  const { say, sayNothing } = open()
  sayNothing()
  await waitFor(() => expect(document.querySelector('[data-pending-count="0"]')).toBeTruthy())
  expect(screen.queryByRole('heading')).toBeNull()
  say('mods', { mods: [mod(1, damaged), mod(2, damaged)] })
  await waitFor(() => expect(document.querySelectorAll('.last [data-pending]')).toHaveLength(2))
  cleanup()
  open()
  expect(document.querySelectorAll('.first .row')).toHaveLength(2)
})

it('has the room of what is known if the player comes from another screen', async () => {
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { hasBeenActive: true } })
  const { say, sayNothing } = open()
  sayNothing()
  say('player', { state: 'signed-out', name: '' })
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
  cleanup()
  const again = open()
  again.say('player', { state: 'signed-out', name: '' })
  again.sayNothing()
  again.say('mods', { mods: [mod(1, damaged)] })
  await waitFor(() => expect(document.querySelectorAll('.first [data-pending]')).toHaveLength(1))
  Reflect.deleteProperty(navigator, 'userActivation')
})

it('reads the upkeep again while it is on screen, because its hours pass', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  let left = 30
  const topic = () => () => undefined
  const signedIn = (hear: (view: PlayerView) => void) => (hear({ state: 'signed-in', name: '' }), () => undefined)
  const player = {
    state: signedIn,
    bankPending: topic,
    data: () => Promise.resolve({ player: asOfNow(), upkeep: [upkeep(1, left--)] }),
  }
  const repair = { states: topic, queue: topic, updates: topic }
  const main = {
    mods: { state: topic, running: topic },
    repair,
    player,
    updates: { state: topic },
    settings: { state: topic },
  }
  const pending = new PendingActions(main as unknown as Main)
  const stop = pending.follow()
  try {
    await vi.advanceTimersByTimeAsync(0)
    expect(pending.upkeep).toEqual([upkeep(1, 30)])
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(pending.upkeep).toEqual([upkeep(1, 29)])
    refreshScreen()
    stop() // the answer that is under way makes no further request
    await vi.advanceTimersByTimeAsync(24 * 3_600_000)
    expect(left).toBe(27)
  } finally {
    stop()
    vi.useRealTimers()
  }
})

it('never hides exactly one line', () => {
  expect([0, 4, 5, 6, 7, 9].map(shownOf)).toEqual([0, 4, 5, 4, 5, 5])
})
