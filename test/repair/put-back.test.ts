import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { partNameOf } from '../../src-main/mods/list/index.ts'
import { emptySession, readQuarantine } from '../../src-main/mods/repair/quarantine.ts'
import { storeOf } from '../../src-main/mods/repair/session.ts'
import type { Step } from '../../src-main/mods/repair/steps.ts'
import { undo } from '../../src-main/mods/repair/undo.ts'
import { realDisk } from './real-disk.ts'
import { bytesOf, fetchStep, MOD, openWorld, read, safe, write } from './support.ts'

const path = `${MOD}/deep/folder/a.pbo`
const bytes = bytesOf('a', 5000)

/** A world whose file was repaired. */
async function repaired(before?: string) {
  const world = await openWorld({ [path]: bytes })
  if (before !== undefined) write(world.gameDir, path, before)
  const { session } = await world.repair([fetchStep(path, bytes)])
  const undoing = (chosen: readonly string[] | null = null, change: Parameters<typeof world.options>[0] = {}) =>
    undo(session.head.id, chosen, { gameDir: world.gameDir, tools: world.options(change).tools, now: new Date() })
  return { ...world, session, undoing }
}

const rename = (from: string): Step => {
  const { size, hash } = fetchStep(path, bytes) as Step & { do: 'fetch' }
  return { do: 'rename', path: safe(path), from: safe(from), size, hash, algorithm: 'md5' }
}

const quarantine = async (gameDir: string) => (await readQuarantine(realDisk, gameDir)).sessions

it('an undo that has nothing to do says so and begins no session of its own', async () => {
  const { gameDir, undoing } = await repaired('former')
  expect(await undoing(['@Nordwind/other.pbo'])).toEqual({ restored: 0, left: [] })
  expect(readdirSync(storeOf(gameDir))).toHaveLength(1)
  expect(await undoing()).toEqual({ restored: 1, left: [] })
  expect(await undoing()).toEqual({ restored: 0, left: [] })
  expect(readdirSync(storeOf(gameDir))).toHaveLength(2)
})

it('what is undone is no longer offered; what the undo keeps is told as undone', async () => {
  const { gameDir, undoing, session } = await repaired()
  expect(await quarantine(gameDir)).toMatchObject([{ kind: 'repair', added: 1, files: [], bytes: 0 }])
  expect(await undoing()).toEqual({ restored: 1, left: [] })
  expect(existsSync(join(gameDir, MOD))).toBe(false)
  const [own, ...others] = await quarantine(gameDir)
  expect(others).toEqual([])
  expect(own).toMatchObject({ kind: 'undo', bytes: 5000, files: [{ path, bytes: 5000, why: 'undone' }] })
  expect(own?.sessionId).not.toBe(session.head.id)
})

it('what the player set aside is told so, and its bytes are counted', async () => {
  const steps = [path, `${MOD}/b.pbo`].map((one): Step => ({ do: 'set-aside', path: safe(one) }))
  const world = await openWorld({})
  write(world.gameDir, path, 'four')
  write(world.gameDir, `${MOD}/b.pbo`, 'fives')
  const { session } = await world.repair(steps)
  expect(await quarantine(world.gameDir)).toMatchObject([
    { bytes: 9, files: [{ why: 'set-aside' }, { why: 'set-aside' }] },
  ])
  expect(await emptySession(realDisk, world.gameDir, session.head.id)).toBe(9)
})

it('a folder of kept files that no program of this player began is counted as unknown, and not emptied', async () => {
  const world = await openWorld({})
  const stranger = join(storeOf(world.gameDir), 'a-stranger')
  mkdirSync(join(stranger, 'kept'), { recursive: true })
  mkdirSync(join(storeOf(world.gameDir), 'empty'))
  expect(await readQuarantine(realDisk, world.gameDir)).toEqual({ sessions: [], unknown: 1 })
  expect(await emptySession(realDisk, world.gameDir, 'a-stranger')).toBe(0)
  expect(existsSync(stranger)).toBe(true)
})

it('a new name is not taken back over a file that the player made under the old one', async () => {
  const from = `${MOD}/deep/folder/old.pbo`
  const world = await openWorld({ [path]: bytes })
  write(world.gameDir, from, bytes)
  const { session } = await world.repair([rename(from)])
  expect(read(world.gameDir, from)).toBeUndefined()
  write(world.gameDir, from, 'of the player')
  const work = { gameDir: world.gameDir, tools: world.options().tools, now: new Date() }
  const left = [{ path, cause: { kind: 'in-the-way' } }]
  expect(await undo(session.head.id, null, work)).toEqual({ restored: 0, left })
  expect(read(world.gameDir, from)?.toString()).toBe('of the player')
  expect(read(world.gameDir, path)?.equals(bytes)).toBe(true)
  rmSync(join(world.gameDir, from))
  expect(await undo(session.head.id, null, work)).toEqual({ restored: 1, left: [] })
  expect(read(world.gameDir, from)?.equals(bytes)).toBe(true)
  expect(read(world.gameDir, path)).toBeUndefined()
})

it('an undo that is broken off by the player rejects, and what it came to is as it was', async () => {
  const { gameDir, undoing } = await repaired('former')
  const stop = new AbortController()
  const link = () => (stop.abort(), Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })))
  const change = { disk: { ...realDisk, link }, signal: stop.signal }
  await expect(undoing(null, change)).rejects.toThrow('aborted')
  expect(read(gameDir, path)?.equals(bytes)).toBe(true)
  expect(await undoing()).toEqual({ restored: 1, left: [] })
  expect(read(gameDir, path)?.toString()).toBe('former')
})

it('a bug is not told as an obstacle', async () => {
  const { undoing } = await repaired('former')
  const link = () => Promise.reject(new TypeError('a bug'))
  await expect(undoing(null, { disk: { ...realDisk, link } })).rejects.toThrow('a bug')
})

it('a folder that stood for the file is put back beside what came into it since', async () => {
  const world = await openWorld({ [path]: bytes })
  mkdirSync(join(world.gameDir, path, 'inner'), { recursive: true })
  const { session } = await world.repair([fetchStep(path, bytes)])
  rmSync(join(world.gameDir, path))
  write(world.gameDir, `${path}/mine.txt`, 'mine')
  const work = { gameDir: world.gameDir, tools: world.options().tools, now: new Date() }
  expect(await undo(session.head.id, null, work)).toEqual({ restored: 1, left: [] })
  expect(readdirSync(join(world.gameDir, path))).toEqual(['mine.txt'])
  expect(await undo(session.head.id, null, work)).toEqual({ restored: 0, left: [] })
})

it('a file that the player removed since is not brought back, and one that broke off is none', async () => {
  const { gameDir, session, undoing } = await repaired()
  write(session.folder, `kept/0/${MOD}/${partNameOf('b.pbo')}`, 'half')
  expect(await quarantine(gameDir)).toMatchObject([{ added: 1, files: [], bytes: 0 }])
  rmSync(join(gameDir, path))
  expect(await undoing()).toEqual({ restored: 0, left: [] })
})

it('a file that the player chose comes back also where an older repair was undone before', async () => {
  const { gameDir, files, repair, undoing, options } = await repaired('former')
  files[path] = bytesOf('update', 6000)
  const later = await repair([fetchStep(path, files[path])])
  await undoing()
  const work = { gameDir, tools: options().tools, now: new Date() }
  expect(await undo(later.session.head.id, [path], work)).toEqual({ restored: 1, left: [] })
  expect(read(gameDir, path)?.equals(bytes)).toBe(true)
})
