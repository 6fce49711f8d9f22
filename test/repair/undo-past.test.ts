import { existsSync, linkSync, mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Disk } from '../../src-main/mods/repair/disk.ts'
import { emptySession, readQuarantine } from '../../src-main/mods/repair/quarantine.ts'
import { listSessions, storeOf } from '../../src-main/mods/repair/session.ts'
import type { Step } from '../../src-main/mods/repair/steps.ts'
import { undo } from '../../src-main/mods/repair/undo.ts'
import { hasJunctions } from '../support/system.ts'
import { tempDir } from '../support/temp.ts'
import { realDisk } from './real-disk.ts'
import { bytesOf, fetchStep, MOD, openWorld, read, safe, write } from './support.ts'

const [a, b] = [`${MOD}/deep/folder/a.pbo`, `${MOD}/deep/folder/b.pbo`] as const

/** A world in which `a` and `b` are repaired when it is asked for, and sessions are undone. */
async function open() {
  const world = await openWorld({})
  const { gameDir, files } = world
  const repairTo = async (version: string, paths: readonly string[] = [a, b]): Promise<string> => {
    for (const path of paths) files[path] = bytesOf(version, 900)
    const { session } = await world.repair(paths.map((path) => fetchStep(path, bytesOf(version, 900))))
    return session.head.id
  }
  const undoOf = (id: string, chosen: readonly string[] | null = null, disk: Disk = realDisk) =>
    undo(id, chosen, { gameDir, tools: world.options({ disk }).tools, now: new Date() })
  const newest = async () => (await listSessions(realDisk, gameDir))[0] ?? ''
  const holds = (path: string, version: string) => read(gameDir, path)?.equals(bytesOf(version, 900))
  const session = async (id: string) =>
    (await readQuarantine(realDisk, gameDir)).sessions.find(({ sessionId }) => sessionId === id)
  return { ...world, repairTo, undoOf, newest, holds, session }
}

it('files of an older repair that were undone one by one are not brought back by a later one', async () => {
  const { gameDir, repairTo, undoOf } = await open()
  for (const path of [a, b]) write(gameDir, path, 'first')
  const [older, later] = [await repairTo('older'), await repairTo('later')]
  for (const path of [a, b]) expect(await undoOf(older, [path])).toEqual({ restored: 1, left: [] })
  await undoOf(later)
  for (const path of [a, b]) expect(read(gameDir, path)?.toString()).toBe('first')
})

it('an undo that was itself undone counts for nothing', async () => {
  const { gameDir, repairTo, undoOf, newest, holds } = await open()
  write(gameDir, a, 'first')
  const [older, later] = [await repairTo('older', [a]), await repairTo('later', [a])]
  await undoOf(older)
  expect(read(gameDir, a)?.toString()).toBe('first')
  expect(await undoOf(await newest())).toEqual({ restored: 1, left: [] })
  expect(holds(a, 'later')).toBe(true)
  expect(await undoOf(later)).toEqual({ restored: 1, left: [] })
  expect(holds(a, 'older')).toBe(true)
})

it('what an undo had to leave counts as not undone', async () => {
  const { gameDir, repairTo, undoOf, holds } = await open()
  write(gameDir, a, 'first')
  const [older, later] = [await repairTo('older', [a]), await repairTo('later', [a])]
  const rename: Disk['rename'] = (from, to) =>
    to === join(gameDir, a)
      ? Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
      : realDisk.rename(from, to)
  expect(await undoOf(older, null, { ...realDisk, rename })).toMatchObject({ restored: 0, left: [{ path: a }] })
  expect(await undoOf(later)).toEqual({ restored: 1, left: [] })
  expect(holds(a, 'older')).toBe(true)
})

it('folders of an older repair go, the deepest first, once a later undo has emptied them', async () => {
  const { gameDir, repairTo, undoOf } = await open()
  const [older, later] = [await repairTo('older', [a]), await repairTo('later', [b])]
  await undoOf(older)
  expect(existsSync(join(gameDir, b))).toBe(true)
  await undoOf(later)
  expect(existsSync(join(gameDir, MOD))).toBe(false)
})

it('folders that are no session are passed over', async () => {
  const { gameDir, repairTo, undoOf } = await open()
  write(gameDir, a, 'first')
  const id = await repairTo('older', [a])
  mkdirSync(join(storeOf(gameDir), '20200101T000000-a'))
  expect(await listSessions(realDisk, gameDir)).toHaveLength(2)
  expect(await undoOf(id)).toEqual({ restored: 1, left: [] })
})

it('what comes back over a file adds nothing, and leaves no empty folder behind', async () => {
  const { gameDir, repairTo, undoOf, newest, session } = await open()
  write(gameDir, a, 'first')
  const id = await repairTo('older', [a])
  await undoOf(id)
  expect(await session(await newest())).toMatchObject({ kind: 'undo', added: 0, files: [{ path: a, bytes: 900 }] })
  expect(existsSync(join(storeOf(gameDir), id, 'kept'))).toBe(false)
})

it('a folder that the repair made where a file stood is not kept beside the files of the undo', async () => {
  const { gameDir, repairTo, undoOf, newest, session } = await open()
  write(gameDir, `${MOD}/deep`, 'a file')
  const id = await repairTo('older', [a])
  await undoOf(id)
  expect(read(gameDir, `${MOD}/deep`)?.toString()).toBe('a file')
  expect((await session(await newest()))?.files.map(({ path }) => path)).toEqual([a])
})

it('a hollow folder comes back where the player removed the file since', async () => {
  const { gameDir, repairTo, undoOf } = await open()
  mkdirSync(join(gameDir, a, 'inner'), { recursive: true })
  const id = await repairTo('older', [a])
  rmSync(join(gameDir, a))
  expect(await undoOf(id)).toEqual({ restored: 1, left: [] })
  expect(readdirSync(join(gameDir, a))).toEqual(['inner'])
})

it.runIf(process.platform === 'linux')('no file is left open', async () => {
  const { gameDir, repairTo, undoOf } = await open()
  write(gameDir, a, 'first')
  await undoOf(await repairTo('older', [a]))
  const held = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(join('/proc/self/fd', fd))]
    } catch {
      return [] // the one of this very look
    }
  })
  expect(held.filter((path) => path.startsWith(gameDir))).toEqual([])
})

it.runIf(hasJunctions)('a store that is a link to elsewhere is not emptied', async () => {
  const { gameDir, repairTo } = await open()
  write(gameDir, a, 'first')
  const id = await repairTo('older', [a])
  const elsewhere = join(tempDir(), 'store')
  renameSync(storeOf(gameDir), elsewhere)
  symlinkSync(elsewhere, storeOf(gameDir), 'junction')
  expect(await emptySession(realDisk, gameDir, id)).toBe(0)
  expect(existsSync(join(elsewhere, id))).toBe(true)
})

/** A world whose file `to` had the name `from` before. */
async function renamed(from: string, to: string) {
  const world = await open()
  write(world.gameDir, from, bytesOf('right', 900))
  const { size, hash } = fetchStep(to, bytesOf('right', 900)) as Step & { do: 'fetch' }
  const step: Step = { do: 'rename', path: safe(to), from: safe(from), size, hash, algorithm: 'md5' }
  const { session, outcome } = await world.repair([step])
  expect(outcome).toMatchObject({ troubles: [] })
  return { ...world, id: session.head.id }
}

it('a new name whose file the player removed since is not brought back', async () => {
  const { gameDir, undoOf, id } = await renamed(a, b)
  rmSync(join(gameDir, b))
  expect(await undoOf(id)).toEqual({ restored: 0, left: [] })
  expect(existsSync(join(gameDir, a))).toBe(false)
})

it('a new name that a crash left beside the old one of the same file is set aside', async () => {
  const { gameDir, undoOf, newest, session, id } = await renamed(a, b)
  linkSync(join(gameDir, b), join(gameDir, a))
  expect(await undoOf(id)).toEqual({ restored: 1, left: [] })
  expect(read(gameDir, a)?.equals(bytesOf('right', 900))).toBe(true)
  expect(existsSync(join(gameDir, b))).toBe(false)
  expect((await session(await newest()))?.files).toMatchObject([{ path: b, bytes: 900 }])
})

it('an old spelling comes back on a disk that does not tell the two apart', async () => {
  const [from, to] = [`${MOD}/deep/folder/A.PBO`, a]
  const { gameDir, undoOf, id } = await renamed(from, to)
  const folder = join(gameDir, MOD, 'deep/folder')
  // as the disk of Windows and of a Mac: a name finds the file however it is spelled
  const lstat = (path: string, ...rest: unknown[]) => {
    const wanted = path.toLowerCase()
    const name =
      path.startsWith(folder) && readdirSync(folder).find((one) => join(folder, one).toLowerCase() === wanted)
    return (realDisk.lstat as (...words: unknown[]) => unknown)(name ? join(folder, name) : path, ...rest)
  }
  expect(await undoOf(id, null, { ...realDisk, lstat: lstat as Disk['lstat'] })).toEqual({ restored: 1, left: [] })
  expect(readdirSync(folder)).toEqual(['A.PBO'])
})

it('an undo reads the journal of its session once, however long it is', async () => {
  const { gameDir, repairTo, undoOf } = await open()
  const id = await repairTo('right')
  const journalAt = join(storeOf(gameDir), id, 'journal.ndjson')
  let reads = 0
  const readFile = ((path: string) => {
    if (path === journalAt) reads++
    return realDisk.readFile(path)
  }) as Disk['readFile']
  expect(await undoOf(id, null, { ...realDisk, readFile })).toEqual({ restored: 2, left: [] })
  expect(reads).toBe(1)
})
