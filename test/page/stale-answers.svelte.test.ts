import { render } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import type { PlayerView } from '../../src-preload/contract/player.ts'
import { BookingsState } from '../../src-renderer/bank/bookings.svelte.ts'
import { Repairs } from '../../src-renderer/mods/repair/repairs.svelte.ts'
import { joinsOf } from '../../src-renderer/play/join.svelte.ts'
import { PlayState } from '../../src-renderer/play/play.svelte.ts'
import { seatJoinOf } from '../../src-renderer/play/seat-join.svelte.ts'
import { PendingActions } from '../../src-renderer/views/home/pending-actions.svelte.ts'
import ModsView from '../../src-renderer/views/ModsView.svelte'
import { Attempt } from '#shared/attempt.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { damaged, modsViewOf } from './support/mods-view.ts'
import { playMain, stepsOf } from './support/play-main.ts'

const silent = () => () => undefined
/** Settles after what was answered has arrived. */
const settled = () => new Promise((done) => setImmediate(done))

/** Answers that the test gives, in the order of its own. */
function answersOf<T>() {
  const given: { resolve: (value: T) => void; reject: (why: unknown) => void }[] = []
  return { given, ask: () => new Promise<T>((resolve, reject) => given.push({ resolve, reject })) }
}

it('tells nothing of the upkeep of a player who signed out while it was read', async () => {
  const { given, ask } = answersOf<object>()
  let tell: (view: Pick<PlayerView, 'state'>) => void = () => undefined
  const pending = new PendingActions({
    mods: { state: silent },
    repair: { states: silent, queue: silent, updates: silent },
    player: { bankPending: silent, data: ask, state: (hear: typeof tell) => ((tell = hear), () => undefined) },
    updates: { state: silent },
    settings: { state: silent },
  } as unknown as Main)
  const stop = pending.follow()
  tell({ state: 'signed-in' })
  tell({ state: 'signed-out' })
  given[0]?.resolve({ upkeep: [{ kind: 'house', id: 1, name: '', hoursLeft: 3 }], player: { asOf: '2026-11-30' } })
  await settled()
  expect(pending.upkeep).toEqual([])
  stop()
})

it('is busy until all of its works have ended', async () => {
  const { given, ask } = answersOf<void>()
  const attempt = new Attempt()
  const works = [attempt.make(ask), attempt.make(ask)]
  given[1]?.resolve()
  await works[1]
  expect(attempt.busy).toBe(true)
  given[0]?.resolve()
  await works[0]
  expect(attempt.busy).toBe(false)
})

it('lets an effect begin a work without following what it writes', async () => {
  const attempt = new Attempt()
  let began = 0
  const work = () => ((began += 1), Promise.reject(new Error('refused')))
  const stop = $effect.root(() => {
    $effect(() => void attempt.make(work))
  })
  await settled()
  expect(began).toBe(1)
  stop()
})

it('shows the command line of the last change, not the one that arrives last', async () => {
  const { main } = playMain()
  const { given, ask } = answersOf<object>()
  Object.assign(main.play, { previewLaunch: ask })
  const state = new PlayState(
    main,
    (key) => key,
    () => Promise.resolve(true),
  )
  const shown = [state.showLine(1, {} as never), state.showLine(1, {} as never)]
  given[1]?.resolve({ program: 'new' })
  given[0]?.resolve({ program: 'old' })
  await Promise.all(shown)
  expect(state.preview).toEqual({ program: 'new' })
})

it('keeps the wait for one server when the wait for a former one is refused late', async () => {
  const { main } = playMain()
  const { given, ask } = answersOf<void>()
  Object.assign(main.play, { watchSeat: ask })
  const seatJoin = seatJoinOf(main)
  const waits = [seatJoin.wait({ serverId: 1, name: 'A' }), seatJoin.wait({ serverId: 2, name: 'B' })]
  given[1]?.resolve()
  given[0]?.reject(new Error('refused'))
  await Promise.allSettled(waits)
  expect(seatJoin.waitsFor(2)).toBe(true)
})

it('knows on which server the player is, also after a join of another one was refused', async () => {
  const fake = playMain()
  const joins = joinsOf(fake.main)
  const run = async (serverId: number, outcome: 'playing' | 'stopped') => {
    const joined = joins.of(serverId).run({ name: `Server ${serverId}` })
    fake.joining().resolve({ outcome, steps: stepsOf(), anywayPossible: false })
    await joined
  }
  await run(1, 'playing')
  fake.game.set({ running: true, since: 5 })
  expect(joins.playingOn).toBe(1)
  await run(2, 'stopped')
  expect(joins.playingOn).toBe(1)
})

it('shows the quarantine as it was read last, not as it arrives last', async () => {
  const { given, ask } = answersOf<object>()
  const repairs = new Repairs({
    settings: { state: silent },
    play: { game: silent },
    repair: { updates: silent, queue: silent, states: silent, quarantine: ask },
  } as unknown as Main)
  const reads = [repairs.loadQuarantine(), repairs.loadQuarantine()]
  given[1]?.resolve({ sessions: ['new'] })
  given[0]?.resolve({ sessions: ['old'] })
  await Promise.all(reads)
  expect(repairs.quarantine).toEqual({ sessions: ['new'] })
})

it('tells of no account that the bookings of another one could not be read', async () => {
  const { given, ask } = answersOf<object>()
  const bookings = new BookingsState({ transactions: ask } as unknown as Main['bank'])
  const reads = ['NH1', 'NH2'].map((iban) => bookings.load(iban, () => true))
  given[1]?.reject(new Error('unreachable'))
  given[0]?.resolve({ pages: ['[]'], setAside: 0, asOf: 1 })
  await Promise.all(reads)
  expect([bookings.failureOf('NH1'), bookings.failureOf('NH2'), bookings.failureOf()]).toEqual([
    undefined,
    expect.any(Error),
    expect.any(Error),
  ])
})

it('reads the quarantine again in another game folder', async () => {
  const fake = playMain()
  const { given, ask } = answersOf<object>()
  Object.assign(fake.main.repair, { quarantine: ask })
  fake.mods.set(modsViewOf(damaged, { id: 5 }, '/a'))
  const i18n = new I18n()
  await i18n.use('en')
  render(Host, { main: fake.main, i18n, router: new Router('mods'), view: ModsView })
  await settled()
  const before = given.length
  fake.mods.set(modsViewOf(damaged, { id: 5 }, '/a'))
  await settled()
  expect(given).toHaveLength(before)
  fake.mods.set(modsViewOf(damaged, { id: 5 }, '/b'))
  await settled()
  expect(given).toHaveLength(before + 1)
})
