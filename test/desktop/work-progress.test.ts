import { expect, it } from 'vitest'
import type { ModsMove } from '../../src-preload/contract/moving.ts'
import type { RepairState } from '../../src-preload/contract/repair.ts'
import { createSay, WorkProgress } from '../../src-main/desktop/index.ts'

const move: ModsMove = { to: '/disk', keeps: false, bytesDone: 1, bytesTotal: 4, isPaused: true, failure: null }

/** A repair of Harbour. */
function repair(phase: RepairState['phase'], progress: Partial<RepairState['progress']>): RepairState {
  const none = { files: 4, filesDone: 0, bytes: 0, bytesDone: 0, bytesPerSecond: 0, secondsLeft: null }
  const all = { ...none, current: [], retrying: null, ...progress }
  return {
    modId: 1,
    modName: 'Harbour',
    sessionId: 's',
    startedAt: '',
    phase,
    forGame: false,
    progress: all,
    outcome: null,
  }
}

it('the taskbar and the tray tell of what is at work: a move before a repair, and that before a check', () => {
  const bar: unknown[] = []
  const progress = new WorkProgress((...shown) => bar.push(shown))
  const told: string[] = []
  progress.onChange(() => told.push(progress.tooltip(createSay(() => 'en'))))
  expect(progress.tooltip(createSay(() => 'en'))).toBe('Loadout')

  progress.checks(0.426)
  progress.repairs([repair('ended', {}), repair('fetching', { bytes: 200, bytesDone: 101, secondsLeft: 61 })])
  expect(progress.tooltip(createSay(() => 'de'))).toBe('Loadout · Harbour 50 % · 2 Min.')
  progress.repairs([repair('fetching', { bytes: 200, bytesDone: 200, secondsLeft: 0 })])
  progress.repairs([repair('paused', { filesDone: 1 })])
  progress.moves(move)
  progress.moves({ ...move, isPaused: false })
  progress.moves(null)
  progress.repairs([])
  progress.checks(null)

  expect(bar).toEqual([
    ...[
      [0.426, 'normal'],
      [0.505, 'normal'],
      [1, 'normal'],
      [0.25, 'paused'],
    ],
    ...[
      [0.25, 'paused'],
      [0.25, 'normal'],
      [0.25, 'paused'],
      [0.426, 'normal'],
      [null, 'normal'],
    ],
  ])
  expect(told).toEqual([
    ...['Loadout · Checking 42 %', 'Loadout · Harbour 50 % · 2 min', 'Loadout · Harbour 100 % · almost done'],
    ...['Loadout · Harbour 25 % · paused', 'Loadout · Moving mods 25 % · paused', 'Loadout · Moving mods 25 %'],
    ...['Loadout · Harbour 25 % · paused', 'Loadout · Checking 42 %', 'Loadout'],
  ])
})
