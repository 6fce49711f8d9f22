import { cp, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ModsRoom } from '../../src-main/mods/index.ts'
import { tempDir } from '../support/temp.ts'
import { setUp } from './room-setup.ts'

const never = new AbortController().signal
const stateOf = (room: ModsRoom) => room.view.mods[0]?.verification

describe('a mod in several game folders', () => {
  it('keeps what is known of each game folder, whatever comes of a check in another one', async () => {
    const folders = { now: '' }
    const { room, again, gameDir, needs } = await setUp([10, 20], { gameDir: () => folders.now })
    const other = tempDir()
    await cp(gameDir, other, { recursive: true })
    await truncate(join(other, '@Mod/addons/file_1.pbo'), 5)
    const go = (to: string) => {
      folders.now = to
      room.gameDirChanged()
    }
    go(gameDir)
    await room.check({ modId: 1, tier: 'full' }, never, () => undefined)
    const whole = stateOf(room)
    expect(whole).toMatchObject({ state: 'ready', last: { tier: 'full' } })

    go(other)
    expect(stateOf(room)).toEqual({ state: 'unknown' })
    const control = new AbortController()
    const listOf = needs.hashList
    needs.hashList = (modId, signal) => {
      control.abort() // it has begun by now
      return listOf(modId, signal)
    }
    await expect(room.check({ modId: 1, tier: 'full' }, control.signal, () => undefined)).rejects.toThrow()
    needs.hashList = listOf
    go(gameDir)
    expect(stateOf(room)).toEqual(whole)

    go(other)
    await room.check({ modId: 1, tier: 'quick' }, never, () => undefined)
    const broken = stateOf(room)
    expect(broken).toMatchObject({ state: 'damaged' })
    go(gameDir)
    expect(stateOf(room)).toEqual(whole)
    expect(await room.problems(1)).toEqual([]) // not those of the other folder
    expect(room.lastCheck(1)?.problems).toEqual([])
    go(other)
    expect(stateOf(room)).toEqual(broken)
    expect(await room.problems(1)).toMatchObject([{ path: '@Mod/addons/file_1.pbo', result: 'wrong-size' }])
    expect(stateOf(await again())).toEqual(broken)
    folders.now = gameDir
    expect(stateOf(await again())).toEqual(whole)
  })

  it('still knows what differs in the present game folder when a check of another one ends', async () => {
    const folders = { now: '' }
    const { room, gameDir, needs } = await setUp([10, 20], { gameDir: () => folders.now })
    const other = tempDir()
    await cp(gameDir, other, { recursive: true })
    const go = (to: string) => {
      folders.now = to
      room.gameDirChanged()
    }
    const check = () => room.check({ modId: 1, tier: 'quick' }, never, () => undefined)
    await truncate(join(other, '@Mod/addons/file_1.pbo'), 5)
    go(other)
    await check()
    go(gameDir)
    await check()
    await rm(join(gameDir, '@Mod/addons/file_0.pbo'))
    const listOf = needs.hashList
    needs.hashList = async (modId, signal) => {
      go(other) // the player goes there meanwhile
      await room.problems(modId)
      return listOf(modId, signal)
    }
    await check()
    expect(stateOf(room)).toMatchObject({ state: 'damaged' })
    expect(await room.problems(1)).toMatchObject([{ path: '@Mod/addons/file_1.pbo' }])
    go(gameDir)
    expect(await room.problems(1)).toMatchObject([{ path: '@Mod/addons/file_0.pbo' }])
  })

  it('says of no game folder that it is ready by a list that a check of another one saw replaced', async () => {
    const folders = { now: '' }
    let list = ''
    const { room, again, gameDir, rows } = await setUp([10, 20], {
      gameDir: () => folders.now,
      hashList: () => Promise.resolve(list),
    })
    const other = tempDir()
    await cp(gameDir, other, { recursive: true })
    const check = async (folder: string, text: string) => {
      list = text
      folders.now = folder
      room.gameDirChanged()
      await room.check({ modId: 1, tier: 'full' }, never, () => undefined)
    }
    await check(gameDir, JSON.stringify(rows))
    await check(other, JSON.stringify(rows))
    await check(other, JSON.stringify(rows.slice(0, 1)))
    expect(stateOf(room)).toMatchObject({ state: 'ready' })
    folders.now = gameDir
    room.gameDirChanged()
    expect(stateOf(room)).toEqual({ state: 'unknown' })
    expect(room.lastCheck(1)).toBeUndefined()
    expect(stateOf(await again())).toEqual({ state: 'unknown' })
  })
})
