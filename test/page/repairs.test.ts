import { expect, it, vi } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import { Repairs } from '../../src-renderer/mods/repair/repairs.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'

it('waits for no repairs where repair could not be opened: what a check found is still shown', () => {
  let fail: () => void = () => undefined
  const topic = (_: unknown, failed: () => void) => ((fail = failed), () => undefined)
  const repairs = new Repairs({
    repair: { updates: topic, queue: topic, states: topic, speed: () => Promise.resolve(null) },
    settings: { state: () => () => undefined },
    play: { game: () => () => undefined },
  } as unknown as Main)
  expect(repairs.isKnown).toBe(false)
  fail()
  expect(repairs.isKnown).toBe(true)
})

/** Repairs whose plans arrive when the test says so. */
function slowPlans() {
  const answers: Record<number, () => void> = {}
  const silent = () => () => undefined
  const repairs = new Repairs({
    settings: { state: silent },
    play: { game: silent },
    repair: {
      ...{ updates: silent, queue: silent, states: silent, speed: () => Promise.resolve(null) },
      begin: () => Promise.resolve(false), // the player should see the plan first
      plan: ({ modId }: { modId: number }) =>
        new Promise((resolve) => (answers[modId] = () => resolve({ id: `plan ${modId}`, modId, pieces: 0 }))),
    },
  } as unknown as Main)
  return { repairs, answers }
}

it('shows the plan that was asked for last, not the one that arrives last', async () => {
  const { repairs, answers } = slowPlans()
  const asked = [repairs.openPlan(1), repairs.openPlan(2)]
  answers[2]?.()
  await asked[1]
  answers[1]?.()
  await Promise.all(asked)
  expect(repairs.plan?.modId).toBe(2)
})

it('opens no plan again that the player closed while it was read anew', async () => {
  const { repairs, answers } = slowPlans()
  const asked = repairs.openPlan(1)
  repairs.closePlan()
  answers[1]?.()
  await asked
  expect(repairs.plan).toBeUndefined()
})

it('leaves the plan that the player reads, whatever other mod asks meanwhile', async () => {
  const { repairs, answers } = slowPlans()
  const read = repairs.openPlan(2)
  answers[2]?.()
  await read
  let isOver = false
  const begun = repairs.begin(1).then(() => (isOver = true)) // pressed before: its check took long
  await vi.waitFor(() => expect(isOver || answers[1]).toBeTruthy())
  answers[1]?.()
  await begun
  expect(repairs.plan?.modId).toBe(2)
})

it('tells a longer time while the game runs, since downloads have another limit meanwhile', async () => {
  let speed = 1000
  let tell: () => void = () => undefined
  const silent = () => () => undefined
  const repairs = new Repairs({
    settings: { state: silent },
    play: { game: (hear: () => void) => ((tell = hear), hear(), () => undefined) },
    repair: { updates: silent, queue: silent, states: silent, speed: () => Promise.resolve(speed) },
  } as unknown as Main)
  await vi.waitFor(() => expect(repairs.timeFor(5000)).toBe(5000))
  speed = 100
  tell()
  await vi.waitFor(() => expect(repairs.timeFor(5000)).toBe(50_000))
})

it('reads a plan once more if a check of the mod ended while it was read', async () => {
  const silent = () => () => undefined
  let checks = 1
  const repairs = new Repairs({
    settings: { state: silent },
    play: { game: silent },
    repair: {
      ...{ updates: silent, queue: silent, states: silent, speed: () => Promise.resolve(null) },
      plan: ({ modId }: { modId: number }) => Promise.resolve({ id: `by check ${checks}`, modId, pieces: 1 }),
      planFiles: () =>
        checks++ === 1
          ? Promise.reject(new Failure('repair-plan-gone', {}))
          : Promise.resolve({ fetch: [], programs: [], rename: [], extras: [], blocked: [] }),
    },
  } as unknown as Main)
  await repairs.openPlan(1)
  expect([repairs.plan?.id, repairs.failure]).toEqual(['by check 2', undefined])
})
