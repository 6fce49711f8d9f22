import { tick } from 'svelte'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { PreflightCheck, PreflightState, Preflight } from '../../src-preload/contract/play.ts'
import { PreflightChecks } from '../../src-renderer/play/preflight.svelte.ts'
import { joinsOf } from '../../src-renderer/play/index.ts'
import type { PlayState } from '../../src-renderer/play/play.svelte.ts'
import { checkSentence, readyTone, readyWord, toneOf } from '../../src-renderer/play/texts.ts'
import type { Main } from '#shared/bridge/index.ts'
import { I18n } from '#shared/i18n/index.ts'
import { playMain, stepsOf } from './support/play-main.ts'

const i18n = new I18n()
beforeAll(() => i18n.use('en'))

const noTopics = { game: () => () => undefined, seatWatches: () => () => undefined }

it('says why it could not check something, and how and when it checked the mod', () => {
  const sentence = (more: Partial<PreflightCheck>) =>
    checkSentence({ id: 'disk', state: 'unknown', facts: {}, at: 0, ...more } as PreflightCheck, i18n.t, {
      bytes: (size) => `${size} B`,
      relative: (at) => `at ${String(at)}`,
    })
  const disk = { reason: 'disk-unknown', facts: { why: 'folder' } } as const
  expect(sentence(disk)).toBe('Not checked: no game folder is set')
  expect(sentence({ id: 'version', reason: 'version-unknown', facts: { why: 'away' } })).toBe(
    'The server is not responding, so its version is unknown',
  )
  expect(sentence({ reason: 'disk-low', facts: { free: 5, needed: 9 } })).toBe('Only 5 B free, up to 9 B needed')
  const ready = { id: 'mods', reason: 'mods-ready', at: 7 } as const
  expect(sentence({ ...ready, facts: { tier: 'full' } })).toBe('Full check · at 7 · all files match')
  expect(sentence({ ...ready, facts: { tier: 'quick', fullAt: '3' } })).toBe(
    'Full check · at 3, quick check · at 7 · all files match',
  )
})

it.each([
  ['mods-outdated', 'bad', ['warn', 'warn', 'Update available']],
  ['mods-several', 'bad', ['warn', 'warn', 'Not ready to play']],
  ['mods-several', 'bad', ['bad', 'bad', 'Not ready to play'], { damaged: 1 }],
  ['mods-absent', 'bad', ['info', 'info', 'Not installed']],
  ['mods-problems', 'bad', ['bad', 'bad', 'Damaged']],
  ['mods-unchecked', 'bad', ['bad', 'bad', 'Not ready to play']],
  ['mods-not-trusted', 'bad', ['warn', 'warn', 'File list rejected']],
  ['mods-stale', 'unknown', ['warn', 'warn', 'Not fully checked']],
] as const)(
  'a mod has one weight on all screens, and only one that is right is ready: %s',
  (reason, state, look, facts: Record<string, number> = {}) => {
    const check = { id: 'mods', state, reason, facts, at: 0 } satisfies PreflightCheck
    const found = { state, checks: [check] }
    expect([toneOf(check), readyTone(found), i18n.t(readyWord(found))]).toEqual(look)
  },
)

it.each([
  ['the server is offline, which its head says', 'server-offline', 'mods-absent', ['info', 'Not installed']],
  [
    'the folder is gone, without which no mod is there',
    'install-gone',
    'mods-unchecked',
    ['bad', 'Game folder missing'],
  ],
  [
    'the mods have a folder of their own, which is gone',
    'server-offline',
    'mods-no-folder',
    ['bad', 'Mods folder missing'],
  ],
] as const)('names the one thing that is in the way: %s', (_, first, second, look) => {
  const checks = [first, second].map((reason) => ({ id: 'mods', state: 'bad', reason, facts: {}, at: 0 }) as const)
  const found = { state: 'bad', checks } as const
  expect([readyTone({ ...found, checks }), i18n.t(readyWord({ ...found, checks }))]).toEqual(look)
})

it('tells first what is in the way, and keeps each check in its place', async () => {
  const way = ['game', 'mods', 'server'] as const
  const looks: PreflightState[][] = [
    ['good', 'bad', 'good'],
    ['bad', 'bad', 'good'],
  ]
  const preflight = (): Promise<Preflight> => {
    const states = looks.shift() ?? []
    const checks = way.map((id, at) => ({ id, state: states[at], at: 0 }) as PreflightCheck)
    return Promise.resolve({ serverId: 1, checks, state: 'bad' })
  }
  const main = { play: { ...noTopics, preflight } } as unknown as Main
  const made: PreflightChecks[] = []
  onTestFinished(
    $effect.root(
      () =>
        void made.push(
          new PreflightChecks(main, { game: { running: false } } as PlayState, () => ({ id: 1, isFull: false })),
        ),
    ),
  )
  const [checks] = made
  await checks?.look()
  expect(checks?.shown.map(({ id }) => id)).toEqual(['mods', 'game', 'server'])
  await checks?.look()
  expect(checks?.shown.map(({ id }) => id)).toEqual(['mods', 'game', 'server'])
})

it('says nothing of before where a look failed, and nothing of that failure for another server', async () => {
  const answers: (() => Promise<Preflight>)[] = [
    () => Promise.resolve({ serverId: 1, checks: [], state: 'good' }),
    () => Promise.reject(new Failure('server-gone', { server: 1 })),
  ]
  const main = { play: { ...noTopics, preflight: () => answers.shift()?.() } } as unknown as Main
  const made: PreflightChecks[] = []
  let chosen = $state(1)
  onTestFinished(
    $effect.root(
      () =>
        void made.push(
          new PreflightChecks(main, { game: { running: false } } as PlayState, () => ({ id: chosen, isFull: false })),
        ),
    ),
  )
  const [checks] = made
  await checks?.look()
  expect(checks?.preflight).toMatchObject({ state: 'good' })
  await checks?.look()
  expect(checks).toMatchObject({ preflight: undefined, failure: { code: 'server-gone' } })
  chosen = 2
  expect(checks?.failure).toBeUndefined()
})

it('looks again as soon as the server says that it is full, or no longer', async () => {
  let looks = 0
  const preflight = () => Promise.resolve({ serverId: 1, checks: [], state: 'good', looked: ++looks })
  const main = { play: { ...noTopics, preflight } } as unknown as Main
  let full = $state(false)
  const playState = { game: { running: false }, installs: { searching: false } } as PlayState
  onTestFinished($effect.root(() => void new PreflightChecks(main, playState, () => ({ id: 1, isFull: full }))))
  await vi.waitFor(() => expect(looks).toBe(1))
  await tick()
  full = true
  await vi.waitFor(() => expect(looks).toBe(2))
})

it('is in doubt after a stopped join only until the checks are made again, whatever they find', async () => {
  const looks: (() => void)[] = []
  const { main, joining } = playMain()
  const preflight = () =>
    new Promise((resolve) => looks.push(() => resolve({ serverId: 1, checks: [], state: 'good' })))
  Object.assign(main.play, { preflight })
  const made: PreflightChecks[] = []
  const playState = { game: { running: false } } as PlayState
  onTestFinished(
    $effect.root(() => void made.push(new PreflightChecks(main, playState, () => ({ id: 1, isFull: false })))),
  )
  const [checks] = made
  const look = () => checks?.look()
  const first = look()
  looks[0]?.()
  await first
  void joinsOf(main).of(1).run({ name: 'Harbour 1' })
  await vi.waitFor(() => expect(joining()).toBeTruthy())
  const failure = { code: 'game-not-seen', facts: { seconds: 1 } } as const
  joining().resolve({ outcome: 'stopped', steps: stepsOf({ state: 'failed', failure }), anywayPossible: false })
  await vi.waitFor(() => expect(joinsOf(main).of(1).result).toBeTruthy())
  const second = look()
  expect(checks?.isOutdated).toBe(true)
  looks[1]?.()
  await second
  expect(checks?.isOutdated).toBe(false)
})
