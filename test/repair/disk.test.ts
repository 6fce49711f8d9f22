import { chmodSync, existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Disk, openDisk } from '../../src-main/mods/repair/disk.ts'
import { realDisk } from './real-disk.ts'
import { discardUnfinished } from '../../src-main/mods/repair/unfinished.ts'
import { partNameOf } from '../../src-main/mods/list/index.ts'
import { goodsIn, sumOf } from '../../src-main/mods/repair/move/move-files.ts'
import { runSteps } from '../../src-main/mods/repair/run/run-steps.ts'
import type { Step } from '../../src-main/mods/repair/steps.ts'
import { undo } from '../../src-main/mods/repair/undo.ts'
import { openRepairs } from './setup.ts'
import { bytesOf, fetchStep, md5, MOD, openWorld, read, safe, treeOf, write } from './support.ts'

const one = `${MOD}/addons/one.pbo`
const two = `${MOD}/addons/two.pbo`
const right = { [one]: bytesOf('one', 400_000), [two]: bytesOf('two', 3_000_000) }
const oneBytes = right[one] ?? Buffer.alloc(0)
const twoBytes = right[two] ?? Buffer.alloc(0)

const errno = (code: string) => Object.assign(new Error(code), { code })

/** A disk that counts how often its fault was met. */
type FaultyDisk = Disk & { fault: { hits: number } }

/** A disk whose part files take this many bytes in all, then fail. */
function smallDisk(bytes: number, code = 'ENOSPC'): FaultyDisk {
  let left = bytes
  const fault = { hits: 0 }
  const open: Disk['open'] = async (path, flags, mode) => {
    const handle = await realDisk.open(path, flags, mode)
    const write = handle.write.bind(handle) as (...given: unknown[]) => Promise<unknown>
    const limited = (...given: unknown[]) => {
      left -= given[2] as number
      if (left >= 0) return write(...given)
      fault.hits++
      return Promise.reject(errno(code))
    }
    if (String(path).endsWith('-part')) Object.assign(handle, { write: limited })
    return handle
  }
  return { ...realDisk, open, fault }
}

/** A disk on which one call fails the first `times` times. */
function failing(call: 'rename' | 'link', code: string, times = Infinity): FaultyDisk {
  const fault = { hits: 0 }
  const fail = (from: string, to: string) => {
    if (fault.hits === times) return realDisk[call](from, to)
    fault.hits++
    return Promise.reject(errno(code))
  }
  return { ...realDisk, [call]: fail, fault }
}

/** A disk whose quarantine lies on another volume. `breakOff`: a copy to such a path fails half-way. */
function twoVolumes(gameDir: string, { breakOff }: { breakOff?: string } = {}): FaultyDisk {
  const fault = { hits: 0 }
  const isKept = (path: unknown) => String(path).startsWith(join(gameDir, '.loadout', '/'))
  const across =
    (call: 'rename' | 'link') =>
    (from: string, to: string): Promise<void> => {
      if (isKept(from) === isKept(to)) return realDisk[call](from, to)
      fault.hits++
      return Promise.reject(errno('EXDEV'))
    }
  const copyFile: Disk['copyFile'] = async (from, to, mode) => {
    await realDisk.copyFile(from, to, mode)
    if (breakOff === undefined || !String(to).slice(gameDir.length).includes(breakOff)) return
    truncateSync(String(to), statSync(String(to)).size >> 1)
    throw errno('ENOSPC')
  }
  return { ...realDisk, copyFile, rename: across('rename'), link: across('link'), fault } as FaultyDisk
}

/** A session that is closed with the test. */
async function begun(world: Awaited<ReturnType<typeof openWorld>>, steps: Step[]) {
  const session = await world.begin(steps)
  onTestFinished(() => session.close())
  return session
}

describe('a disk', () => {
  it('that gets full stops the repair with what is needed, keeps what came, and lets it go on', async () => {
    const world = await openWorld(right)
    write(world.gameDir, two, 'former two')
    const session = await begun(world, [fetchStep(one, oneBytes), fetchStep(two, twoBytes)])
    const full = await runSteps(session, world.options({ disk: smallDisk(2_500_000), concurrency: 1 }))
    expect(full.stopped).toMatchObject({ kind: 'disk-full', neededBytes: 3_000_000 })
    expect((full.stopped as { freeBytes: number }).freeBytes).toBeGreaterThan(0)
    expect(read(world.gameDir, two)?.toString()).toBe('former two')
    const end = await runSteps(session, world.options())
    expect(end).toMatchObject({ repaired: 2, stopped: null, troubles: [] })
    expect(world.service.asked.some(({ headers }) => /^bytes=[1-9]/.test(headers.range ?? ''))).toBe(true)
  })

  it.each([
    ['EIO', 'disk-error'],
    ['EFBIG', 'file-too-large'],
  ])('that says %s is told as %s, without harm to the former file', async (code, kind) => {
    const world = await openWorld(right)
    write(world.gameDir, two, 'former two')
    const disk = smallDisk(100_000, code)
    const { outcome } = await world.repair([fetchStep(two, twoBytes)], { disk })
    expect(disk.fault.hits).toBe(1)
    expect(outcome.troubles).toMatchObject([{ cause: { kind } }])
    expect(read(world.gameDir, two)?.toString()).toBe('former two')
  })

  it('that fails as the repaired files are looked at once more costs that file its word, not the repair its end', async () => {
    const world = await openWorld(right)
    let isOver = false
    let hits = 0
    const lstat = ((at: string, ...rest: []) => {
      if (!isOver || !at.endsWith(basename(one))) return realDisk.lstat(at, ...rest)
      hits++
      return Promise.reject(errno('EIO'))
    }) as Disk['lstat']
    const { outcome } = await world.repair([fetchStep(one, oneBytes), fetchStep(two, twoBytes)], {
      disk: { ...realDisk, lstat },
      onProgress: (meter, phase) => (isOver = phase === 'checking' && meter.progress().filesDone === 2),
    })
    expect(hits).toBe(1)
    expect(outcome).toMatchObject({ repaired: 2, stopped: null })
    expect(outcome.troubles).toEqual([{ path: one, cause: { kind: 'disk-error', errno: 'EIO' } }])
  })

  it('that removes and replaces no read-only file, as on Windows, has it repaired and brought back', async () => {
    const mayGo = (path: string): void => {
      if (existsSync(path) && (statSync(path).mode & 0o200) === 0) throw errno('EPERM')
    }
    const unlink = async (path: string) => (mayGo(path), fs.unlink(path))
    const rename = async (from: string, to: string) => (mayGo(to), fs.rename(from, to))
    const disk = openDisk(Buffer.alloc(32, 7), { ...fs, unlink, rename } as typeof fs)
    const world = await openWorld(right)
    write(world.gameDir, one, 'former one')
    chmodSync(join(world.gameDir, one), 0o444)
    const { outcome, session } = await world.repair([fetchStep(one, oneBytes)], { disk })
    expect(outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(read(world.gameDir, one)?.equals(oneBytes)).toBe(true)
    chmodSync(join(world.gameDir, one), 0o444)
    const { tools } = world.options({ disk })
    const back = await undo(session.head.id, null, { gameDir: world.gameDir, tools, now: new Date() })
    expect([back, read(world.gameDir, one)?.toString()]).toMatchObject([{ restored: 1, left: [] }, 'former one'])
    await expect(disk.rename(join(world.gameDir, 'none'), join(world.gameDir, one))).rejects.toThrow('ENOENT')
  })

  it.each(['EBUSY', 'EPERM', 'EACCES'])('that holds the file for a while (%s) is waited for', async (code) => {
    const world = await openWorld(right)
    write(world.gameDir, one, 'former one')
    const disk = failing('rename', code, 3)
    const { outcome } = await world.repair([fetchStep(one, oneBytes)], { disk, lockedForMs: 60_000 })
    expect(disk.fault.hits).toBe(3)
    expect(outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(read(world.gameDir, one)?.equals(oneBytes)).toBe(true)
  })

  it('that never lets go is told with the program that holds the file; all stays as it was', async () => {
    const world = await openWorld(right)
    write(world.gameDir, one, 'former one')
    const change = { disk: failing('rename', 'EBUSY') }
    const options = world.options(change)
    const session = await begun(world, [fetchStep(one, oneBytes)])
    const tools = { ...options.tools, whoHolds: () => Promise.resolve('arma3_x64') }
    const outcome = await runSteps(session, { ...options, tools })
    expect(outcome.troubles).toEqual([{ path: one, cause: { kind: 'locked', program: 'arma3_x64' } }])
    expect(read(world.gameDir, one)?.toString()).toBe('former one')
    expect(Object.keys(treeOf(session.folder)).filter((path) => path.startsWith('kept/'))).toEqual([])
  })

  it.each(['EPERM', 'ENOTSUP', 'EXDEV'])('without hard links (%s) keeps former files all the same', async (code) => {
    const world = await openWorld(right)
    write(world.gameDir, one, 'former one')
    write(world.gameDir, `${MOD}/extra.txt`, 'mine')
    const disk = failing('link', code)
    const { outcome, session } = await world.repair(
      [fetchStep(one, oneBytes), { do: 'set-aside', path: safe(`${MOD}/extra.txt`) }],
      { disk },
    )
    expect(outcome).toMatchObject({ troubles: [], setAside: 2 })
    expect(disk.fault.hits).toBe(2)
    expect(read(session.folder, `kept/0/${one}`)?.toString()).toBe('former one')
    expect(read(session.folder, `kept/0/${MOD}/extra.txt`)?.toString()).toBe('mine')
    expect(read(world.gameDir, `${MOD}/extra.txt`)).toBeUndefined()
    const { tools } = world.options({ disk })
    await undo(session.head.id, null, { gameDir: world.gameDir, tools, now: new Date() })
    expect(read(world.gameDir, one)?.toString()).toBe('former one')
    expect(read(world.gameDir, `${MOD}/extra.txt`)?.toString()).toBe('mine')
  })

  it('that is another one than the quarantine’s: a copy that breaks off is no former file, and stands in no way', async () => {
    const world = await openWorld(right)
    const former = bytesOf('former one', 90_000)
    write(world.gameDir, one, former)
    const full = twoVolumes(world.gameDir, { breakOff: '.loadout' })
    const session = await begun(world, [fetchStep(one, oneBytes)])
    expect((await runSteps(session, world.options({ disk: full }))).stopped).toMatchObject({ kind: 'disk-full' })
    expect(read(world.gameDir, one)?.equals(former)).toBe(true)
    const place = await session.reserveKept(safe(one))
    writeFileSync(join(dirname(place), partNameOf('one.pbo')), 'half') // of one that broke off with the app
    const disk = twoVolumes(world.gameDir)
    expect(await runSteps(session, world.options({ disk }))).toMatchObject({ repaired: 1, troubles: [] })
    expect(disk.fault.hits).toBe(1)

    const { tools } = world.options({ disk })
    const work = { gameDir: world.gameDir, tools, now: new Date() }
    const breaksOff = { ...tools, disk: twoVolumes(world.gameDir, { breakOff: '-part' }) }
    const stuck = await undo(session.head.id, null, { ...work, tools: breaksOff })
    expect(stuck).toMatchObject({ restored: 0, left: [{ path: one, cause: { kind: 'disk-full' } }] })
    expect(read(world.gameDir, one)?.equals(oneBytes)).toBe(true)
    await undo(session.head.id, null, work)
    expect(read(world.gameDir, one)?.equals(former)).toBe(true)
    const mods = Object.entries(treeOf(world.gameDir)).filter(([path]) => /(pbo|-part)$/.test(path))
    expect(mods.map(([, digest]) => digest).sort()).toEqual([md5(oneBytes), md5(former)].sort())
  })

  it('on which copies to the quarantine broke off with the app loses no repairs to them once the repair is let go', async () => {
    const world = await openWorld(right)
    const session = await begun(world, [fetchStep(one, oneBytes)])
    const kept = await session.reserveKept(safe(one))
    const broken = join(dirname(kept), partNameOf('one.pbo'))
    writeFileSync(broken, 'half')
    write(session.folder, `kept/1/${two}`, 'former two')
    await discardUnfinished(realDisk, world.gameDir, MOD)
    expect(Object.keys(treeOf(session.folder)).filter((path) => path.startsWith('kept/'))).toEqual([`kept/1/${two}`])
  })

  it('from which a scanner takes a good file at once is told so', async () => {
    const world = await openWorld(right)
    const rename: Disk['rename'] = async (from, to) => {
      await realDisk.rename(from, to)
      if (String(to).endsWith('one.pbo')) await realDisk.unlink(to)
    }
    const { outcome } = await world.repair([fetchStep(one, oneBytes)], { disk: { ...realDisk, rename } })
    expect(outcome.troubles).toEqual([{ path: one, cause: { kind: 'vanished' } }])
  })
})

describe('a list that changes meanwhile', () => {
  it('stops the repair where source and list disagree', async () => {
    const world = await openWorld(right)
    const old = fetchStep(one, bytesOf('older one', 400_000))
    const { outcome } = await world.repair([old], { listIsCurrent: () => Promise.resolve(false) })
    expect(outcome.stopped).toEqual({ kind: 'list-changed' })
    expect(read(world.gameDir, one)).toBeUndefined()
  })
})

it('what is below a folder comes folder by folder: all of a large mod in one answer would hold main', async () => {
  let most = 0
  const readdir = (async (path: string, options: { withFileTypes: true }) => {
    const found = await realDisk.readdir(path, options)
    most = Math.max(most, found.length)
    return found
  }) as unknown as Disk['readdir']
  const disk: Disk = { ...realDisk, readdir }
  const { gameDir, repairs } = await openRepairs({ disk })
  for (const folder of ['a', 'a/b', 'c'])
    for (const name of ['1', '2']) write(gameDir, `${MOD}/${folder}/${name}`, oneBytes)
  most = 0
  const goods = await goodsIn(disk, gameDir, [MOD])
  const removal = await repairs.plans.removal(1)
  expect(goods.folders.slice(0, 1)).toEqual([MOD])
  expect([removal.steps.count, removal.bytes]).toEqual([goods.files.length, sumOf(goods)])
  expect(most).toBe(3)
})

it('a folder that is gone before it is read has nothing below it', async () => {
  const readdir = ((path: string, options: { withFileTypes: true }) => {
    if (path.endsWith('gone')) rmSync(path, { recursive: true })
    return realDisk.readdir(path, options)
  }) as unknown as Disk['readdir']
  const { gameDir, repairs } = await openRepairs({ disk: { ...realDisk, readdir } })
  write(gameDir, `${MOD}/gone/1`, oneBytes)
  write(gameDir, `${MOD}/stays/1`, oneBytes)
  const { count } = (await repairs.plans.removal(1)).steps
  expect(count).toBe(Object.keys(treeOf(join(gameDir, MOD))).length)
})
