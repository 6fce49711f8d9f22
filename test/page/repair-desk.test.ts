import { expect, it } from 'vitest'
import { RepairDesk } from '../../src-renderer/mods/repair/repair-desk.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'

it('waits for no repairs where repair could not be opened: what a check found is still shown', () => {
  let fail: () => void = () => undefined
  const topic = (_: unknown, failed: () => void) => ((fail = failed), () => undefined)
  const desk = new RepairDesk({ repair: { updates: topic, states: topic } } as unknown as Main)
  desk.follow()
  expect(desk.isKnown).toBe(false)
  fail()
  expect(desk.isKnown).toBe(true)
})
