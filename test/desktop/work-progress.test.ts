import { expect, it } from 'vitest'
import type { RunningCheck } from '../../src-preload/contract/mods.ts'
import type { ModsMove } from '../../src-preload/contract/moving.ts'
import type { RepairState } from '../../src-preload/contract/repair.ts'
import { createSay, WorkProgress } from '../../src-main/desktop/index.ts'

const still = { bytesPerSecond: 0, secondsLeft: null }
const none = { filesDone: 0, filesTotal: 4, bytesDone: 0, bytesTotal: 0, ...still }

const noQueue = { mods: [] }

const move: ModsMove = {
  ...{ to: '/disk', keeps: false, isPaused: true, failure: null },
  ...{ bytesDone: 1, bytesTotal: 4, ...still },
}
const check: RunningCheck = {
  modId: 1,
  modName: 'Harbour',
  isWhole: true,
  isPaused: false,
  progress: { ...none, bytesDone: 426 << 20, bytesTotal: 1000 << 20, bytesPerSecond: 57 << 20, secondsLeft: 11 },
}

/** A repair of Harbour. */
const repair = (phase: RepairState['phase'], progress: Partial<RepairState['progress']>): RepairState => ({
  ...{
    modId: 1,
    modName: 'Harbour',
    sessionId: 's',
    work: 'repair',
    phase,
    forGame: false,
    outcome: null,
  },
  progress: { ...none, current: [], retrying: null, ...progress },
})

it('the taskbar and the tray tell of what is at work: a move before a repair, and that before a check', () => {
  const bar: unknown[] = []
  const progress = new WorkProgress((...shown) => bar.push(shown))
  const tooltip = (language = 'en') =>
    progress
      .tooltip(
        createSay(() => language),
        language,
      )
      .replaceAll('\u00A0', ' ')
      .split(' · ')
  const told: string[][] = []
  progress.onChange(() => told.push(tooltip()))
  expect(tooltip()).toEqual(['Loadout'])

  progress.checks(check)
  const half = { bytesTotal: 200 << 20, bytesDone: 101 << 20, bytesPerSecond: 5 << 20, secondsLeft: 61 }
  progress.repairs([repair('ended', {}), repair('fetching', half)], noQueue)
  expect(tooltip('de')).toEqual(
    ['Loadout', 'Harbour', 'Wird repariert', '50 %', '101 MB / 200 MB', '5 MB/s', 'noch 1 Min. 01 Sek.'].map(
      (one) => expect.stringMatching(one.replaceAll(' ', String.raw`\s`)) as string,
    ),
  )
  progress.repairs([repair('paused', { filesDone: 1 })], noQueue)
  progress.moves(move)
  progress.moves({ ...move, isPaused: false })
  progress.moves(null)
  progress.repairs([], noQueue)
  progress.checks({ ...check, isPaused: true, progress: { ...check.progress, ...still } })
  progress.checks(null)

  expect(bar).toEqual([
    ...[
      [0.426, 'normal'],
      [0.505, 'normal'],
    ],
    ...[
      [0.25, 'paused'],
      [0.25, 'paused'],
      [0.25, 'normal'],
      [0.25, 'paused'],
    ],
    ...[
      [0.426, 'normal'],
      [0.426, 'paused'],
      [null, 'normal'],
    ],
  ])
  const checking = ['Loadout', 'Harbour', 'Checking', '42%', '426 MB / 1,000 MB', '57 MB/s', '11s left']
  const paused = ['Loadout', 'Harbour', 'Repair paused', '25%']
  expect(told).toEqual([
    ...[checking, ['Loadout', 'Harbour', 'Repairing', '50%', '101 MB / 200 MB', '5 MB/s', '1m 01s left']],
    ...[
      paused,
      ['Loadout', 'Paused', '25%', '1 byte / 4 bytes'],
      ['Loadout', 'Moving mods', '25%', '1 byte / 4 bytes'],
    ],
    ...[paused, checking, ['Loadout', 'Harbour', 'Paused', '42%', '426 MB / 1,000 MB'], ['Loadout']],
  ])
})

it('the tray tells that the last files are hashed, why a repair is paused, and at rest an update', () => {
  const bar: unknown[] = []
  const progress = new WorkProgress((...shown) => bar.push(shown))
  const tooltip = (language = 'en') =>
    progress.tooltip(
      createSay(() => language),
      language,
    )
  progress.updates(['Harbour', 'Other'])
  expect(tooltip()).toBe('Loadout · Update available: Harbour')
  progress.repairs([repair('checking', { filesDone: 3 })], noQueue)
  expect(tooltip()).toBe('Loadout · Harbour · Checking downloads · 75%')
  progress.checks(check)
  expect(tooltip()).toContain('Checking downloads · 42%')
  progress.repairs([{ ...repair('checking', {}), work: 'moving' }], noQueue)
  expect(tooltip()).toContain('Checking · 42%')
  progress.repairs([repair('checking', {}), { ...repair('paused', { filesDone: 1 }), forGame: true }], noQueue)
  expect(tooltip()).toBe('Loadout · Harbour · Paused until the game ends · 25%')
  expect(tooltip('de')).toContain('Pausiert, bis das Spiel endet')
  const moving = { ...repair('fetching', { filesDone: 1 }), work: 'moving' as const }
  progress.repairs([moving], noQueue)
  expect(tooltip()).toBe('Loadout · Harbour · Moving files · 25%')
  progress.repairs([], noQueue)
  progress.checks(null)
  progress.updates([])
  expect(tooltip()).toBe('Loadout')
  expect(bar.slice(0, 2)).toEqual([
    [0.75, 'normal'],
    [0.426, 'normal'],
  ])
})

it('of a mod’s name the tray shows what can be seen, on one line, and not without end', () => {
  const progress = new WorkProgress(() => undefined)
  const say = createSay(() => 'en')
  const nameIn = (modName: string) => {
    progress.checks({ ...check, modName })
    return progress.tooltip(say, 'en').slice('Loadout · '.length).split(' · ')[0]
  }
  expect(nameIn('Har\u202Ebo\u200Bur\n\u0007')).toMatch(/^Har ?bo ?ur *$/)
  expect(nameIn('x'.repeat(500))).toHaveLength(40)
})

it('the tray tells of a mod that has stopped while nothing is at work, before an update', () => {
  const progress = new WorkProgress(() => undefined)
  const tooltip = (language = 'en') =>
    progress.tooltip(
      createSay(() => language),
      language,
    )
  progress.updates(['Nordwind'])
  progress.rests({ name: 'Harbour', kind: 'space' })
  expect([tooltip(), tooltip('de')]).toEqual([
    'Loadout · Not enough space: Harbour',
    'Loadout · Zu wenig Speicherplatz: Harbour',
  ])
  progress.repairs([repair('fetching', {})], noQueue)
  expect(tooltip()).toContain('Repairing')
  progress.repairs([], noQueue)
  progress.rests(undefined)
  expect(tooltip()).toBe('Loadout · Update available: Nordwind')
})

it('of several mods the taskbar and the tray tell the sum, whichever is in work', () => {
  const bar: unknown[] = []
  const progress = new WorkProgress((share) => bar.push(share))
  const tooltip = () =>
    progress
      .tooltip(
        createSay(() => 'en'),
        'en',
      )
      .replaceAll('\u00A0', ' ')
  const total = { at: 2, mods: 3, bytesDone: 50 << 20, bytesTotal: 200 << 20, bytesPerSecond: 5 << 20, secondsLeft: 30 }
  const mods = [{ modId: 1, state: 'working' } as const]
  progress.repairs([repair('fetching', { bytesDone: 1 << 20, bytesTotal: 1 << 20 })], { mods, total })
  expect(tooltip()).toBe('Loadout · Harbour · Repairing · 2 of 3 · 25% · 50 MB / 200 MB · 5 MB/s · 30s left')
  progress.repairs([], { mods, total: { ...total, bytesDone: 100 << 20 } })
  progress.checks(check) // of the next one
  expect(tooltip()).toContain(' · Checking · 2 of 3 · 50%')
  progress.checks({ ...check, modId: 9, modName: 'Nordwind' }) // the player's own
  expect(tooltip()).toContain('Loadout · Nordwind · Checking · 42%')
  progress.checks(null)
  progress.repairs([], noQueue)
  expect([tooltip(), bar]).toEqual(['Loadout', [0.25, null, 0.5, 0.426, null, null]])
})
