import { describe, expect, it } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { JoinStep } from '../../src-preload/contract/play.ts'
import type { JoinParts } from '../../src-main/play/join/join.ts'
import type { LaunchPlan } from '../../src-main/play/launch/plan.ts'
import type { PlayServer } from '../../src-main/play/index.ts'
import { install, joining, ready } from './joining.ts'
import { server } from './support.ts'

const states = (steps: readonly JoinStep[]) => steps.map((step) => `${step.id}: ${step.state}`)
const failing = (failure: Failure) => () => Promise.reject(failure)

describe('a join', () => {
  it('checks, opens voice, starts and sees the game run', async () => {
    const { run, done, seen } = joining()
    const result = await run()
    expect(result).toMatchObject({ outcome: 'playing', anywayPossible: false })
    expect(states(result.steps)).toEqual(['files: done', 'voice: done', 'start: done', 'playing: done'])
    expect(done).toEqual(['check', 'voice', 'start Harbour 1'])
    expect(seen.map(({ steps }) => steps.find((step) => step.state === 'running')?.id).filter(Boolean)).toEqual([
      'files',
      'voice',
      'start',
      'playing',
    ])
  })

  it('goes without voice where the player wants none', async () => {
    const { run, done } = joining()
    expect(states((await run({ voice: false })).steps)).toContain('voice: skipped')
    expect(done).not.toContain('voice')
  })

  it('is not held up by voice', async () => {
    const { run } = joining({ openVoice: failing(new Failure('voice-client-missing', {})) })
    const { outcome, steps } = await run()
    expect(outcome).toBe('playing')
    expect(steps[1]).toMatchObject({ state: 'warned', number: 'J-301', fix: 'get-voice-client' })
  })

  it('opens a link for a server of another game, and waits for nothing', async () => {
    const { run, done } = joining({}, { appId: 730 })
    const result = await run()
    expect(result.outcome).toBe('started')
    expect(states(result.steps)).toEqual(['files: skipped', 'voice: done', 'start: done', 'playing: skipped'])
    expect(done).toContain('steam://connect/203.0.113.5:2302')
  })

  it('needs no check where the server needs no mod', async () => {
    const { run, done } = joining({}, { modId: null })
    expect((await run()).outcome).toBe('playing')
    expect(done).not.toContain('check')
  })
})

const damaged = { ...ready, ready: false, problems: 3 }

describe('a join that is not ready', () => {
  it('brings the mod up to date first where the player wants that, and starts only what is ready then', async () => {
    const answers = [damaged, ready]
    const checkMod = () => Promise.resolve(answers.shift() ?? damaged)
    const well = joining({ checkMod })
    expect((await well.run({ bringUp: true })).outcome).toBe('playing')
    expect(well.done.slice(0, 2)).toEqual(['bring up', 'voice'])
    const inVain = joining({ checkMod }) // a repair that left something
    expect(await inVain.run({ bringUp: true })).toMatchObject({ outcome: 'stopped' })
    expect(inVain.done).toEqual(['bring up'])
    const unasked = joining({ checkMod })
    await unasked.run()
    expect(unasked.done).toEqual([])
  })

  it('starts without what is no mod folder only where the player says so, and tells it', async () => {
    const odd = { startParameters: '@Harbour;../x' }
    expect(await joining({}, odd).run()).toMatchObject({ outcome: 'stopped', anywayPossible: true })
    const { outcome, steps } = await joining({}, odd).run({ anyway: true })
    expect(outcome).toBe('playing')
    expect(steps[2]).toMatchObject({ id: 'start', state: 'warned', number: 'J-405' })
    expect(await joining({}, { host: '-x' }).run({ anyway: true })).toMatchObject({ outcome: 'stopped' })
  })

  it('tells why the mod could not be brought up, and offers no way over that', async () => {
    const full = failing(new Failure('repair-disk-full', { neededBytes: 9, freeBytes: 1 }))
    const { run } = joining({ checkMod: () => Promise.resolve(damaged), bringUp: full })
    const { steps, anywayPossible } = await run({ bringUp: true })
    expect(steps[0]).toMatchObject({ state: 'failed', failure: { code: 'repair-disk-full' } })
    expect(anywayPossible).toBe(false)
  })

  it('reads what no check has read before it says that nothing is wrong', async () => {
    const asked: (boolean | undefined)[] = []
    const checkMod = (_modId: number, _signal: AbortSignal, whole?: boolean) => {
      asked.push(whole)
      return Promise.resolve({ ...ready, ready: whole === true })
    }
    const { run } = joining({ checkMod })
    expect((await run()).outcome).toBe('playing')
    expect(asked).toEqual([undefined, true])
  })

  it.each([
    ['damaged files', { checkMod: () => Promise.resolve(damaged) }, {}, 'files', 'J-201', 'repair'],
    [
      'unchecked files',
      { checkMod: failing(new Failure('timeout', { host: 'h' } as never)) },
      {},
      'files',
      'J-202',
      'check-files',
    ],
    ['a server that is offline', {}, { online: false }, 'start', 'J-403', 'watch-server'],
    ['a full server', {}, { playerCount: 110 }, 'start', 'J-404', 'watch-seat'],
    ['a refused own mod', { kicked: () => Promise.resolve(['@Maps']) }, {}, 'start', 'J-406', 'retry'],
    ['a game that was started just now', {}, {}, 'start', 'J-107', 'retry'],
  ] as const)('stops with %s, and goes on if the player says so', async (_what, parts, record, at, number, fix) => {
    const open = () => {
      const opened = joining(parts, record)
      if (number === 'J-107') opened.parts.game.noteStart()
      return opened
    }
    const first = open()
    const stopped = await first.run()
    expect(stopped).toMatchObject({ outcome: 'stopped', anywayPossible: true })
    expect(stopped.steps.find((step) => step.state === 'failed')).toMatchObject({ id: at, number, fix })
    expect(first.done).not.toContain('voice')
    expect(first.done).not.toContain('start Harbour 1')

    const second = open()
    const result = await second.run({ anyway: true })
    expect(result.outcome).toBe('playing')
    expect(result.steps.find((step) => step.id === at)).toMatchObject({ state: 'warned', number })
  })

  it('goes on over the server being offline alone, where the player knows that', async () => {
    const offline = { online: false }
    const result = await joining({}, offline).run({ despite: 'server-offline' })
    expect(result.outcome).toBe('playing')
    expect(result.steps.find(({ id }) => id === 'start')).toMatchObject({ state: 'warned', number: 'J-403' })
    const spoilt = await joining({ checkMod: () => Promise.resolve(damaged) }, offline).run({
      despite: 'server-offline',
    })
    expect(spoilt.steps.find(({ state }) => state === 'failed')).toMatchObject({ number: 'J-201' })
    const full = await joining({}, { ...offline, playerCount: 110 }).run({ despite: 'server-offline' })
    expect(full.steps.find(({ state }) => state === 'failed')).toMatchObject({ number: 'J-404' })
  })

  it('goes on over the mod’s files alone, where the player wants to play with the old ones', async () => {
    const old = { checkMod: () => Promise.resolve({ ...damaged, why: 'outdated' } as const) }
    const result = await joining(old).run({ despite: 'mods-not-ready' })
    expect(result).toMatchObject({ outcome: 'playing', steps: [{ id: 'files', state: 'warned' }, {}, {}, {}] })
    expect(
      (await joining({ checkMod: () => Promise.resolve(damaged) }).run({ despite: 'mods-not-ready' })).steps[0],
    ).toMatchObject({ state: 'failed' })
    const unchecked = { checkMod: failing(new Failure('gone', { host: 'h' })) }
    expect((await joining(unchecked).run({ despite: 'mods-not-ready' })).steps[0]).toMatchObject({ state: 'failed' })
    const full = await joining(old, { playerCount: 110 }).run({ despite: 'mods-not-ready' })
    expect(full.steps.find(({ state }) => state === 'failed')).toMatchObject({ number: 'J-404' })
  })

  it('takes the server’s own word over the service’s', async () => {
    const live = {
      serverId: 1,
      answered: true,
      at: 0,
      pingMs: 9,
      name: '',
      map: '',
      players: 3,
      slots: 110,
      password: false,
      version: '',
    } as const
    const { run } = joining({ live: () => live }, { online: false, playerCount: 110 })
    expect((await run()).outcome).toBe('playing')
  })

  it.each([
    ['no game', { install: () => Promise.resolve(undefined) }, {}, 'files', 'J-101', 'choose-install'],
    ['a hostile record', {}, { host: '203.0.113.5 -exec' }, 'start', 'J-405', undefined],
    ['a record without a port', {}, { port: null }, 'start', 'J-405', undefined],
    ['no such server', { server: failing(new Failure('server-gone', { server: 1 })) }, {}, 'files', 'J-401', undefined],
  ] as const)('stops for good with %s, before anything happens', async (_what, parts, record, at, number, fix) => {
    const { run, done } = joining(parts, record)
    const result = await run({ anyway: true })
    expect(result).toMatchObject({ outcome: 'stopped', anywayPossible: false })
    const failed = result.steps.find((step) => step.state === 'failed')
    expect([failed?.id, failed?.number, failed?.fix]).toEqual([at, number, fix])
    expect(done).toEqual([])
  })

  it('takes what the service says after a long check, not before it', async () => {
    const then = (later: Partial<PlayServer>) => {
      const turns = [server]
      return () => Promise.resolve(turns.shift() ?? { ...server, ...later })
    }
    const plans: LaunchPlan[] = []
    const start = (plan: LaunchPlan) => Promise.resolve(void plans.push(plan))
    await joining({ server: then({ password: 'new' }), start, longCheckMs: -1 }, {}, 1).run()
    expect(plans).toMatchObject([{ args: expect.arrayContaining(['-password=new']) as unknown }])

    const off = joining({ server: then({ online: false }), longCheckMs: -1 })
    expect((await off.run()).steps[2]).toMatchObject({ number: 'J-403' })
    const full = joining({ server: then({ playerCount: 110 }), longCheckMs: -1 })
    expect((await full.run()).steps[2]).toMatchObject({ number: 'J-404' })

    const gone = joining({ longCheckMs: -1 })
    const silent = new Failure('servers-unknown', { why: 'timeout' })
    gone.parts.checkMod = () => {
      gone.parts.server = failing(silent)
      return Promise.resolve(ready)
    }
    expect((await gone.run()).outcome).toBe('playing')
  })

  it('checks again when the server has another mod or the player another install after a long check', async () => {
    const slow = { longCheckMs: -1 }
    const turns = [5, 6, 6].map((modId) => ({ ...server, modId }))
    const checked: number[] = []
    const checkMod = (modId: number) => {
      checked.push(modId)
      return Promise.resolve(modId === 5 ? ready : damaged)
    }
    const renamed = joining({ ...slow, server: () => Promise.resolve(turns.shift() ?? server), checkMod })
    expect((await renamed.run()).steps[0]).toMatchObject({ state: 'failed', number: 'J-201' })
    expect(checked).toEqual([5, 6])
    expect(renamed.done).toEqual([])

    const installs = [install, { ...install, path: '/games/b' }]
    const moved = joining({
      ...slow,
      install: () => Promise.resolve(installs.shift() ?? { ...install, path: '/games/b' }),
    })
    expect((await moved.run()).outcome).toBe('playing')
    expect(moved.done.filter((one) => one === 'check')).toHaveLength(2)
  })

  it('does not start the game twice', async () => {
    const { run, done, processes, parts } = joining()
    processes.push({ names: ['game'] })
    await parts.game.look()
    expect((await run()).steps[2]).toMatchObject({ state: 'failed', number: 'J-106' })
    expect(done).toEqual([])
  })

  it('names the other install that Steam would start', async () => {
    const steamPlan: LaunchPlan = { way: 'steam', file: '/bin/steam', args: [], cwd: install.path }
    const parts: Partial<JoinParts> = {
      plan: () => Promise.resolve(steamPlan),
      warnings: () => [{ kind: 'steam-starts-other', starts: '/steam/a' }],
    }
    expect((await joining(parts).run()).steps[2]).toMatchObject({
      number: 'J-104',
      failure: { facts: { used: '/games/a', starts: '/steam/a' } },
    })
  })

  it('says so when the game does not appear', async () => {
    const { run } = joining({ start: () => Promise.resolve() }, {}, 30)
    expect((await run()).steps[3]).toMatchObject({ state: 'failed', number: 'J-502', fix: 'validate-game' })
  })

  it('says so when the game does not start', async () => {
    const { run } = joining({
      start: failing(new Failure('game-not-started', { program: 'a', errno: 'EACCES' })),
    })
    const result = await run({ anyway: true })
    expect(states(result.steps)).toEqual(['files: done', 'voice: done', 'start: failed', 'playing: skipped'])
  })
})

describe('a start without a server', () => {
  it('starts, is remembered, and sees the game run', async () => {
    const plans: LaunchPlan[] = []
    const { alone, done, parts, processes } = joining()
    const { start } = parts
    parts.start = (...given) => start(...given).then(() => void plans.push(given[0]))
    await alone()
    expect(done).toEqual(['start alone'])
    expect(plans).toMatchObject([{ way: 'direct', args: ['-noLauncher', '-useBE'] }])
    expect(processes).toHaveLength(1)
    expect(parts.game.state.running).toBe(true)
  })

  it('does not start the game twice, whatever the player says', async () => {
    const { alone, done, processes, parts } = joining()
    processes.push({ names: ['game'] })
    await parts.game.look()
    await expect(alone(true)).rejects.toMatchObject({ code: 'game-running' })
    expect(done).toEqual([])
  })

  it('asks before a second start while the first one is on its way', async () => {
    const first = joining()
    first.parts.game.noteStart()
    await expect(first.alone()).rejects.toMatchObject({ code: 'game-starting' })
    expect(first.done).toEqual([])
    const second = joining()
    second.parts.game.noteStart()
    await second.alone(true)
    expect(second.done).toEqual(['start alone'])
  })

  it('starts nothing from another folder than the mods’, unless the player says so', async () => {
    const steamPlan: LaunchPlan = { way: 'steam', file: '/bin/steam', args: [], cwd: install.path }
    const other: Partial<JoinParts> = {
      plan: () => Promise.resolve(steamPlan),
      warnings: () => [{ kind: 'steam-starts-other', starts: '/steam/a' }],
    }
    await expect(joining(other).alone()).rejects.toMatchObject({ code: 'wrong-install' })
    await joining(other).alone(true)
  })

  it('says so when the game does not appear', async () => {
    const silent = joining({ start: () => Promise.resolve() }, {}, 30)
    await expect(silent.alone()).rejects.toMatchObject({ code: 'game-not-seen' })
  })
})

describe('a join that is cancelled', () => {
  it('starts nothing', async () => {
    const control = new AbortController()
    const { run, done } = joining({
      checkMod: (_modId, signal) => {
        control.abort()
        signal.throwIfAborted()
        return Promise.resolve(ready)
      },
    })
    await expect(run({}, control.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(done).toEqual([])
  })

  it.each(['server', 'install', 'plan', 'kicked'] as const)('ends although a drive is silent (%s)', async (at) => {
    const control = new AbortController()
    const silent = (): Promise<never> => {
      control.abort()
      return new Promise(() => undefined)
    }
    await expect(joining({ [at]: silent }).run({}, control.signal)).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('between check and start starts nothing', async () => {
    const control = new AbortController()
    const { run, done } = joining({
      openVoice: () => {
        control.abort()
        return Promise.resolve()
      },
    })
    await expect(run({}, control.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(done).toEqual(['check'])
  })

  it.each(['modsOf', 'openVoice'])(
    'by a failure elsewhere ends with that failure, not with one of a step (%s)',
    async (at) => {
      const control = new AbortController()
      const fail = () => control.abort(new Failure('offline', { host: 'h' }))
      const { run } = joining({
        modsOf: (_server, signal) => {
          if (at === 'modsOf') fail()
          signal.throwIfAborted()
          return Promise.resolve([])
        },
        openVoice: () => Promise.resolve(fail()),
      })
      await expect(run({}, control.signal)).rejects.toMatchObject({ code: 'offline' })
    },
  )

  it('is not swallowed by a mistake of ours', async () => {
    const { run } = joining({ checkMod: () => Promise.reject(new TypeError('x is undefined')) })
    await expect(run({ anyway: true })).rejects.toThrow('x is undefined')
  })
})
