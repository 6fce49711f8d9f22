import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  utimesSync,
} from 'node:fs'
import { rm, truncate } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Disk } from '../../src-main/mods/repair/disk.ts'
import { readQuarantine } from '../../src-main/mods/repair/quarantine.ts'
import { beginRepairSession } from '../../src-main/mods/repair/session.ts'
import { StepList } from '../../src-main/mods/repair/steps.ts'
import { isPartName } from '../../src-main/mods/list/index.ts'
import { placeOf } from '../../src-main/play/installs/accept.ts'
import { diskView, platformOf } from '../../src-main/play/index.ts'
import { modsDirs } from '../../src-main/shell/wiring/mods-dirs.ts'
import { makeJunction } from '../support/junction.ts'
import { tempDir } from '../support/temp.ts'
import { openMover } from './move-setup.ts'
import { one, resting, world } from './move-world.ts'
import { realDisk } from './real-disk.ts'
import { bytesOf, MOD, treeOf, write } from './support.ts'
import { runTool } from '../../src-main/lib/index.ts'

const head = {
  kind: 'repair',
  modId: 1,
  modName: 'Nordwind',
  modFolder: MOD,
  listVersion: 'v',
  steps: new StepList(),
} as const

/** What the wiring reads of the app, for the community `own`. */
const contextOf = (gameDirs: Record<string, string>) =>
  ({ settings: { settings: { gameDirs, modsDirs: {} } }, profile: { id: 'own' } }) as unknown as Parameters<
    typeof modsDirs
  >[0]
const noPlace = { place: () => Promise.reject(new Error('not asked')) }

const codeOf = (why: string) => ({ code: 'mods-move-refused', facts: { why } })
const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code, path: 'x' }))

describe('mods that are moved', () => {
  it('leave nothing behind, take what is kept of them along, and come back', async () => {
    const { mover, gameDir, to, mods, foreign, modsDir, checked } = world()
    const session = await beginRepairSession(realDisk, gameDir, head, new Date())
    write(gameDir, `.loadout/${session.head.id}/kept/0/${one}`, 'former')
    const at = new Date(1_700_000_000_000)
    utimesSync(join(gameDir, one), at, at)
    chmodSync(join(gameDir, one), 0o444)
    const { mode } = await realDisk.stat(join(gameDir, one))
    await mover.begin(to)
    await mover.goOn()
    expect([mover.place.move, modsDir()]).toEqual([null, to])
    expect(treeOf(to)).toMatchObject(mods)
    expect(treeOf(gameDir)).toEqual(foreign)
    expect((await readQuarantine(realDisk, to)).sessions[0]?.files).toMatchObject([{ path: one, bytes: 6 }])
    await expect(realDisk.stat(join(to, one))).resolves.toMatchObject({ mtimeMs: at.getTime(), mode })
    expect(checked).toEqual([1, 2])
    await mover.begin(gameDir)
    await mover.goOn()
    expect(modsDir()).toBeUndefined()
    expect(treeOf(gameDir)).toMatchObject({ ...mods, ...foreign })
    expect(readdirSync(to)).toEqual([])
  })

  it('take what is kept of a mod along that is no longer listed', async () => {
    const { mover, gameDir, to } = world()
    const session = await beginRepairSession(realDisk, gameDir, { ...head, modFolder: '@Delisted' }, new Date())
    const kept = `.loadout/${session.head.id}/kept/0/@Delisted/addons/a.pbo`
    write(gameDir, kept, 'former')
    await mover.begin(to)
    await mover.goOn()
    expect([existsSync(join(to, kept)), existsSync(join(gameDir, kept))]).toEqual([true, false])
  })

  it('stop for nothing in the new folder but files, and say which folder has them', async () => {
    const { mover, gameDir, to, mods, modsDir } = world()
    mkdirSync(join(to, MOD.toUpperCase(), 'addons/deep'), { recursive: true })
    write(to, '@Harbour/notes.txt', 'mine')
    await expect(mover.begin(to)).rejects.toMatchObject({ facts: { why: 'taken', name: '@Harbour' } })
    expect(mover.inTheWay).toBe(join(to, '@Harbour'))
    expect([treeOf(gameDir), modsDir()]).toMatchObject([mods, undefined])
    await rm(join(to, '@Harbour/notes.txt'))
    await mover.begin(to)
    await mover.goOn()
    expect([treeOf(to), readdirSync(to).includes(MOD.toUpperCase())]).toEqual([mods, false])
  })

  it('stay where they were while another community uses them there', async () => {
    const { mover, gameDir, to, mods, modsDir } = world({}, true)
    const before = treeOf(gameDir)
    await mover.begin(to)
    expect(mover.place.move).toMatchObject({ keeps: true })
    await mover.goOn()
    expect([treeOf(to), modsDir(), treeOf(gameDir)]).toEqual([mods, to, before])
    const handle = await realDisk.open(join(gameDir, one), 'r+')
    await handle.write('written in place')
    await handle.close()
    expect(treeOf(to)).toEqual(mods)
  })

  it('stay where they were for a community that came to use them there meanwhile', async () => {
    const made = await resting()
    made.share()
    await made.gameEnds()
    expect([treeOf(made.to), made.modsDir()]).toEqual([made.mods, made.to])
    expect(treeOf(made.gameDir)).toMatchObject(made.mods)
  })

  it('take nothing from the new folder that came there meanwhile', async () => {
    const { to, mods, modsDir, gameEnds } = await resting()
    write(to, one, 'the player’s own')
    await gameEnds()
    expect([modsDir(), treeOf(to)]).toMatchObject([to, mods])
    const beside = (await realDisk.readdir(join(to, MOD, 'addons'))).find((name) => name.endsWith('.old'))
    expect(readFileSync(join(to, MOD, 'addons', beside ?? ''), 'utf8')).toBe('the player’s own')
  })

  it('come with what was installed and kept of a repair while the move rested', async () => {
    const { gameDir, to, mods, foreign, gameEnds } = await resting()
    const session = await beginRepairSession(realDisk, gameDir, head, new Date())
    write(gameDir, `.loadout/${session.head.id}/kept/0/${one}`, 'former')
    write(gameDir, '@Absent/mod.cpp', 'installed')
    await gameEnds()
    expect((await readQuarantine(realDisk, to)).sessions[0]?.files).toMatchObject([{ path: one, bytes: 6 }])
    expect(treeOf(to)).toMatchObject({ ...mods, '@Absent/mod.cpp': expect.any(String) as string })
    expect(treeOf(gameDir)).toEqual(foreign)
  })

  it('are held meanwhile, those too that could be installed', async () => {
    const held: number[] = []
    const { mover, to } = world({ hold: (id) => Promise.resolve((held.push(id), () => undefined)) })
    await mover.begin(to)
    await mover.goOn()
    expect(held).toEqual([1, 2, 3])
  })

  it('are all let go if one of them cannot be locked', async () => {
    let [held, isBroken] = [0, true]
    const hold = (id: number) =>
      id === 2 && isBroken ? failing('EACCES') : Promise.resolve((held++, () => void held--))
    const { mover, to } = world({ hold })
    await mover.begin(to)
    await mover.goOn()
    expect([held, mover.place.move?.failure?.code]).toEqual([0, 'mods-move-stuck'])
    isBroken = false
    await mover.goOn()
    expect([held, mover.place.move]).toEqual([0, null])
  })

  it('stay in the old folder when the game was started unseen', async () => {
    const runs = [false, true]
    const { mover, gameDir, to, mods, modsDir } = world({
      game: { runs: false, sure: () => Promise.resolve({ running: runs.shift() ?? true }) },
    })
    await mover.begin(to)
    await mover.goOn()
    expect([mover.place.move?.failure?.code, modsDir()]).toEqual(['game-running', undefined])
    expect(treeOf(gameDir)).toMatchObject(mods)
  })

  it('move to no other folder while a move of an earlier run is unfinished, or before they are known', async () => {
    const { dataDir, gameDir, to } = await resting()
    const next = openMover(dataDir, gameDir)
    await expect(next.mover.begin(realpathSync(tempDir()))).rejects.toMatchObject(codeOf('moving'))
    const unknown = openMover(tempDir(), gameDir, { mods: () => [] })
    await expect(unknown.mover.begin(to)).rejects.toMatchObject(codeOf('unlisted'))
  })

  it.each([
    ['//host/share', 'network'],
    ['/', 'root'],
    ['/home/otto', 'home'],
    ['/etc/mods', 'system'],
    ['mods', 'gone'],
  ])('do not move to %s', async (folder, why) => {
    const files = { ...diskView, realPath: (path: string) => Promise.resolve(path) }
    const platform = platformOf('linux', { home: '/home/otto', env: {}, run: runTool, files })
    const { mover, gameDir, mods } = world({
      dirs: modsDirs(contextOf({}), { place: (path) => placeOf(path, { platform, files }) }),
    })
    await expect(mover.begin(folder)).rejects.toMatchObject(codeOf(why))
    expect(treeOf(gameDir)).toMatchObject(mods)
  })

  it('are shared with a community whose folder is spelled otherwise', () => {
    const at = join(tempDir(), 'mods')
    const { isShared } = modsDirs(contextOf({ own: '/mods', other: at + sep }), noPlace)
    expect([isShared(at), isShared('/mods')]).toEqual([true, false])
  })

  it('are valid in the old folder until a disk that fills up has room, and go on', async () => {
    let isFull = true
    const open: Disk['open'] = (path, flags, mode) =>
      isFull && flags === 'wx' && String(path).includes('two.pbo')
        ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) // an open file’s error names no path
        : realDisk.open(path, flags, mode)
    const { mover, gameDir, to, mods, foreign, modsDir } = world({ disk: { ...realDisk, open } })
    await mover.begin(to)
    await mover.goOn()
    expect(mover.place.move).toMatchObject({
      isPaused: true,
      failure: { code: 'mods-move-stuck', facts: { errno: 'ENOSPC', path: to } },
    })
    expect(treeOf(gameDir)).toMatchObject(mods)
    expect(modsDir()).toBeUndefined()
    await expect(mover.begin(to)).rejects.toMatchObject(codeOf('moving'))
    isFull = false
    await mover.goOn()
    expect([mover.place.move, treeOf(to), treeOf(gameDir)]).toEqual([null, mods, foreign])
  })

  it('are not taken from a disk that gives back other bytes', async () => {
    const { mover, gameDir, to, mods, modsDir } = world({
      disk: realDisk,
      digestOf: (path) => Promise.resolve(isPartName(basename(path)) ? 'a' : 'b'),
    })
    await mover.begin(to)
    await mover.goOn()
    expect(mover.place.move).toMatchObject({ failure: { code: 'mods-move-stuck', facts: { errno: 'EIO' } } })
    expect([treeOf(gameDir), modsDir()]).toMatchObject([mods, undefined])
    await mover.cancel()
    expect([mover.place.move, treeOf(to)]).toEqual([null, {}])
    expect(treeOf(gameDir)).toMatchObject(mods)
  })

  it('keep an old file that differs from the one in the new folder', async () => {
    let held = ''
    const unlink: Disk['unlink'] = (path) => (path === held ? failing('EBUSY') : realDisk.unlink(path))
    const { mover, gameDir, to, mods, modsDir } = world({ disk: { ...realDisk, unlink } })
    held = join(gameDir, one)
    await mover.begin(to)
    await mover.goOn()
    expect([mover.place.move?.failure?.code, modsDir()]).toEqual(['mods-move-stuck', to])
    const { mtime } = await realDisk.stat(join(gameDir, one))
    write(gameDir, one, bytesOf('the player’s own', 2_500_000))
    utimesSync(join(gameDir, one), mtime, mtime)
    held = ''
    await mover.goOn()
    expect(treeOf(to)).toEqual(mods)
    expect(existsSync(join(gameDir, one))).toBe(true)
    expect(mover.place.move).toBeNull()
  })

  it('can be somewhere else when their disk is gone', async () => {
    const { dataDir, gameDir, to } = world()
    const { mover, modsDir } = openMover(dataDir, join(gameDir, 'gone'))
    await mover.begin(to)
    await mover.goOn()
    expect([mover.place.move, modsDir(), treeOf(to)]).toEqual([null, to, {}])
  })

  it('stay when the player moved them by hand and led the old folder to the new one', async () => {
    const { mover, gameDir, to, mods } = await resting()
    await rm(to, { recursive: true })
    renameSync(gameDir, to)
    await makeJunction(to, gameDir)
    await mover.cancel()
    expect([mover.place.move, treeOf(to)]).toMatchObject([null, mods])
  })

  it('wait for the end of the game', async () => {
    let runs = true
    const { mover, to, modsDir, mods } = world({
      game: { runs: false, sure: () => Promise.resolve({ running: runs }) },
    })
    await mover.begin(to)
    await mover.goOn()
    expect(mover.place.move).toMatchObject({ isPaused: true, failure: { code: 'game-running' } })
    expect(modsDir()).toBeUndefined()
    runs = false
    await mover.follow(false)
    expect([modsDir(), treeOf(to)]).toEqual([to, mods])
  })

  it('wait where nobody can tell whether the game runs, and say so', async () => {
    const { mover, to, modsDir } = world({ game: { runs: false, sure: () => Promise.resolve({ running: null }) } })
    await mover.begin(to)
    await mover.goOn()
    expect(mover.place.move).toMatchObject({ isPaused: true, failure: { code: 'game-unseen' } })
    expect(modsDir()).toBeUndefined()
  })

  it('that the player paused rest at the end of the game too, until the player says so', async () => {
    const { mover, to, modsDir, mods } = world()
    await mover.begin(to)
    await mover.pause()
    const paused = mover.place.move
    await mover.follow(true)
    await mover.follow(false)
    await mover.recover() // the list of mods is read again
    expect([paused, mover.place.move, modsDir()]).toEqual([
      expect.objectContaining({ isPaused: true }),
      paused,
      undefined,
    ])
    await mover.goOn()
    expect([mover.place.move, modsDir(), treeOf(to)]).toEqual([null, to, mods])
  })

  it('that the player paused and cancelled are moved anew like any others: they continue by themselves after the game', async () => {
    const { mover, to, modsDir } = world()
    await mover.begin(to)
    await mover.pause()
    await mover.cancel()
    await mover.begin(to)
    await mover.follow(true)
    expect([mover.place.move?.isPaused, modsDir()]).toEqual([true, undefined])
    await mover.follow(false)
    expect([mover.place.move, modsDir()]).toEqual([null, to])
  })

  it('move to one folder, also if the player chooses two before the first move has begun', async () => {
    const { mover, gameDir, to, mods, modsDir } = world()
    const other = realpathSync(tempDir())
    const begun = await Promise.allSettled([mover.begin(to), mover.begin(other)])
    expect(begun).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: codeOf('moving') }])
    await mover.goOn()
    expect([mover.place.move, modsDir(), treeOf(to), treeOf(other)]).toEqual([null, to, mods, {}])
    expect(existsSync(join(gameDir, one))).toBe(false)
  })

  it('are moved once, also if the list of mods is read while the move begins', async () => {
    const moves: (string | undefined)[] = []
    const { mover, to, modsDir } = world({ stopAhead: () => Promise.resolve(void moves.push(mover.place.move?.to)) })
    let isBegun = false
    const begun = mover.begin(to).finally(() => (isBegun = true))
    while (!isBegun) {
      await mover.recover()
      await new Promise((resolve) => void setImmediate(resolve))
    }
    await begun
    await mover.goOn()
    expect([moves, mover.place.move, modsDir()]).toEqual([[to], null, to])
  })

  it('are not moved into themselves, onto others, or where they could not be whole', async () => {
    const { mover, gameDir, to, dataDir } = world({ disk: realDisk })
    const before = treeOf(gameDir)
    mkdirSync(join(gameDir, 'inner'))
    for (const inside of [gameDir, join(gameDir, MOD), join(gameDir, 'inner')])
      await expect(mover.begin(inside)).rejects.toMatchObject(codeOf('inside'))
    write(to, `${MOD.toUpperCase()}/x`, '')
    await expect(mover.begin(to)).rejects.toMatchObject(codeOf('taken'))
    await rm(join(to, MOD.toUpperCase()), { recursive: true })
    const named = join(to, 'a;b')
    mkdirSync(named)
    await expect(mover.begin(named)).rejects.toMatchObject(codeOf('name'))
    const readOnly = openMover(dataDir, gameDir, { disk: { ...realDisk, open: () => failing('EROFS') } })
    await expect(readOnly.mover.begin(to)).rejects.toMatchObject(codeOf('unwritable'))
    const statfs = () => Promise.resolve({ bavail: 1, bsize: 1 })
    const full = openMover(dataDir, gameDir, { disk: { ...realDisk, statfs: statfs as unknown as Disk['statfs'] } })
    await expect(full.mover.begin(to)).rejects.toMatchObject({ code: 'repair-disk-full', facts: { freeBytes: 1 } })
    expect([treeOf(gameDir), treeOf(to)]).toEqual([before, {}])
  })

  it('with a file that the disk cannot hold are told so before anything is copied', async () => {
    const large = 2 ** 32
    const lstat = (async (path: string) => {
      const stats = await realDisk.lstat(path)
      return path.endsWith('one.pbo') ? Object.assign(stats, { size: large }) : stats
    }) as Disk['lstat']
    const open: Disk['open'] = async (path, flags, mode) => {
      const handle = await realDisk.open(path, flags, mode)
      return Object.assign(handle, {
        truncate: (size: number) => (size >= large ? failing('EFBIG') : truncate(String(path), size)),
      })
    }
    const { mover, to } = world({ disk: { ...realDisk, lstat, open } })
    await expect(mover.begin(to)).rejects.toMatchObject(codeOf('large'))
    expect(treeOf(to)).toEqual({})
  })

  it('are not moved with links among them, or through one', async () => {
    const { mover, gameDir, to, mods } = world({ disk: realDisk })
    const elsewhere = tempDir()
    write(elsewhere, 'private.txt', 'private')
    await makeJunction(elsewhere, join(gameDir, MOD, 'out'))
    await expect(mover.begin(to)).rejects.toMatchObject(codeOf('link'))
    const other = world({ disk: realDisk })
    const inside = join(to, 'link')
    await makeJunction(other.gameDir, inside)
    await expect(other.mover.begin(inside)).rejects.toMatchObject(codeOf('inside'))
    expect([treeOf(gameDir), treeOf(elsewhere)]).toMatchObject([mods, { 'private.txt': expect.any(String) as string }])
  })
})
