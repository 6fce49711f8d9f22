import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Preflight, ServerLive } from '../../src-preload/contract/play.ts'
import { SeatJoinDialog } from '../../src-renderer/play/index.ts'
import { seatJoinOf } from '../../src-renderer/play/seat-join.svelte.ts'
import ServerView from '../../src-renderer/views/ServerView.svelte'
import { I18n } from '#shared/i18n/index.ts'
import { Router } from '#shared/router/index.ts'
import Host from './support/Host.svelte'
import { playMain, serverOf } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function openWait() {
  const fake = playMain()
  const router = new Router('bank')
  render(Host, { main: fake.main, i18n, router, view: SeatJoinDialog })
  const seatJoin = seatJoinOf(fake.main)
  await seatJoin.wait({ serverId: 1, name: 'Harbour 1' })
  fake.watches.set([1, 7])
  const news = async (watched: number[]) => {
    fake.watches.set(watched)
    await tick()
  }
  return { ...fake, router, seatJoin, news }
}

it('joins fifteen seconds after a seat was found, and leaves the screen alone until then', async () => {
  const { router, news } = await openWait()
  await news([1]) // another server’s wait has ended
  expect(screen.queryByRole('dialog')).toBeNull()
  await news([])
  expect(screen.getByRole('dialog').textContent).toContain('A slot is free on Harbour 1')
  await vi.advanceTimersByTimeAsync(14_000)
  expect(screen.getByRole('dialog').textContent).toContain('Loadout joins in 1 second, unless you cancel.')
  expect(screen.getByRole('progressbar', { name: 'Time left to cancel' }).getAttribute('aria-valuenow')).toBe('7')
  expect(router.screen).toBe('bank')
  await vi.advanceTimersByTimeAsync(1_000)
  expect({ screen: router.screen, params: router.params, wish: router.wish }).toEqual({
    screen: 'server',
    params: { id: '1' },
    wish: 'join',
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each([
  [60_000, 'join'],
  [8 * 3_600_000, undefined],
])('joins though its timer is %i ms late, but not after a night’s sleep', async (ms, wish) => {
  const { router, news } = await openWait()
  await news([])
  vi.setSystemTime(Date.now() + ms)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(router.wish).toBe(wish)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it.each([
  [true, false],
  [false, true],
])('says whether only the list tells of the seat: the server answers %s', async (answered, said) => {
  const { main, news, router } = await openWait()
  const answer = { serverId: 1, answered, at: 0 } as ServerLive
  Object.assign(main.play, { live: () => Promise.resolve([answer]) })
  await news([])
  await vi.advanceTimersByTimeAsync(0)
  expect(screen.getByRole('dialog').textContent.includes('A slot may be free')).toBe(said)
  expect(screen.queryByText('Waiting for Harbour 1 to respond') !== null).toBe(said)
  expect(screen.queryByRole('progressbar') !== null).toBe(answered)
  expect(screen.queryByText('Waiting 0:00') !== null).toBe(said)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(router.wish).toBe(answered ? 'join' : undefined)
  if (answered) return
  expect(screen.queryByText('Waiting 0:40')).not.toBeNull()
  answer.answered = true // it is asked again, and the player has all the time to stop the join
  await vi.advanceTimersByTimeAsync(15_000)
  expect([router.wish, screen.queryByText('A slot is free on Harbour 1') !== null]).toEqual([undefined, true])
  await vi.advanceTimersByTimeAsync(15_000)
  expect(router.wish).toBe('join')
})

it('neither claims nor joins a slot that the server’s own answer says is gone, and waits on, unless cancelled', async () => {
  const { main, asked, news, router, seatJoin } = await openWait()
  const answer: ServerLive = { serverId: 1, answered: false, at: 0, noNetwork: false }
  Object.assign(main.play, { live: () => Promise.resolve([answer]) })
  await news([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(screen.queryByText('Waiting for Harbour 1 to respond')).not.toBeNull()
  Object.assign(answer, { answered: true, players: 100, slots: 100 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([screen.queryByRole('dialog'), router.wish, seatJoin.waitsFor(1)]).toEqual([null, undefined, true])
  let answerLate = (_: ServerLive[]) => undefined as void
  Object.assign(main.play, { live: () => new Promise((resolve) => (answerLate = resolve)) })
  await news([1])
  await news([])
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  answerLate([answer])
  await vi.advanceTimersByTimeAsync(1_000)
  expect([seatJoin.waitsFor(1), asked('watchSeat').length]).toEqual([false, 2])
})

it('tells when main last looked for a seat', async () => {
  const { seatJoin, news } = await openWait()
  expect(seatJoin.lookedAt).toBeUndefined()
  await vi.advanceTimersByTimeAsync(15_000)
  await news([1, 7])
  expect(seatJoin.lookedAt).toBe(Date.now())
})

it.each(['Cancel', 'Close'])('joins nothing after “%s”', async (name) => {
  const { router, news } = await openWait()
  await news([])
  await fireEvent.click(screen.getByRole('button', { name }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect({ screen: router.screen, wish: router.wish }).toEqual({ screen: 'bank', wish: undefined })
})

it('joins nothing when the wait has lasted for as long as one may', async () => {
  const { news } = await openWait()
  await vi.advanceTimersByTimeAsync(12 * 3_600_000)
  await news([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('joins nothing by itself when the computer has slept since the last look', async () => {
  const { news } = await openWait()
  await news([1])
  vi.setSystemTime(Date.now() + 8 * 3_600_000)
  await news([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('joins nothing when the wait was given up, or never began', async () => {
  const { router, news, seatJoin } = await openWait()
  seatJoin.drop()
  await news([])
  await seatJoin.wait({ serverId: 2, name: 'Isle' })
  await news([1]) // main has not begun yet
  await vi.advanceTimersByTimeAsync(60_000)
  expect(router.screen).toBe('bank')
})

it.each([true, false])(
  'looks at the server at once when a seat was found, so that its page does not call it full: answers itself %s',
  async (answered) => {
    vi.useRealTimers()
    const answer = { serverId: 1, slots: 100, pingMs: 5, map: '', version: '', password: false, at: 0 }
    let players = 100
    const servers = [serverOf(1, 'Harbour 1', { playerCount: 100 })]
    const { main, watches, asked } = playMain(servers)
    let reads = 0
    const { read } = main.community
    const counted = (what: { endpoint: string }, ...more: never[]) => {
      if (what.endpoint === 'server') reads++
      return read(what as never, ...more)
    }
    Object.assign(main.community, { read: counted })
    const live = () => Promise.resolve([{ ...answer, answered, players: answered ? players : 0 } as ServerLive])
    Object.assign(main.play, { live })
    const router = new Router('home')
    router.go('server', { id: '1' })
    render(Host, { main, i18n, router, view: ServerView })
    await screen.findByText('Full')
    const seatJoin = seatJoinOf(main)
    await seatJoin.wait({ serverId: 1, name: 'Harbour 1' })
    expect(await screen.findByText('Waiting for a slot')).toBeTruthy()
    watches.set([1])
    players = 99
    servers[0] = serverOf(1, 'Harbour 1', { playerCount: 99 })
    const before = asked('preflight').length
    watches.set([])
    await waitFor(() => expect(screen.queryByText('Full')).toBeNull())
    expect(asked('preflight').length).toBeGreaterThan(before)
    expect(reads).toBe(2) // once more, though the reading is another one
  },
)

type Check = Preflight['checks'][number]
const of = (id: Check['id'], reason: Check['reason'], more: Partial<Check> = {}): Check => ({
  ...{ id, reason, state: 'care', facts: { players: 100, slots: 100 }, at: 0, ...more },
})
const full = of('seats', 'seats-full', { fix: 'watch-seat' })
const unsure = of('server', 'server-unsure', { fix: 'retry' })
const password = of('password', 'password-missing')

/** The page of a full server with these checks, where the player waits. */
async function waitHere(checks: Check[]) {
  const fake = playMain([serverOf(1, 'Harbour 1', { playerCount: 100, modId: null, startParameters: '' })])
  Object.assign(fake.main.play, { preflight: () => Promise.resolve({ serverId: 1, state: 'care', checks }) })
  const router = new Router('home')
  router.go('server', { id: '1' })
  render(Host, { main: fake.main, i18n, router, view: ServerView })
  await vi.advanceTimersByTimeAsync(0)
  await fireEvent.click(screen.getByRole('button', { name: 'Join when free' }))
  fake.watches.set([1])
  await vi.advanceTimersByTimeAsync(6_000)
  return fake
}
const panel = () => document.querySelector('.waits')?.textContent

it('shows for how long it waits, and when main looks next or has looked', async () => {
  const { watches } = await waitHere([full])
  expect(panel()).toContain('0:06')
  expect(panel()).toContain('Next check in 9 s')
  await vi.advanceTimersByTimeAsync(9_000)
  expect(panel()).toContain('0:15')
  expect(panel()).toContain('Checking…')
  watches.set([1])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(panel()).toContain('Next check in 14 s')
  await vi.advanceTimersByTimeAsync(60_000) // main takes longer than it should
  expect(panel()).toMatch(/1:16.*Last check \d/)
})

it('claims no check before main has looked', async () => {
  await waitHere([full])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(panel()).toContain('1:06')
  expect(panel()).not.toContain('heck')
})

it('is the only state while it lasts, but hides nothing that it does not say', async () => {
  await waitHere([full, unsure])
  expect(document.querySelector('[data-readiness]')).toBeNull()
})

it('leaves another warning to be seen, without a second state', async () => {
  await waitHere([full, unsure, password])
  const ids = [...document.querySelectorAll('[data-check]')].map((one) => one.getAttribute('data-check'))
  expect(ids).toEqual(['password'])
  expect(document.querySelector('[data-readiness]')?.textContent).not.toContain('Ready')
})
