import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { UpdateState } from '../../src-preload/contract/updates.ts'
import { countWork, Emitter } from '../../src-main/lib/index.ts'
import { feedOf, isDeb, isSafeFeed, packageKind, type UpdateEngine } from '../../src-main/updates/engine.ts'
import { UpdateService } from '../../src-main/updates/index.ts'
import { tempDir } from '../support/temp.ts'

/** A promise settled from outside. */
function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

function open(engine: Partial<UpdateEngine> = {}, wish: 'on-quit' | 'ask' | 'never' = 'on-quit') {
  const calls: string[] = []
  const logged: unknown[] = []
  const state = { busy: false, wish }
  const updates = new UpdateService({
    engine: {
      check: () => Promise.resolve('2.0.0'),
      load: (tell) => {
        tell(0.5)
        return Promise.resolve()
      },
      installOnQuit: (yes) => calls.push(`on-quit ${yes}`),
      installNow: () => calls.push('now'),
      ...engine,
    },
    wish: () => state.wish,
    isBusy: () => state.busy,
    now: () => new Date(7),
    log: (line, error) => void logged.push(line, error),
  })
  const phases: UpdateState[] = []
  updates.onChange((next) => phases.push(next))
  return { updates, phases, calls, logged, state }
}

describe('an update', () => {
  it('is found, loaded, and installed on quit by itself', async () => {
    const { updates, phases, calls } = open()
    await updates.look()
    updates.beforeQuit(false)
    expect(phases).toEqual([
      { phase: 'checking' },
      { phase: 'available', version: '2.0.0' },
      { phase: 'loading', version: '2.0.0', share: 0 },
      { phase: 'loading', version: '2.0.0', share: 0.5 },
      { phase: 'ready', version: '2.0.0' },
    ])
    expect(calls).toEqual(['on-quit true'])
  })

  it('is not installed while the app starts again by itself', async () => {
    const { updates, calls } = open()
    await updates.look()
    updates.beforeQuit(true)
    expect(calls).toEqual(['on-quit false'])
  })

  it('only asks when the player wants to be asked, and is never looked for when they do not', async () => {
    const asking = open({}, 'ask')
    await asking.updates.look()
    expect(asking.updates.state).toEqual({ phase: 'available', version: '2.0.0' })
    await asking.updates.load()
    asking.updates.beforeQuit(false)
    asking.updates.install()
    expect(asking.calls).toEqual(['on-quit false', 'now'])
    const never = open({}, 'never')
    await never.updates.look()
    expect(never.phases).toEqual([])
  })

  it('waits while the game or a job runs', async () => {
    const { updates, calls, state, phases } = open()
    state.busy = true
    await updates.look()
    expect(phases).toEqual([])
    state.busy = false
    await updates.look()
    state.busy = true
    const later = open({}, 'ask')
    await later.updates.check()
    later.state.busy = true
    await expect(later.updates.load()).rejects.toThrow('update-while-busy')
    expect(() => updates.install()).toThrow('update-while-busy')
    updates.beforeQuit(false)
    expect(calls).toEqual(['on-quit false'])
  })

  it('is not installed while a transfer, a join or another piece of work is under way', async () => {
    const work = countWork()
    expect(work.isBusy).toBe(false)
    let end: () => void = () => undefined
    const running = work.during(() => new Promise<void>((resolve) => (end = resolve)))
    const failing = work.during(() => Promise.reject(new Error('x')))
    await expect(failing).rejects.toThrow('x')
    expect(work.isBusy).toBe(true)
    end()
    await running
    expect(work.isBusy).toBe(false)
  })

  it('is not installed while a repair or a check says that it is at work', () => {
    const work = countWork()
    const [checking, changes] = [{ now: false }, new Emitter()]
    const heard: boolean[] = []
    work.onChange(() => heard.push(work.isBusy))
    work.follow(() => checking.now, changes.on)
    for (const now of [true, false]) {
      checking.now = now
      changes.emit()
    }
    expect(heard).toEqual([true, false])
  })

  it('that the system does not let in is told, and can be tried again', async () => {
    let refuse: (why: unknown) => void = () => undefined
    const { updates } = open({ installNow: (failed) => (refuse = failed) })
    await updates.look()
    updates.install()
    refuse(new Error('Command pkexec exited with code 126'))
    expect(updates.state).toEqual({ phase: 'failed', reason: 'not-installed' })
    await updates.look()
    expect(updates.state.phase).toBe('ready')
  })

  it('is looked for, loaded and installed in that order only, and looked for once at a time', async () => {
    const found = deferred<string>()
    let looks = 0
    const check = () => {
      looks++
      return looks === 1 ? found.promise : Promise.resolve('2.0.1')
    }
    const { updates, calls, phases } = open({ check }, 'ask')
    updates.giveWay() // nothing has come due yet
    await updates.load()
    updates.install()
    expect([phases, calls]).toEqual([[], []])
    const looking = updates.check()
    await updates.check()
    found.resolve('2.0.0')
    await looking
    expect(looks).toBe(1)
    await updates.check() // a newer one may be there by now
    expect(updates.state).toEqual({ phase: 'available', version: '2.0.1' })
    await updates.load()
    await updates.check()
    expect([looks, updates.state.phase]).toEqual([2, 'ready'])
  })

  it('of a package that is updated in another way is never looked for', async () => {
    const engine = { way: 'flatpak' } as const
    const parts = { wish: () => 'on-quit' as const, isBusy: () => false, now: () => new Date(0), log: () => undefined }
    const updates = new UpdateService({ engine, ...parts })
    await updates.look()
    updates.beforeQuit(false)
    expect(updates.state).toEqual({ phase: 'by-other-way', way: 'flatpak' })
  })

  it('whose load fails is told with its cause, and logged', async () => {
    const unsigned = Object.assign(new Error('x'), { code: 'unsigned' })
    const { updates, logged } = open({ load: () => Promise.reject(unsigned) })
    await updates.look()
    expect(updates.state).toEqual({ phase: 'failed', reason: 'unsigned' })
    expect(logged).toEqual(['the app could not be updated', unsigned])
  })

  it.each([
    ['net::ERR_TIMED_OUT', 'ERR_TIMED_OUT'],
    ['no room', 'unknown'],
  ])('whose look fails with %s and no code is told as %s', async (message, reason) => {
    const { updates } = open({ check: () => Promise.reject(new Error(message)) })
    await updates.check()
    expect(updates.state).toEqual({ phase: 'failed', reason })
  })

  it('that fails can be tried again', async () => {
    let fails = true
    const broken = Object.assign(new Error('x'), { code: 'ENOTFOUND' })
    const { updates } = open({ check: () => (fails ? Promise.reject(broken) : Promise.resolve(undefined)) })
    await updates.check()
    expect(updates.state).toEqual({ phase: 'failed', reason: 'ENOTFOUND' })
    fails = false
    await updates.check()
    expect(updates.state).toEqual({ phase: 'idle', checkedAt: 7 })
  })
})

describe('an update that something else may have ended', () => {
  const why = new Failure('work-ended', { incident: 'N1' })

  it('fails while it is looked for, though the look never answers, and can be tried again', async () => {
    let looks = 0
    const never = new Promise<string>(() => undefined)
    const { updates } = open({ check: () => (++looks === 1 ? never : Promise.resolve('2.0.0')) }, 'ask')
    const looking = updates.check()
    updates.fail(why)
    await looking
    expect(updates.state.phase).toBe('failed')
    await updates.check()
    expect(updates.state.phase).toBe('available')
  })

  it('fails while it is loaded, and does not begin again by itself', async () => {
    let loads = 0
    const { updates } = open({
      load: (_tell, signal) =>
        new Promise((_, reject) => {
          loads++
          signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        }),
    })
    const looking = updates.look()
    await expect.poll(() => loads).toBe(1)
    updates.fail(why)
    await looking
    updates.giveWay()
    expect(updates.state.phase).toBe('failed')
    expect(loads).toBe(1)
  })
})

describe('an update that is loading', () => {
  it('stops when the game or a job begins, and goes on when neither runs', async () => {
    const work = countWork()
    const loads: AbortSignal[] = []
    const done = [deferred<void>(), deferred<void>()]
    const { updates, phases, state } = open({
      load(tell, signal) {
        const { promise, reject } = done[loads.push(signal) - 1] ?? deferred<void>()
        signal.addEventListener('abort', () => {
          tell(0.9) // comes too late
          reject(new DOMException('', 'AbortError'))
        })
        tell(0.25)
        return promise
      },
    })
    const looking = updates.look()
    work.onChange(updates.giveWay)
    await expect.poll(() => updates.state.phase).toBe('loading')
    const job = deferred<void>()
    state.busy = true
    const running = work.during(() => job.promise)
    expect(loads[0]?.aborted).toBe(true)
    await looking
    expect(updates.state).toEqual({ phase: 'waiting', version: '2.0.0' })
    updates.beforeQuit(false)
    state.busy = false
    job.resolve()
    await running
    expect(loads).toHaveLength(2)
    done[1]?.resolve()
    await expect.poll(() => updates.state.phase).toBe('ready')
    expect(phases.map(({ phase }) => phase)).toEqual([
      ...['checking', 'available', 'loading', 'loading', 'waiting', 'loading', 'loading', 'ready'],
    ])
  })

  it('goes on at once when what it gave way to has ended before it had stopped', async () => {
    let loads = 0
    const stopping = deferred<void>()
    const { updates, state } = open({ load: () => (++loads === 1 ? stopping.promise : Promise.resolve()) })
    const looking = updates.look()
    await expect.poll(() => loads).toBe(1)
    state.busy = true
    updates.giveWay()
    state.busy = false
    updates.giveWay()
    stopping.reject(new DOMException('', 'AbortError'))
    await looking
    await expect.poll(() => updates.state.phase).toBe('ready')
    expect(loads).toBe(2)
  })

  it.each([
    ['on-quit', 'ready'],
    ['never', 'available'],
  ] as const)(
    'that was found in a game that began meanwhile: where the player then wants it %s, it is %s',
    async (wish, phase) => {
      const found = deferred<string>()
      const { updates, state } = open({ check: () => found.promise })
      const looking = updates.look()
      state.busy = true
      updates.giveWay()
      found.resolve('2.0.0')
      await looking
      expect(updates.state.phase).toBe('waiting')
      state.busy = false
      state.wish = wish
      updates.giveWay()
      await expect.poll(() => updates.state).toEqual({ phase, version: '2.0.0' })
    },
  )

  it('is looked for after the game where a look came due in it', async () => {
    const { updates, state, phases } = open()
    state.busy = true
    await updates.look()
    expect(phases).toEqual([])
    state.busy = false
    updates.giveWay()
    await expect.poll(() => updates.state.phase).toBe('ready')
  })
})

describe('a package', () => {
  const facts = { isPackaged: true, platform: 'linux' as const, env: {}, isDeb: false, hasFeed: true }
  it('says how it is updated', () => {
    expect(packageKind({ ...facts, isPackaged: false })).toBe('source')
    expect(packageKind(facts)).toBe('package-manager')
    expect(packageKind({ ...facts, isDeb: true })).toBe('self')
    expect(packageKind({ ...facts, env: { FLATPAK_ID: 'x' } })).toBe('flatpak')
    expect(packageKind({ ...facts, env: { APPIMAGE: '/x' } })).toBe('self')
    expect(packageKind({ ...facts, env: { APPIMAGE: '/x' }, hasFeed: false })).toBe('download')
    expect(packageKind({ ...facts, platform: 'win32' })).toBe('self')
    expect(packageKind({ ...facts, platform: 'win32', env: { PORTABLE_EXECUTABLE_FILE: 'x' } })).toBe('download')
  })

  it('is a deb if its file says so', () => {
    const folder = tempDir()
    expect(isDeb(folder)).toBe(false)
    writeFileSync(join(folder, 'package-type'), 'rpm')
    expect(isDeb(folder)).toBe(false)
    writeFileSync(join(folder, 'package-type'), 'deb\n')
    expect(isDeb(folder)).toBe(true)
  })

  it('takes a feed over https only', () => {
    for (const bad of ['http://updates.example', 'https://a:b@updates.example', 'ftp://x', '', 'updates'])
      expect(isSafeFeed(bad)).toBe(false)
    const folder = tempDir()
    const write = (address: string) =>
      writeFileSync(join(folder, 'app-update.yml'), `provider: generic\nurl: ${address}\n`)
    expect(feedOf(folder, folder)).toBeUndefined()
    write('https://updates.example/loadout')
    expect(feedOf(folder, folder)).toBeUndefined() // a build without a key does not update itself
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ updateKey: 'a2V5' }))
    expect(feedOf(folder, folder)).toEqual({ url: 'https://updates.example/loadout', publicKey: 'a2V5' })
    write('http://updates.example/loadout')
    expect(feedOf(folder, folder)).toBeUndefined()
  })
})
