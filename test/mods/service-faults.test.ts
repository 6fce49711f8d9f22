import { mkdir, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

import { windowGone, withResolvers } from '../../src-main/lib/index.ts'
import { plantInThreads } from '../support/faults/elsewhere.ts'
import { listOf, makeGame, resultsOf } from './game.ts'
import { mod, setUp } from './service-setup.ts'

const never = new AbortController().signal

/** The lists of a mod, as `hashList`, and the function with which they arrive. */
function lateList() {
  let arrive: (list: Uint8Array | Promise<Uint8Array>) => void = () => undefined
  const list = new Promise<Uint8Array>((resolve) => (arrive = resolve))
  return { list, arrive }
}

const listing = (...mods: (typeof mod)[]) => ({ asOf: '', refreshFailure: null, mods })

it('a file that a quick check could not read is read by each check until it can be read', async () => {
  const game = makeGame()
  for (let at = 0; at < 100; at++) game.add(`@Mod/${at}`)
  await game.verify('full')
  const { workerAt, hits } = plantInThreads('read:EIO@77')
  const threads = { modsWorker: workerAt('mods-worker'), hashWorker: workerAt('hash-worker') }
  const check = (seed: number) => resultsOf(game.verify('quick', { ...threads, random: () => seed / 10 }))
  const found: object[] = []
  for (let seed = 0; found.length === 0 || Object.keys(found[0] ?? {}).length === 0; seed++)
    found[0] = await check(seed) // until its sample has the file
  for (let seed = 0; seed < 8; seed++) found.push(await check(seed))
  expect(hits().length).toBeGreaterThan(8)
  for (const one of found) expect(one).toEqual({ '@Mod/77': ['unreadable', 'EIO'] })
})

it('a full check that the disk ends goes on later where it was', async () => {
  const { mods, needs, gameDir, rows } = await setUp([10])
  const bytes = 32 << 20
  for (let at = 0; at < 80; at++) {
    const path = `@Mod/big_${at}.pbo`
    await mkdir(dirname(join(gameDir, path)), { recursive: true })
    await writeFile(join(gameDir, path), '')
    await truncate(join(gameDir, path), bytes) // sparse
    rows.push({ RelativPath: path, Hash: '58f06dd588d8ffb3beb46ada6309436b', Size: bytes })
  }
  const check = mods.check({ modId: 1, tier: 'full' }, never)
  const end = check.catch((error: unknown) => error)
  await expect.poll(() => mods.running).not.toBeNull()
  mods.setPaused(1, true)
  await expect.poll(() => mods.running?.isPaused).toBe(true)
  await rename(gameDir, `${gameDir}-away`)
  mods.setPaused(1, false)
  expect(await end).toMatchObject({ code: 'game-dir-unusable' })
  await rename(`${gameDir}-away`, gameDir)
  await mods.lookForGameDir()
  const before = mods.view.mods[0]?.verification
  expect(before).toMatchObject({ state: 'interrupted', filesTotal: 81 })
  // nor does a window that goes while the list is loaded forget how far it was
  const asked = withResolvers()
  needs.hashList = () => (asked.resolve(), new Promise(() => undefined))
  const left = new AbortController()
  const again = mods.check({ modId: 1, tier: 'full' }, left.signal)
  await asked.promise
  left.abort(windowGone)
  await expect(again).rejects.toBe(windowGone)
  expect(mods.view.mods[0]?.verification).toEqual(before)
})

it('a doubt that comes while a check waits for its list stays', async () => {
  const { mods, needs, gameDir } = await setUp([10])
  await mods.check({ modId: 1, tier: 'full' }, never)
  expect(mods.isReady(1)).toBe(true)
  const { list, arrive } = lateList()
  let isAsked = false
  needs.hashList = () => ((isAsked = true), list)
  const check = mods.check({ modId: 1, tier: 'quick' }, never)
  await expect.poll(() => isAsked).toBe(true)
  mods.doubt(gameDir, new Map([['@Mod', Date.now() + 1]]))
  arrive(Promise.reject(new Error('no thread')))
  await expect(check).rejects.toThrow('no thread')
  expect(mods.isReady(1)).toBe(false)
})

it('a change after a check began is a reason to doubt it', async () => {
  const { mods, gameDir } = await setUp([10])
  const began = Date.now()
  await mods.check({ modId: 1, tier: 'full' }, never)
  mods.doubt(gameDir, new Map([['@Mod', began - 1]]))
  expect(mods.isReady(1)).toBe(true)
  const { verification } = mods.view.mods[0] ?? {}
  const last = verification && 'last' in verification ? verification.last : undefined
  mods.doubt(gameDir, new Map([['@Mod', (last?.startedAtMs ?? 0) + 1]]))
  expect(mods.isReady(1)).toBe(false)
})

it('problems that are lost are told at once, whatever check of the mod has still to begin', async () => {
  const { mods, needs, gameDir } = await setUp([10, 20])
  await rm(join(gameDir, '@Mod/addons/file_0.pbo'))
  await mods.check({ modId: 1, tier: 'full' }, never)
  for (const name of await readdir(needs.dataDir)) if (name.startsWith('check-')) await rm(join(needs.dataDir, name))
  const { list } = lateList()
  needs.hashList = () => list
  const control = new AbortController()
  const check = mods.check({ modId: 1, tier: 'full' }, control.signal)
  await expect(mods.problems(1, 0)).rejects.toMatchObject({ code: 'problems-unreadable' })
  control.abort(new Error('enough'))
  await expect(check).rejects.toThrow('enough')
})

it('a full check does not wait for a quick one that was cancelled before its turn', async () => {
  const { mods, needs, rows } = await setUp([10])
  needs.listMods = () => Promise.resolve(listing(mod, { ...mod, id: 2 }))
  await mods.refresh()
  const { list, arrive } = lateList()
  needs.hashList = (id) => (id === 1 ? list : Promise.resolve(listOf({ data: rows })))
  const first = mods.check({ modId: 1, tier: 'quick' }, never)
  const control = new AbortController()
  const second = mods.check({ modId: 2, tier: 'quick' }, control.signal)
  const full = mods.check({ modId: 2, tier: 'full' }, never)
  control.abort(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  expect((await full).trusted).toBe(true)
  arrive(listOf({ data: rows }))
  expect((await first).trusted).toBe(true)
})

it('another mod with the id of a former one may have fewer files', async () => {
  const { mods, needs, rows } = await setUp([10, 20, 30, 40])
  await mods.check({ modId: 1, tier: 'full' }, never)
  needs.listMods = () => Promise.resolve(listing({ ...mod, directory: '@Other' }))
  await mods.refresh()
  needs.hashList = () => Promise.resolve(listOf({ data: [{ ...rows[0], RelativPath: '@Other\\a.pbo' }] }))
  expect(await mods.check({ modId: 1, tier: 'quick' }, never)).toMatchObject({ trusted: true })
})
