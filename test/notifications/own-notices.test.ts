import { expect, test } from 'vitest'
import {
  type KnownEnds,
  isOutdated,
  RepairNotices,
  restingMods,
  stoppedMods,
  transferNotice,
  upkeepNotices,
} from '../../src-main/notifications/own-notices.ts'
import { createSay } from '../../src-main/desktop/index.ts'
import type { TransferEntry } from '../../src-preload/contract/bank.ts'
import type { Upkeep } from '../../src-preload/contract/player.ts'
import type { ModView } from '../../src-preload/contract/mods.ts'
import type { QueuedMod, RepairState } from '../../src-preload/contract/repair.ts'

const HOUR = 3_600_000
const START = Date.parse('2026-03-01T12:00:00Z')
const house = (hoursLeft: number): Upkeep => ({ kind: 'house', id: 311, name: '', hoursLeft })
const told = (upkeep: Upkeep[], given: { asOf?: number; now?: number; known?: KnownEnds } = {}) => {
  const { asOf = START, now = asOf, known = new Map<string, number>() } = given
  return upkeepNotices(upkeep, asOf, now, known)
}
const say = (language: 'en' | 'de') => createSay(() => language)

test('what ends within three days is told, and again within a day; what has time is not', () => {
  expect(told([house(73), house(400)])).toEqual([])
  expect(told([house(60)])).toMatchObject([
    { class: 'upkeep', facts: { stage: 'days', count: 2 }, place: { screen: 'player' } },
  ])
  expect(told([house(47)])).toMatchObject([{ facts: { stage: 'day', count: 47 } }]) // as on the screens
  expect(told([house(23)])).toMatchObject([{ facts: { stage: 'day', count: 23 } }])
  expect(told([house(0)])).toMatchObject([{ facts: { stage: 'over' } }])
})

test('the same end has the same key from look to look, another end another one', () => {
  const known: KnownEnds = new Map()
  const keyAt = (hours: number, later: number) =>
    told([house(hours)], { asOf: START + later * HOUR, known }).map(({ key }) => key)[0]
  const first = keyAt(60, 0)
  for (const [hours, later] of [
    [58, 1],
    [50, 10],
    [31, 30],
  ] as const)
    expect(keyAt(hours, later)).toBe(first)
  expect(keyAt(20, 40)).not.toBe(first) // the next step
  expect(keyAt(68, 41)).not.toBe(first) // paid for meanwhile
  const over = keyAt(0, 200)
  expect(keyAt(0, 400)).toBe(over)
  expect(keyAt(0, 1_000)).not.toBe(over) // a month on
})

test('a copy from before counts on from when it was true', () => {
  expect(told([house(60)], { now: START + 50 * HOUR })).toMatchObject([{ facts: { stage: 'day', count: 10 } }])
})

test.each([
  ['en', 'House 311 is paid for 2 more days', 'Moin e. V. is overdue'],
  ['de', 'Haus 311 ist noch 2 Tage bezahlt', 'Moin e. V. ist überfällig'],
] as const)('upkeep in words, %s', (language, soon, over) => {
  const company: Upkeep = { kind: 'company', id: 44, name: 'Moin e. V.', hoursLeft: 0 }
  const words = told([house(60), company]).map(({ name, facts }) => say(language)('notice.upkeep', { ...facts, name }))
  expect(words).toEqual([soon, over])
})

const entry = (more: Partial<TransferEntry>): TransferEntry => ({
  id: 'a',
  from: 'NH1',
  to: 'NH2',
  amount: 12_500,
  info: '',
  payee: 'Mara',
  state: 'succeeded',
  settledBy: 'bank',
  confirmedAt: 1,
  overridden: false,
  ...more,
})

test('an unsettled transfer that was found is told; what the player sees or says is not', () => {
  const found = transferNotice(entry({ settledBy: 'transactions' }), '$', true)
  expect(found).toMatchObject({
    class: 'transfer',
    key: 'transfer:a:succeeded',
    isPrivate: true,
    place: { screen: 'bank' },
  })
  expect(transferNotice(entry({}), '$', true)).toBeUndefined()
  expect(transferNotice(entry({ settledBy: 'player' }), '$', false)).toBeUndefined()
  expect(
    transferNotice(entry({ state: 'unknown', settledBy: undefined, overridden: true }), '$', false),
  ).toBeUndefined()
  expect(transferNotice(entry({ state: 'sending', settledBy: undefined }), '$', false)).toBeUndefined()
})

test.each([
  [
    'en',
    'Transfer completed: $12,500 to Mara',
    'Transfer not sent: $12,500 to NH2',
    'Transfer unresolved: $12,500 to Mara',
  ],
  [
    'de',
    'Überweisung ausgeführt: 12.500\u00a0$ an Mara',
    'Überweisung nicht gesendet: 12.500\u00a0$ an NH2',
    'Überweisung ungeklärt: 12.500\u00a0$ an Mara',
  ],
] as const)('outcomes that nobody saw come, in words, %s', (language, ...words) => {
  const seen = [entry({}), entry({ state: 'not-sent', payee: '' }), entry({ state: 'unknown', settledBy: undefined })]
  const notices = seen.map((one) => transferNotice(one, '$', false))
  expect(
    notices.map((notice) => say(language)('notice.transfer', { ...notice?.facts, name: notice?.name ?? '' })),
  ).toEqual(words)
})

test('a mod is called ready once, at its repair’s end, and neither while it is not nor while a join waits for it', async () => {
  let [isReady, hasExtras] = [true, false]
  const repair = (sessionId: string, phase: RepairState['phase']) =>
    ({ modId: 7, modName: 'Harbour', sessionId, phase }) as RepairState
  const notices = new RepairNotices({ isReady: (modId) => isReady && modId === 7, hasExtras: () => hasExtras })
  const named = (...repairs: RepairState[]) => notices.of(repairs).map(({ key, place }) => [key, place])
  expect(named(repair('a', 'checking'), repair('b', 'interrupted'))).toEqual([])
  expect(named(repair('a', 'ended'))).toEqual([['ready:a', { screen: 'mods', id: '7' }]])
  expect(named(repair('a', 'ended'))).toEqual([]) // it is not told again of one that the player saw end
  isReady = false
  expect(named(repair('b', 'ended'))).toEqual([])
  isReady = true
  expect(named(repair('b', 'ended'))).toEqual([])
  await notices.without(7, () => Promise.resolve(expect(named(repair('c', 'ended'))).toEqual([])))
  expect(named(repair('d', 'ended'))).toHaveLength(1)
  hasExtras = true
  const [warned] = notices.of([repair('e', 'ended')])
  const title = (language: 'de' | 'en') =>
    createSay(() => language)('notice.mod-ready', { ...warned?.facts, name: 'Harbour' })
  expect([title('de'), title('en')]).toEqual(['Spielbereit, mit Warnungen: Harbour', 'Ready, with warnings: Harbour'])
})

test('a mod that has stopped is told once for each stop, unless the queue continues it or a join waits for it', async () => {
  const full = { kind: 'disk-full', neededBytes: 2, freeBytes: 1 } as const
  const repair = (stopped: NonNullable<RepairState['outcome']>['stopped'], troubles = 0) =>
    ({
      ...{ modId: 7, modName: 'Harbour', sessionId: 'a', phase: 'ended' },
      outcome: { stopped, troubles: Array.from({ length: troubles }) },
    }) as RepairState
  let isReady = false
  const view = { gameDirExists: true }
  const mods = { isReady: () => isReady, hasExtras: () => false, mod: () => ({ name: 'Harbour' }), view }
  const notices = new RepairNotices(mods)
  const said = (repairs: RepairState[], state?: QueuedMod['state'], paused = false) => {
    const queue = { mods: state ? [{ modId: 7, state }] : [], paused, wentOn: false }
    return notices.ofStopped(stoppedMods(repairs, queue, mods), 1).map(({ name, facts, place }) => {
      expect(place).toEqual({ screen: 'mods', id: '7' })
      return say('en')('notice.mod-stopped', { ...facts, name })
    })
  }
  expect(said([repair(full)], 'working')).toEqual([]) // the queue has not heard of it yet
  expect(said([repair(full)])).toEqual(['Not enough space: Harbour'])
  expect(said([repair(full)])).toEqual([])
  expect(said([], 'working')).toEqual([])
  expect(said([repair(full)])).toEqual(['Not enough space: Harbour'])
  expect(said([repair({ kind: 'no-source' })])).toEqual(['Stopped: Harbour'])
  expect(said([repair(null, 1)])).toEqual(['Failed: Harbour'])
  expect(said([repair(null)])).toEqual([])
  for (const state of ['waiting', 'game', 'network'] as const) expect(said([repair(full)], state)).toEqual([])
  expect(said([], 'asks')).toEqual(['Waiting for your OK: Harbour'])
  expect(said([], 'failed')).toEqual(['Failed: Harbour'])
  view.gameDirExists = false // its drive was unplugged in the night
  expect([said([], 'waiting', true), said([])]).toEqual([[], []])
  expect(said([], 'waiting')).toEqual(['Folder missing: Harbour'])
  const gone = repair({ kind: 'folder-gone' })
  expect(said([gone], 'waiting')).toEqual([])
  view.gameDirExists = true // the mod alone is on that drive
  expect([said([], 'waiting'), said([gone], 'waiting')]).toEqual([[], ['Folder missing: Harbour']])
  await notices.without(7, () => Promise.resolve(expect(said([repair(full)])).toEqual([])))
  const [notice] = new RepairNotices(mods).ofStopped([{ modId: 7, name: 'Harbour', kind: 'space' }], 1)
  if (!notice) throw new Error('it is not told')
  expect(isOutdated(notice, mods, false)).toBe(false)
  isReady = true
  expect([isOutdated(notice, mods, false), said([repair(null, 1)])]).toEqual([true, []])
})

test('at rest the tray names what was interrupted, waits in the queue or is damaged', () => {
  const mod = (id: number, name: string, state: string, isInstalled = true) =>
    ({ id, name, verification: { state, last: { isInstalled } } }) as ModView
  const list = [mod(1, 'Absent', 'damaged', false), mod(2, 'Old', 'damaged'), mod(3, 'Harbour', 'damaged')]
  list.push({ ...mod(4, 'Rejected', 'damaged'), distrust: { reason: 'refused-rows', detail: '', at: '' } })
  const mods = {
    ...{ isReady: () => false, hasExtras: () => false, view: { mods: list, gameDirExists: true } },
    mod: (modId: number) => list.find(({ id }) => id === modId),
  }
  const words = (repairs: Partial<RepairState>[], queued: QueuedMod['state'][] = [], paused = false) => {
    const queue = { mods: queued.map((state) => ({ modId: 1, state })), paused, wentOn: false }
    const resting = restingMods(repairs as RepairState[], queue, mods, [{ modId: 2 }])
    return resting.map(({ kind, name }) => say('en')('notice.mod-stopped', { kind, name }))
  }
  expect(words([])).toEqual(['Damaged: Harbour'])
  const half = { modId: 2, modName: 'Old', phase: 'interrupted', work: 'update' } as const
  expect(words([half], ['working', 'waiting', 'network', 'game'])).toEqual([
    ...['Update stopped: Old', 'In the queue: Absent', 'Waiting for a connection: Absent'],
    ...['Paused until the game ends: Absent', 'Damaged: Harbour'],
  ])
  expect(words([], ['waiting', 'failed'], true)).toEqual(['Failed: Absent', 'Paused: Absent', 'Damaged: Harbour'])
})
