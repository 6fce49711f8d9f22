import { appendFile, cp, mkdir, rename, rm, rmdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { windowGone } from '../../src-main/lib/index.ts'
import { ListUnavailable, type ModsService } from '../../src-main/mods/index.ts'
import { tempDir } from '../support/temp.ts'
import { listOf } from './game.ts'
import { mod, setUp } from './service-setup.ts'

const never = new AbortController().signal
const stateOf = (mods: ModsService) => mods.view.mods[0]?.verification

describe('a mod', () => {
  it('is unknown, then ready by a full check, then by a quick one, also after a restart', async () => {
    const { mods, again } = await setUp([10, 0, 5000])
    expect(stateOf(mods)).toEqual({ state: 'unknown', last: null })
    const outcome = await mods.check({ modId: 1, tier: 'full' }, never)
    expect(outcome).toMatchObject({ trusted: true, summary: { result: 'ready', tier: 'full', bytesHashed: 5010 } })
    const second = await again()
    expect(stateOf(second)).toMatchObject({ state: 'ready', last: { tier: 'full' } })
    await second.check({ modId: 1, tier: 'quick' }, never)
    expect(stateOf(second)).toMatchObject({ state: 'ready', last: { tier: 'quick', filesListed: 3 } })
  })

  it('keeps a full check’s word, with its date, for as long as quick ones find the same files unchanged', async () => {
    const begin = Date.now()
    let hours = 0
    let list: unknown = []
    const { mods, again, gameDir, rows } = await setUp([10, 20], {
      now: () => new Date(begin + 3_600_000 * hours),
      hashList: () => Promise.resolve(listOf(list)),
    })
    const check = async (tier: 'quick' | 'full', of = mods) => {
      hours++
      await of.check({ modId: 1, tier }, never)
      const now = stateOf(of)
      return now && 'last' in now ? now.last?.fullAt : undefined
    }
    const at = (hour: number) => new Date(begin + 3_600_000 * hour).toISOString()
    list = rows
    expect(await check('quick')).toBeNull() // that one vouches for no byte
    expect(await check('full')).toBe(at(2))
    expect(await check('quick')).toBe(at(2))
    expect(await check('quick', await again())).toBe(at(2))
    list = [...rows].reverse()
    expect(await check('quick')).toBe(at(2)) // the same list in another order
    list = rows.slice(0, 1)
    expect(await check('quick')).toBeNull() // it was of another list
    expect(await check('full')).toBe(at(7))
    await truncate(join(gameDir, '@Mod/addons/file_0.pbo'), 5)
    expect(await check('quick')).toBeNull()
    expect(stateOf(mods)).toMatchObject({ state: 'damaged', last: { tier: 'quick' } })
  })

  it('has no full check’s word from another game folder that is chosen while it is looked at', async () => {
    const folders = { now: '' }
    const { mods, gameDir, needs } = await setUp([10, 20], { gameDir: () => folders.now })
    const other = tempDir()
    await cp(gameDir, other, { recursive: true })
    folders.now = gameDir
    await mods.check({ modId: 1, tier: 'full' }, never)
    const hashList = needs.hashList
    needs.hashList = (modId, signal) => {
      folders.now = gameDir // the player goes back to it
      return hashList(modId, signal)
    }
    folders.now = other
    const looked = await mods.check({ modId: 1, tier: 'quick' }, never)
    expect(looked).toMatchObject({ summary: { tier: 'quick', result: 'ready', fullAt: null } })
  })

  it('is damaged, and its problems are still known after a restart', async () => {
    const { mods, again, gameDir } = await setUp([10, 20, 30])
    await truncate(join(gameDir, '@Mod/addons/file_1.pbo'), 5)
    await rm(join(gameDir, '@Mod/addons/file_2.pbo'))
    await writeFile(join(gameDir, '@Mod/mine.txt'), 'mine')
    await mods.check({ modId: 1, tier: 'quick' }, never)
    const problems = [
      { path: '@Mod/addons/file_1.pbo', result: 'wrong-size', expected: 20, found: 5 },
      { path: '@Mod/addons/file_2.pbo', result: 'missing', expected: 30, found: null },
      { path: '@Mod/mine.txt', result: 'extra', expected: null, found: 4 },
    ]
    expect(stateOf(mods)).toMatchObject({ state: 'damaged' })
    expect((await mods.problems(1, 0)).problems).toMatchObject(problems)
    expect(mods.lastCheck(1)).toMatchObject({ modFolder: '@Mod', work: 'repair', filesStay: 1 })
    const later = await again()
    expect(later.lastCheck(1)).toEqual(mods.lastCheck(1))
    expect((await later.problems(1, 0)).problems).toMatchObject(problems)
  })

  it('counts as not installed from a check that finds no file until one finds nothing wrong, also after a restart', async () => {
    const { mods, again, gameDir } = await setUp([10, 20, 30])
    const away = `${gameDir}-away`
    await rename(join(gameDir, '@Mod'), away)
    const check = async (of: ModsService) => {
      await of.check({ modId: 1, tier: 'full' }, never)
      return of.lastCheck(1)?.work
    }
    expect(await check(mods)).toBe('install')
    await cp(away, join(gameDir, '@Mod'), { recursive: true })
    await rm(join(gameDir, '@Mod/addons/file_2.pbo')) // an install that could not fetch one file
    expect(await check(mods)).toBe('install')
    const later = await again()
    expect(await check(later)).toBe('install')
    await cp(away, join(gameDir, '@Mod'), { recursive: true })
    await check(later)
    expect(stateOf(later)).toMatchObject({ state: 'ready', last: { isInstalled: true } })
    await rm(join(gameDir, '@Mod/addons/file_2.pbo'))
    expect(await check(later)).toBe('repair')
  })

  it.each([
    ['empty', '[]'],
    ['not-json', '{"data":[{"RelativPath":"@Mod\\\\addons\\\\fi'],
    ['wrong-shape', '{"status":"Error"}'],
    ['shrunk', JSON.stringify([{ RelativPath: '@Mod\\addons\\file_0.pbo', Hash: 'a'.repeat(32), Size: 1 }])],
  ])('keeps its state when the list is %s', async (reason, text) => {
    const lists: string[] = []
    const setup = await setUp([1, 2, 3], { hashList: () => Promise.resolve(new TextEncoder().encode(lists[0])) })
    lists[0] = JSON.stringify(setup.rows)
    await setup.mods.check({ modId: 1, tier: 'full' }, never)
    const before = stateOf(setup.mods)
    expect(setup.mods.isReady(1)).toBe(true)
    lists[0] = text
    for (const tier of ['full', 'quick'] as const) {
      const outcome = await setup.mods.check({ modId: 1, tier }, never)
      expect(outcome).toMatchObject({ trusted: false, distrust: { reason } })
      expect(stateOf(setup.mods)).toEqual(before)
    }
    expect(setup.mods.view.mods[0]?.distrust?.reason).toBe(reason)
    expect(setup.mods.isReady(1)).toBe(false)
    expect(await setup.mods.lists.read(1, never)).toBeUndefined()
  })

  it('keeps its state when the list cannot be had', async () => {
    const fail = () => Promise.reject(new ListUnavailable('http-error', '503'))
    const { mods } = await setUp([1], { hashList: fail })
    const outcome = await mods.check({ modId: 1, tier: 'full' }, never)
    expect(outcome).toMatchObject({ trusted: false, distrust: { reason: 'http-error', detail: '503' } })
    expect(stateOf(mods)).toEqual({ state: 'unknown', last: null })
  })

  it('remembers how long the last good list was in another game folder, too', async () => {
    const folders = { now: tempDir() }
    const setup = await setUp([1, 2, 3], { gameDir: () => folders.now })
    folders.now = setup.gameDir
    await setup.mods.check({ modId: 1, tier: 'full' }, never)
    folders.now = tempDir()
    setup.rows.splice(1)
    expect(await setup.mods.check({ modId: 1, tier: 'full' }, never)).toMatchObject({
      trusted: false,
      distrust: { reason: 'shrunk', detail: '1 of 3' },
    })
  })

  it('is not checked in a game folder that is none', async () => {
    const file = join(tempDir(), 'file')
    await writeFile(file, '')
    for (const [gameDir, errno] of [
      [file, 'ENOTDIR'],
      [`${file}-not-there`, 'ENOENT'],
    ] as const) {
      const { mods } = await setUp([1], { gameDir: () => gameDir })
      await expect(mods.check({ modId: 1, tier: 'full' }, never)).rejects.toMatchObject({
        code: 'game-dir-unusable',
        facts: { path: gameDir, errno },
      })
    }
  })

  it('tells that the game folder is gone, and that it is back', async () => {
    const { mods, gameDir } = await setUp([1])
    const check = () => mods.check({ modId: 1, tier: 'full' }, never)
    await check()
    const found = stateOf(mods)
    expect(mods.isReady(1)).toBe(true)
    await rename(gameDir, `${gameDir}-away`)
    await expect(check()).rejects.toMatchObject({ code: 'game-dir-unusable' })
    await expect.poll(() => mods.view.gameDirExists).toBe(false)
    expect([stateOf(mods), mods.isReady(1)]).toEqual([{ state: 'unknown', last: null }, false])
    await rename(`${gameDir}-away`, gameDir)
    await mods.refresh()
    expect(stateOf(mods)).toEqual(found)
    await check()
    await expect.poll(() => mods.view.gameDirExists).toBe(true)
  })

  it('is not told as missing files, and not repaired, where an empty folder is in the place of its disk', async () => {
    const unplug = async () => {
      await rename(setup.gameDir, `${setup.gameDir}-disk`)
      await mkdir(setup.gameDir)
    }
    let takes = () => Promise.resolve()
    const hashList = () => takes().then(() => listOf({ data: setup.rows }))
    const setup = await setUp([1], { isMoved: () => true, hashList })
    const { mods, gameDir } = setup
    const check = () => mods.check({ modId: 1, tier: 'quick' }, never)
    await check()
    const found = stateOf(mods)
    takes = unplug
    await expect(check()).rejects.toMatchObject({ code: 'game-dir-unusable', facts: { errno: 'ENOENT' } })
    await expect.poll(() => mods.view.gameDirExists).toBe(false)
    await expect(check()).rejects.toMatchObject({ code: 'game-dir-unusable' })
    await rmdir(gameDir)
    const plugIn = () => rename(`${gameDir}-disk`, gameDir)
    await expect.poll(() => plugIn().then(() => true, String)).toBe(true) // on Windows, not while a folder is looked at
    await mods.refresh()
    expect(stateOf(mods)).toEqual(found)
    await rename(join(gameDir, '@Mod'), join(gameDir, '.loadout')) // no mod is left, but the folder is the right one
    takes = () => Promise.resolve()
    expect(await check()).toMatchObject({ summary: { result: 'damaged' } })
  })

  it('is not paused where the list comes after the folder was found missing', async () => {
    const gameDir = join(tempDir(), 'not-there')
    let arrive: (list: Uint8Array) => void = () => undefined
    const list = new Promise<Uint8Array>((resolve) => (arrive = resolve))
    const setup = await setUp([1], { gameDir: () => gameDir, hashList: () => list })
    const check = setup.mods.check({ modId: 1, tier: 'full' }, never)
    await expect(check).rejects.toMatchObject({ code: 'game-dir-unusable' })
    arrive(listOf({ data: setup.rows }))
    await list
    await nextTurn()
    expect(stateOf(setup.mods)).toEqual({ state: 'unknown', last: null })
  })

  it('takes a shorter list once the player says that it is right', async () => {
    const setup = await setUp([1, 2, 3])
    await setup.mods.check({ modId: 1, tier: 'full' }, never)
    setup.rows.splice(1)
    const wish = { modId: 1, tier: 'full' } as const
    expect(await setup.mods.check(wish, never)).toMatchObject({ trusted: false })
    expect(await setup.mods.check({ ...wish, acceptShorter: true }, never)).toMatchObject({
      trusted: true,
      summary: { result: 'ready' },
    })
  })

  it('says stale where a quick check would have to read too much', async () => {
    const { mods, gameDir, rows } = await setUp([10])
    const path = '@Mod/huge.pbo'
    await writeFile(join(gameDir, path), '')
    await truncate(join(gameDir, path), 300 << 20) // sparse
    rows.push({ RelativPath: path, Hash: 'a'.repeat(32), Size: 300 << 20 })
    await mods.check({ modId: 1, tier: 'quick' }, never)
    expect(stateOf(mods)).toMatchObject({ state: 'stale', last: { unverified: 1, counts: { ok: 1 } } })
    expect(mods.lastCheck(1)).toMatchObject({ filesStay: 2 })
  })
})

describe('a full check that is broken off', () => {
  it('by its window: is paused, survives a restart, and reads no file twice', async () => {
    const sizes = Array.from({ length: 24 }, () => 2 << 20)
    const { mods, again, gameDir, rows } = await setUp(sizes)
    const big = '@Mod/big.pbo' // sparse; takes far longer than it is until the first word of the others
    await writeFile(join(gameDir, big), '')
    await truncate(join(gameDir, big), 1 << 29)
    rows.push({ RelativPath: big, Hash: 'aa559b4e3523a6c931f08f4df52d58f2', Size: 1 << 29 })
    const control = new AbortController()
    let first = 0
    mods.onProgress((running) => {
      first = running?.progress.bytesDone ?? first
      if ((running?.progress.filesDone ?? 0) > 3) control.abort(windowGone)
    })
    const broken = mods.check({ modId: 1, tier: 'full' }, control.signal)
    const end = await broken.catch((error: unknown) => error)
    expect(end).toBe(windowGone)
    expect(first).toBeGreaterThan(0)
    const second = await again()
    const paused = stateOf(second)
    expect(paused).toMatchObject({ state: 'interrupted', filesTotal: 25 })
    await second.check({ modId: 1, tier: 'quick' }, never)
    expect(stateOf(second)).toMatchObject({ ...paused, last: { tier: 'quick' } })
    const outcome = await second.check({ modId: 1, tier: 'full' }, never)
    const done = paused?.state === 'interrupted' ? paused.filesDone : 0
    expect(outcome).toMatchObject({ trusted: true, summary: { result: 'ready' } })
    if (outcome.trusted) expect(outcome.summary.bytesHashed).toBeLessThanOrEqual((1 << 29) + (24 - done) * (2 << 20))

    rows.pop()
    await rm(join(gameDir, big))
    await appendFile(join(gameDir, '@Mod/addons/file_0.pbo'), 'x')
    await rm(join(gameDir, '@Mod/addons/file_1.pbo'))
    await second.check({ modId: 1, tier: 'full' }, never)
    expect((await second.problems(1, 0)).problems.map(({ result }) => result)).toEqual(['wrong-size', 'missing'])
  })

  it('by a window that is gone: the next one resumes and cancels it even before it has ended', async () => {
    const { mods } = await setUp([10, 20])
    const left = new AbortController()
    const first = mods.check({ modId: 1, tier: 'full' }, left.signal)
    await new Promise<void>((resolve) => mods.onProgress(() => resolve()))
    left.abort(windowGone)
    expect([stateOf(mods)?.state, mods.running]).toEqual(['interrupted', null])
    const control = new AbortController()
    const second = mods.check({ modId: 1, tier: 'full' }, control.signal)
    control.abort(new Error('enough'))
    await expect(second).rejects.toThrow('enough')
    await mods.forget(1)
    await expect(first).rejects.toBe(windowGone)
    expect(stateOf(mods)).toEqual({ state: 'unknown', last: null })
  })

  it('by the player: is as it was before', async () => {
    const { mods } = await setUp([10, 20])
    const control = new AbortController()
    control.abort()
    await expect(mods.check({ modId: 1, tier: 'full' }, control.signal)).rejects.toThrow()
    expect(stateOf(mods)).toEqual({ state: 'unknown', last: null })
  })
})

it('is not checked while repair holds it, and not held while it is checked', async () => {
  const { mods } = await setUp([10])
  const free = await mods.hold(1)
  await expect(mods.check({ modId: 1, tier: 'full' }, never)).rejects.toMatchObject({
    code: 'mod-busy',
  })
  free?.()
  const running = mods.check({ modId: 1, tier: 'full' }, never)
  expect(await mods.hold(1)).toBeUndefined()
  await running
})

it('is held, and checked, after a quick check that the app may have begun by itself', async () => {
  const { mods } = await setUp([10])
  const ends: string[] = []
  const quick = () => mods.check({ modId: 1, tier: 'quick' }, never)
  for (const name of ['one', 'two', 'three']) void quick().then(() => ends.push(name))
  const free = await mods.hold(1)
  expect(ends).toEqual(['one', 'two', 'three'])
  await expect(quick()).rejects.toMatchObject({ code: 'mod-busy' })
  free?.()
})

describe('while the game runs', () => {
  it('a check that runs waits, and goes on by itself when the game ends', async () => {
    const { mods } = await setUp([1_000])
    const states: unknown[] = []
    mods.onChange((view) => states.push(view.mods[0]?.verification))
    const check = mods.check({ modId: 1, tier: 'full' }, never)
    mods.gameRuns(true)
    expect(stateOf(mods)).toMatchObject({ state: 'verifying', paused: true, forGame: true })
    mods.gameRuns(false)
    expect(stateOf(mods)).toMatchObject({ state: 'verifying', paused: false, forGame: false })
    expect((await check).trusted).toBe(true)
    expect(states.length).toBeGreaterThan(2)
  })

  it('a quick check goes on with the downloads that the player wants meanwhile', async () => {
    const { mods } = await setUp([1_000])
    const check = mods.check({ modId: 1, tier: 'quick' }, never)
    const seen = [[true], [true, true], [false], [true], [true, true]].map(([runs = false, mayFetch]) => {
      mods.gameRuns(runs, mayFetch)
      return stateOf(mods)
    })
    expect(seen.map((state) => state?.state === 'verifying' && state.paused)).toEqual([true, false, false, true, false])
    expect((await check).trusted).toBe(true)
    mods.gameRuns(false)
    const full = mods.check({ modId: 1, tier: 'full' }, never)
    mods.gameRuns(true, true)
    expect(stateOf(mods)).toMatchObject({ paused: true, forGame: true })
    mods.gameRuns(false, true)
    expect((await full).trusted).toBe(true)
  })

  it('what the player paused stays paused; what the player takes up again is not touched', async () => {
    const { mods } = await setUp([1_000])
    const check = mods.check({ modId: 1, tier: 'full' }, never)
    mods.setPaused(1, true)
    mods.gameRuns(true)
    mods.gameRuns(false)
    expect(stateOf(mods)).toMatchObject({ paused: true, forGame: false })
    mods.setPaused(1, false)
    mods.gameRuns(true)
    mods.setPaused(1, false)
    mods.gameRuns(true, true) // the switch for downloads
    expect(stateOf(mods)).toMatchObject({ paused: false, forGame: false })
    expect((await check).trusted).toBe(true)
  })

  it('a quick check, as a join makes it, and a repair after it do not wait for the paused full check of another mod', async () => {
    const { mods, needs } = await setUp([1_000])
    needs.listMods = () => Promise.resolve({ mods: [mod, { ...mod, id: 2 }], asOf: '', refreshFailure: null })
    await mods.refresh()
    const full = mods.check({ modId: 1, tier: 'full' }, never)
    mods.setPaused(1, true)
    const quick = mods.check({ modId: 2, tier: 'quick' }, never)
    expect(await mods.hold(2)).toBeTypeOf('function')
    expect((await quick).trusted).toBe(true)
    mods.setPaused(1, false)
    expect((await full).trusted).toBe(true)
  })

  it('a check that the player asks for is made', async () => {
    const { mods } = await setUp([1_000])
    mods.gameRuns(true)
    expect((await mods.check({ modId: 1, tier: 'full' }, never)).trusted).toBe(true)
  })
})
