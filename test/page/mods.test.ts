import { expect, it } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { ListDistrust, ModsView, Problem, Verification } from '../../src-preload/contract/mods.ts'
import { Mods } from '../../src-renderer/mods/mods.svelte.ts'
import { describeDifference } from '../../src-renderer/mods/problems.ts'
import type { Main } from '#shared/bridge/index.ts'
import { surroundings } from '#shared/resource/index.ts'
import { damaged, last as damagedLast, modsViewOf } from './support/mods-view.ts'

const missing = (path: string): Problem[] => [{ path, result: 'missing', expected: 1, found: null }]

/** What a check found that was made at this time, ms. */
const foundAt = (time: number): Verification =>
  damaged.state === 'damaged'
    ? { ...damaged, last: { ...damaged.last, checkedAt: new Date(time).toISOString() } }
    : damaged

/** The mods, with a main that tells and answers when it is told to. */
function open() {
  let tell: (view: ModsView) => void = () => undefined
  const asked: ((problems: Problem[], pieces?: number) => void)[] = []
  const pieces: number[] = []
  const refuse: ((failure: unknown) => void)[] = []
  const checked: unknown[] = []
  const main = {
    mods: {
      state: (hear: typeof tell) => ((tell = hear), () => undefined),
      running: () => () => undefined,
      check: (input: unknown) => {
        checked.push(input)
        return Promise.reject(new Failure('mod-busy', { mod: 'Harbour' }))
      },
      problems: ({ piece }: { piece: number }) =>
        new Promise((resolve, reject) => {
          pieces.push(piece)
          asked.push((problems, pieces = 1) => resolve({ problems, pieces }))
          refuse.push(reject)
        }),
    },
  }
  const refreshed: unknown[] = []
  Object.assign(main.mods, { refresh: (input: unknown) => Promise.resolve(refreshed.push(input)) })
  const mods = new Mods(main as unknown as Main)
  return { mods, tell: (view: ModsView) => tell(view), asked, pieces, refuse, checked, refreshed }
}

it('shows no problem of another game folder, not even where one is told late', async () => {
  const { mods, tell, asked } = open()
  tell(modsViewOf(damaged, {}, '/a'))
  asked[0]?.(missing('@Harbour/a.pbo'))
  await expect.poll(() => mods.problemsOf(7)).toEqual(missing('@Harbour/a.pbo'))
  tell(modsViewOf({ state: 'unknown', last: null }, {}, '/b'))
  expect(mods.problemsOf(7)).toBeUndefined()
  tell(modsViewOf(damaged, {}, '/a'))
  tell(modsViewOf(damaged, {}, '/b'))
  asked[2]?.(missing('@Harbour/b.pbo'))
  asked[1]?.(missing('@Harbour/a.pbo'))
  await expect.poll(() => mods.problemsOf(7)).toEqual(missing('@Harbour/b.pbo'))
  await new Promise((resolve) => setTimeout(resolve)) // what was told late is heard by now
  expect(mods.problemsOf(7)).toEqual(missing('@Harbour/b.pbo'))
})

it('shows no failure of a check in another game folder', async () => {
  const { mods, tell } = open()
  const view = modsViewOf(damaged, {}, '/a')
  tell(view)
  await mods.check(view.mods[0] as never, 'quick')
  expect(mods.failureOf(7)).toBeDefined()
  tell(modsViewOf({ state: 'unknown', last: null }, {}, '/b'))
  expect(mods.failureOf(7)).toBeUndefined()
})

it('has what was never checked looked at once, where there is a folder to look into', () => {
  const { mods, tell, checked } = open()
  const unknown = { state: 'unknown', last: null } as const
  const look = (view: ModsView) => {
    tell(view)
    mods.see(view.mods)
    return checked.splice(0)
  }
  expect(look({ ...modsViewOf(unknown), gameDirExists: false })).toEqual([])
  expect(look(modsViewOf(unknown, { active: false }))).toEqual([])
  expect(look(modsViewOf(unknown, { hasFiles: false }))).toEqual([])
  const quick = { modId: 7, tier: 'quick', acceptShorter: false }
  const refreshFailure = { code: 'offline', facts: { host: 'h' } } as const
  expect(look({ ...modsViewOf(unknown), refreshFailure })).toEqual([]) // no list would come
  expect(look(modsViewOf(unknown))).toEqual([quick])
  expect(look(modsViewOf(unknown))).toEqual([])
  expect(mods.failureOf(7)).toBeUndefined()
  expect(look(modsViewOf(unknown, {}, '/other'))).toEqual([quick])
  expect(look(modsViewOf(damaged, {}, '/third'))).toEqual([])
  expect(look(modsViewOf(unknown, {}, '/third'))).toEqual([]) // the player has cancelled its check
})

it('has what was ready looked at anew when the player comes back: its files may have been removed by hand', () => {
  const { mods, tell, checked } = open()
  const last = { ...damagedLast, result: 'ready' as const }
  const look = (verification: Verification, more: Partial<ModsView> = {}) => {
    const view = { ...modsViewOf(verification), ...more }
    tell(view)
    mods.see(view.mods)
    return checked.splice(0)
  }
  const quick = { modId: 7, tier: 'quick', acceptShorter: false }
  mods.lookAnew()
  expect(look({ state: 'ready', last })).toEqual([quick])
  expect(look({ state: 'ready', last })).toEqual([])
  mods.lookAnew()
  const fresh = { ...last, checkedAt: new Date(Date.now() - 1_000).toISOString() }
  expect(look({ state: 'ready', last: fresh })).toEqual([])
  mods.lookAnew(0) // as F5 does
  expect(look({ state: 'ready', last: fresh })).toEqual([quick])
  mods.lookAnew()
  expect(look({ state: 'ready', last })).toEqual([quick])
  mods.lookAnew()
  // what it needs is on offer and must stay so under the pointer
  expect(look(damaged)).toEqual([])
  mods.lookAnew()
  expect(look({ state: 'ready', last: { ...last, counts: { ...last.counts, extra: 1 } } })).toEqual([quick])
  mods.lookAnew()
  expect(look({ state: 'ready', last }, { refreshFailure: { code: 'offline', facts: { host: 'h' } } })).toEqual([])
  expect(look({ state: 'ready', last })).toEqual([quick]) // the community answers again
})

it('checks a mod whose list could not be loaded again when the community answers, once', () => {
  const { mods, tell, checked } = open()
  const view = (reason: ListDistrust, at: string, more: Partial<ModsView> = {}) => ({
    ...modsViewOf(damaged, { distrust: { reason, detail: '', at } }),
    asOf: '2026-01-01T12:00:00.000Z',
    ...more,
  })
  const look = (seen: ModsView) => {
    tell(seen)
    mods.see(seen.mods)
    return checked.splice(0)
  }
  const [early, late] = ['2026-01-01T11:00:00.000Z', '2026-01-01T13:00:00.000Z']
  expect(look(view('offline', early, { refreshFailure: { code: 'offline', facts: { host: 'h' } } }))).toEqual([])
  expect(look(view('offline', late))).toEqual([])
  expect(look(view('empty', early))).toEqual([]) // the community's list itself is wrong
  expect(look(view('offline', early))).toEqual([{ modId: 7, tier: 'quick', acceptShorter: false }])
  expect(look(view('offline', early))).toEqual([])
})

it('gives the mod whose repair was asked for once, and only if it is there', () => {
  const { mods } = open()
  const there = modsViewOf(damaged).mods
  expect(mods.takeAsked(there)).toBeUndefined()
  mods.askForRepair(7)
  expect(mods.takeAsked([])).toBeUndefined()
  expect(mods.takeAsked(there)).toMatchObject({ id: 7 })
  expect(mods.takeAsked(there)).toBeUndefined()
})

it('shows the problems of the last check, whichever answer comes last', async () => {
  const { mods, tell, asked } = open()
  tell(modsViewOf(foundAt(1)))
  tell(modsViewOf(foundAt(2)))
  asked[1]?.(missing('@Harbour/new.pbo'))
  await expect.poll(() => mods.problemsOf(7)).toEqual(missing('@Harbour/new.pbo'))
  asked[0]?.(missing('@Harbour/old.pbo'))
  await new Promise((resolve) => setTimeout(resolve)) // what was told late is heard by now
  expect(mods.problemsOf(7)).toEqual(missing('@Harbour/new.pbo'))
})

it('says no more that a mod was busy once the check that kept it busy has come to its result', async () => {
  const { mods, tell } = open()
  const view = modsViewOf(foundAt(1))
  tell(view)
  const [mod] = view.mods
  if (mod) await mods.check(mod, 'quick')
  tell(view)
  expect(mods.failureOf(7)).toMatchObject({ code: 'mod-busy' })
  tell(modsViewOf(foundAt(2)))
  expect(mods.failureOf(7)).toBeUndefined()
})

it('gathers a long list piece by piece, and shows it whole', async () => {
  const { mods, tell, asked, pieces } = open()
  tell(modsViewOf(foundAt(1)))
  asked[0]?.(missing('@Harbour/a.pbo'), 2)
  await expect.poll(() => pieces).toEqual([0, 1])
  expect(mods.problemsOf(7)).toBeUndefined()
  asked[1]?.(missing('@Harbour/b.pbo'), 2)
  await expect.poll(() => mods.problemsOf(7)).toEqual([...missing('@Harbour/a.pbo'), ...missing('@Harbour/b.pbo')])
})

it('asks for no further piece once another check has come to its result', async () => {
  const { mods, tell, asked, pieces } = open()
  tell(modsViewOf(foundAt(1)))
  tell(modsViewOf(foundAt(2)))
  asked[0]?.(missing('@Harbour/old.pbo'), 9)
  asked[1]?.(missing('@Harbour/new.pbo'))
  await expect.poll(() => mods.problemsOf(7)).toEqual(missing('@Harbour/new.pbo'))
  expect(pieces).toEqual([0, 0])
})

it('says that the problems cannot be read instead of showing none', async () => {
  const { mods, tell, refuse } = open()
  tell(modsViewOf(foundAt(1)))
  refuse[0]?.(new Failure('problems-unreadable', { mod: 'Harbour' }))
  await expect.poll(() => mods.failureOf(7)).toMatchObject({ code: 'problems-unreadable' })
  expect(mods.problemsOf(7)).toBeUndefined()
  tell(modsViewOf(foundAt(2)))
  expect(mods.failureOf(7)).toBeUndefined()
})

it('reads the list again when the network is back, if it could not be read without', () => {
  const { tell, refreshed } = open()
  const networkReturns = () => [false, true].forEach((online) => surroundings.update({ online }))
  tell(modsViewOf(damaged))
  networkReturns()
  expect(refreshed).toHaveLength(0)
  tell({ ...modsViewOf(damaged), refreshFailure: { code: 'offline', facts: { host: 'h' } } })
  networkReturns()
  expect(refreshed).toHaveLength(1)
})

it('does not name two sizes that differ by a few bytes as the same size', () => {
  const describe = (expected: number, found: number) =>
    describeDifference(
      { path: 'a', result: 'wrong-size', expected, found },
      (key, facts) => `${key} ${JSON.stringify(facts)}`,
      (bytes) => `${Math.round(bytes / 1e6)} MB`,
    )
  expect(describe(1_000_005, 1_000_000)).toBe('')
  expect(describe(2_000_000, 1_000_000)).toContain('"expected":"2 MB","found":"1 MB"')
})
