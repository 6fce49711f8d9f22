import { expect, it } from 'vitest'
import { Repairs } from '../../src-renderer/mods/repair/repairs.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'

it('waits for no repairs where repair could not be opened: what a check found is still shown', () => {
  let fail: () => void = () => undefined
  const topic = (_: unknown, failed: () => void) => ((fail = failed), () => undefined)
  const repairs = new Repairs({
    repair: { updates: topic, queue: topic, states: topic, speed: () => Promise.resolve(null) },
  } as unknown as Main)
  expect(repairs.isKnown).toBe(false)
  fail()
  expect(repairs.isKnown).toBe(true)
})
