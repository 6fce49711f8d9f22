import { cp, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ModsService } from '../../src-main/mods/index.ts'
import { tempDir } from '../support/temp.ts'
import { listOf } from './game.ts'
import { setUp } from './service-setup.ts'

const never = new AbortController().signal
const stateOf = (mods: ModsService) => mods.view.mods[0]?.verification

describe('a mod in several game folders', () => {
  it('keeps what is known of each game folder, whatever comes of a check in another one', async () => {
    const folders = { now: '' }
    const { mods, again, gameDir, needs } = await setUp([10, 20], { gameDir: () => folders.now })
    const other = tempDir()
    await cp(gameDir, other, { recursive: true })
    await truncate(join(other, '@Mod/addons/file_1.pbo'), 5)
    const go = (to: string) => {
      folders.now = to
      void mods.gameDirChanged()
    }
    go(gameDir)
    await mods.check({ modId: 1, tier: 'full' }, never)
    const whole = stateOf(mods)
    expect(whole).toMatchObject({ state: 'ready', last: { tier: 'full' } })

    go(other)
    expect(stateOf(mods)).toEqual({ state: 'unknown', last: null })
    const control = new AbortController()
    const hashList = needs.hashList
    needs.hashList = (modId, signal) => {
      control.abort() // it has begun by now
      return hashList(modId, signal)
    }
    await expect(mods.check({ modId: 1, tier: 'full' }, control.signal)).rejects.toThrow()
    needs.hashList = hashList
    go(gameDir)
    expect(stateOf(mods)).toEqual(whole)

    go(other)
    await mods.check({ modId: 1, tier: 'quick' }, never)
    const broken = stateOf(mods)
    expect(broken).toMatchObject({ state: 'damaged' })
    go(gameDir)
    expect(stateOf(mods)).toEqual(whole)
    expect((await mods.problems(1, 0)).problems).toEqual([]) // not those of the other folder
    go(other)
    expect(stateOf(mods)).toEqual(broken)
    expect((await mods.problems(1, 0)).problems).toMatchObject([
      { path: '@Mod/addons/file_1.pbo', result: 'wrong-size' },
    ])
    expect(stateOf(await again())).toEqual(broken)
    folders.now = gameDir
    expect(stateOf(await again())).toEqual(whole)
  })

  it('still knows what differs in the present game folder when a check of another one ends', async () => {
    const folders = { now: '' }
    const { mods, gameDir, needs } = await setUp([10, 20], { gameDir: () => folders.now })
    const other = tempDir()
    await cp(gameDir, other, { recursive: true })
    const go = (to: string) => {
      folders.now = to
      void mods.gameDirChanged()
    }
    const check = () => mods.check({ modId: 1, tier: 'quick' }, never)
    await truncate(join(other, '@Mod/addons/file_1.pbo'), 5)
    go(other)
    await check()
    go(gameDir)
    await check()
    await rm(join(gameDir, '@Mod/addons/file_0.pbo'))
    const hashList = needs.hashList
    needs.hashList = async (modId, signal) => {
      go(other) // the player goes there meanwhile
      await mods.problems(modId, 0)
      return hashList(modId, signal)
    }
    await check()
    expect(stateOf(mods)).toMatchObject({ state: 'damaged' })
    expect((await mods.problems(1, 0)).problems).toMatchObject([{ path: '@Mod/addons/file_1.pbo' }])
    go(gameDir)
    expect((await mods.problems(1, 0)).problems).toMatchObject([{ path: '@Mod/addons/file_0.pbo' }])
  })

  it('says of no game folder that it is ready by a list that a check of another one saw replaced', async () => {
    const folders = { now: '' }
    let list: unknown = []
    const { mods, again, gameDir, rows } = await setUp([10, 20], {
      gameDir: () => folders.now,
      hashList: () => Promise.resolve(listOf(list)),
    })
    const other = tempDir()
    await cp(gameDir, other, { recursive: true })
    const check = async (folder: string, rowsNow: unknown) => {
      list = rowsNow
      folders.now = folder
      void mods.gameDirChanged()
      await mods.check({ modId: 1, tier: 'full' }, never)
    }
    await check(gameDir, rows)
    await check(other, rows)
    await check(other, rows.slice(0, 1))
    expect(stateOf(mods)).toMatchObject({ state: 'ready' })
    folders.now = gameDir
    void mods.gameDirChanged()
    expect(stateOf(mods)).toEqual({ state: 'unknown', last: null })
    expect(mods.lastCheck(1)).toBeUndefined()
    expect(stateOf(await again())).toEqual({ state: 'unknown', last: null })
  })
})

describe('a mod that gets another folder', () => {
  it.each([
    ['whose list still has the former one', '@Mod'],
    ['whose list has it too', '@Other'],
  ])('is unknown there, %s', async (_, listed) => {
    const { mods, again, rows, needs } = await setUp([10, 20])
    const { mods: before, ...rest } = await needs.listMods()
    await mods.check({ modId: 1, tier: 'full' }, never)
    expect(mods.isReady(1)).toBe(true)

    const moved = before.map((mod) => ({ ...mod, directory: '@Other' }))
    needs.listMods = () => Promise.resolve({ ...rest, mods: moved })
    const paths = rows.map((row) => ({ ...row, RelativPath: row.RelativPath.replace('@Mod', listed) }))
    needs.hashList = () => Promise.resolve(listOf({ data: paths }))
    await mods.refresh()
    expect(stateOf(mods)).toEqual({ state: 'unknown', last: null })
    expect([mods.isReady(1), mods.lastCheck(1)]).toEqual([false, undefined])
    const outcome = await mods.check({ modId: 1, tier: 'quick' }, never)
    expect(outcome.trusted).toBe(listed === '@Other')
    expect(stateOf(mods)?.state).toBe(outcome.trusted ? 'damaged' : 'unknown')
    expect((await again()).isReady(1)).toBe(false)
  })
})
