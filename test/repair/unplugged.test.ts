import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { RunOptions } from '../../src-main/mods/repair/run/repair-file.ts'
import { runSteps } from '../../src-main/mods/repair/run/run-steps.ts'
import { openRepairSession } from '../../src-main/mods/repair/session.ts'
import { undo } from '../../src-main/mods/repair/undo.ts'
import { runLoadout } from '../support/loadout.ts'
import { ownGame } from '../support/own-game.ts'
import { serve } from '../support/serve.ts'
import { tempDir } from '../support/temp.ts'
import { rowsOf } from './checked.ts'
import { openRepairs } from './setup.ts'
import { one, resting, two, world } from './move-world.ts'
import { realDisk } from './real-disk.ts'
import { bytesOf, fetchStep, MOD, openWorld, read, safe, treeOf, write } from './support.ts'

const files = Object.fromEntries(
  ['a', 'b', 'c', 'd'].map((name) => [`${MOD}/addons/${name}.pbo`, bytesOf(name, 300_000)]),
)
const steps = Object.entries(files).map(([path, bytes]) => fetchStep(path, bytes))

/** Takes the disk away. What remains is nothing, or the empty folder that it was mounted on. */
function unplug(folder: string, leaves: 'nothing' | 'an empty folder') {
  renameSync(folder, `${folder}-disk`)
  if (leaves === 'an empty folder') mkdirSync(folder)
  return () => {
    expect(leaves === 'nothing' ? {} : treeOf(folder)).toEqual({})
    if (leaves === 'an empty folder') rmdirSync(folder) // it fails if something was made in it
    renameSync(`${folder}-disk`, folder)
  }
}

describe.each(['nothing', 'an empty folder'] as const)('a disk that is unplugged and leaves %s', (leaves) => {
  it('ends a download with its reason, and after its return the download goes on', async () => {
    const { gameDir, begin, options, service } = await openWorld(files)
    const session = await begin(steps)
    const stop = new AbortController()
    const onProgress: RunOptions['onProgress'] = (meter) => void (meter.progress().filesDone === 2 && stop.abort())
    await runSteps(session, options({ concurrency: 1, signal: stop.signal, onProgress }))
    const plug = unplug(gameDir, leaves)
    const outcome = await runSteps(session, options())
    await session.close()
    expect(outcome).toMatchObject({ stopped: { kind: 'folder-gone' }, setAside: 0 })
    expect(outcome.troubles.every(({ cause }) => cause.kind === 'folder-gone')).toBe(true)
    plug()
    const before = service.asked.length
    const again = await openRepairSession(realDisk, gameDir, session.head.id)
    if (!again) throw new Error('the session is gone')
    expect(await runSteps(again, options())).toMatchObject({ stopped: null, troubles: [], repaired: 4 })
    await again.close()
    for (const [path, bytes] of Object.entries(files)) expect(read(gameDir, path)?.equals(bytes)).toBe(true)
    expect(service.asked.length - before).toBeLessThanOrEqual(2)
  })

  it('ends a removal, which is not taken for done', async () => {
    const { gameDir, begin, options } = await openWorld(files)
    for (const [path, bytes] of Object.entries(files)) write(gameDir, path, bytes)
    const session = await begin(
      steps.map(({ path }) => ({ do: 'set-aside', path: safe(path) })),
      'set-aside',
    )
    await session.note({ w: 'done', path: safe(`${MOD}/addons/none.pbo`), how: 'already' }) // its journal is open
    const plug = unplug(gameDir, leaves)
    const outcome = await runSteps(session, options())
    await session.close()
    expect(outcome).toMatchObject({ stopped: { kind: 'folder-gone' }, setAside: 0 })
    plug()
    const again = await openRepairSession(realDisk, gameDir, session.head.id)
    if (!again) throw new Error('the session is gone')
    expect(await runSteps(again, options())).toMatchObject({ stopped: null, setAside: 4 })
    await again.close()
  })

  it('ends an undo, which can be repeated', async () => {
    const { gameDir, repair, options } = await openWorld(files)
    write(gameDir, `${MOD}/addons/a.pbo`, 'the former a')
    const before = treeOf(gameDir)
    const { session } = await repair(steps)
    const { tools } = options()
    let plug: (() => void) | undefined
    const link: typeof realDisk.link = (from, to) => {
      plug ??= unplug(gameDir, leaves)
      return realDisk.link(from, to)
    }
    const work = { gameDir, now: new Date() }
    const gone = undo(session.head.id, null, { ...work, tools: { ...tools, disk: { ...realDisk, link } } })
    await expect(gone).rejects.toMatchObject({ reason: { kind: 'folder-gone' } })
    plug?.()
    expect(await undo(session.head.id, null, { ...work, tools })).toMatchObject({ left: [] })
    expect(treeOf(gameDir)).toMatchObject(before)
    expect(Object.keys(treeOf(gameDir)).filter((path) => path.startsWith(MOD))).toEqual(Object.keys(before))
  })
})

it('a disk that is unplugged during a repair by the command line is named, and the files count as neither right nor damaged', async () => {
  const last = `${MOD}/addons/d.pbo`
  let plug: (() => void) | undefined
  const served = Object.defineProperty({ ...files }, last, {
    get() {
      plug ??= unplug(world.gameDir, 'nothing')
      return files[last]
    },
  })
  const world = await openWorld(served)
  const home = tempDir()
  write(home, 'list.json', JSON.stringify({ data: rowsOf(files) }))
  const words = ['repair', '--list', join(home, 'list.json'), '--source', world.base.href, '--game-dir', world.gameDir]
  const run = () => runLoadout([...words, '--yes', '--json'], home, ownGame())
  const { code, out, err } = await run()
  const message = expect.stringContaining(`the folder ${world.gameDir} is gone`) as string
  const told = JSON.parse(out) as unknown
  expect({ code, told }).toMatchObject({
    code: 3,
    told: {
      result: 'failed',
      code: 'folder-gone',
      message,
      problems: [],
      outcome: { stopped: { kind: 'folder-gone' } },
    },
  })
  expect(err).toContain('run the same command to continue')
  plug?.()
  expect(await run()).toMatchObject({ code: 0 })
})

it('no repair and no removal begins while the folder with the mods is gone', async () => {
  let isThere = true
  const gone = new Failure('game-dir-unusable', { path: '', errno: 'ENOENT' })
  const { repairs, repairAll, reached, gameDir } = await openRepairs({
    mustBeThere: () => (isThere ? Promise.resolve() : Promise.reject(gone)),
  })
  await repairAll()
  await reached('ended')
  isThere = false
  const before = treeOf(gameDir)
  await expect(repairAll()).rejects.toBe(gone)
  await expect(repairs.remove(await repairs.plans.removal(1))).rejects.toBe(gone)
  expect(treeOf(gameDir)).toEqual(before)
})

describe('mods that are moved', () => {
  it('wait for a disk that was pulled: the new one', async () => {
    const { mover, to, modsDir, gameEnds } = await resting()
    await rm(to, { recursive: true })
    await gameEnds()
    expect([mover.place.move?.failure?.facts, modsDir()]).toMatchObject([{ errno: 'ENOENT' }, undefined])
    expect(existsSync(to)).toBe(false)
  })

  it('wait for a disk that was pulled: the new one, where an empty folder is left', async () => {
    const { mover, gameDir, to, mods, modsDir, gameEnds } = await resting()
    const before = treeOf(gameDir)
    renameSync(to, `${to}-disk`)
    mkdirSync(to)
    await gameEnds()
    expect(mover.place.move?.failure?.facts).toEqual({ path: to, errno: 'ENOENT' })
    expect([modsDir(), readdirSync(to), treeOf(gameDir)]).toEqual([undefined, [], before])
    await mover.lookForDisks()
    expect(mover.place.move?.isPaused).toBe(true)
    rmdirSync(to)
    renameSync(`${to}-disk`, to)
    await mover.lookForDisks() // it continues by itself
    await mover.stop()
    expect(mover.place.move?.failure).toBeNull()
    await mover.goOn()
    expect([mover.place.move, modsDir(), treeOf(to)]).toEqual([null, to, mods])
  })

  it('wait for a disk that was pulled after the last file was copied', async () => {
    let plug: (() => void) | undefined
    const sure = () => {
      if (existsSync(join(made.to, two)) && existsSync(join(made.to, one)) && !plug) {
        renameSync(made.to, `${made.to}-disk`)
        mkdirSync(made.to)
        plug = () => (rmdirSync(made.to), renameSync(`${made.to}-disk`, made.to))
      }
      return Promise.resolve({ running: false })
    }
    const made = world({ game: { runs: false, sure } })
    const { mover, gameDir, to, mods, modsDir } = made
    await mover.begin(to)
    await mover.goOn()
    expect([mover.place.move?.failure?.code, modsDir()]).toEqual(['mods-move-stuck', undefined])
    expect(treeOf(gameDir)).toMatchObject(mods)
    plug?.()
    await mover.goOn()
    expect([modsDir(), treeOf(to)]).toEqual([to, mods])
  })

  it('continue by themselves when the new disk was gone for a moment, and rest when they get stuck there again', async () => {
    let gone = 2
    const opened: string[] = []
    const open: typeof realDisk.open = (path, ...rest) => {
      if (rest[0] !== 'wx' || !String(path).includes('one') || gone-- <= 0) return realDisk.open(path, ...rest)
      opened.push(String(path))
      return Promise.reject(Object.assign(new Error('gone'), { code: 'EIO', path: String(path) }))
    }
    const { mover, to, mods, modsDir } = world({ disk: { ...realDisk, open } })
    await mover.begin(to)
    await mover.goOn()
    expect(mover.place.move?.failure?.code).toBe('mods-move-stuck')
    for (let looks = 0; looks < 3; looks++) {
      await mover.lookForDisks()
      if (!mover.place.move?.isPaused) await mover.goOn() // to its end
    }
    expect([mover.place.move?.failure?.code, opened.length]).toEqual(['mods-move-stuck', 2])
    await mover.goOn()
    expect([mover.place.move, modsDir(), treeOf(to)]).toEqual([null, to, mods])
  })

  it('can be cancelled when the new disk is gone for good', async () => {
    const { mover, gameDir, to, mods } = await resting()
    await rm(to, { recursive: true })
    await mover.cancel()
    expect([mover.place.move, existsSync(to)]).toEqual([null, false])
    expect(treeOf(gameDir)).toMatchObject(mods)
  })

  it('wait for a disk that was pulled: the old one, where an empty folder is left', async () => {
    const { mover, gameDir, modsDir, gameEnds } = await resting()
    for (const folder of [MOD, '@Harbour']) await rm(join(gameDir, folder), { recursive: true })
    await gameEnds()
    expect([mover.place.move?.failure?.facts, modsDir()]).toMatchObject([{ errno: 'ENOENT' }, undefined])
  })
})

it('a disk that is unplugged between a repair and its last check is no wrong usage of the command line', async () => {
  const [good, absent] = Object.keys(files)
  const world = await openWorld({ ...files, [absent ?? '']: Buffer.alloc(0) })
  let plug: (() => void) | undefined
  let asked = 0
  const service = await serve(({ url }, response) => {
    // for the check, for the download address, and for the check after the repair
    if (url === '/v1/mods' && ++asked === 3) plug = unplug(world.gameDir, 'nothing')
    const mods = [{ Id: 1, Directories: MOD, DownloadUrl: world.base.href }]
    response.end(JSON.stringify({ data: url === '/v1/mods' ? mods : rowsOf(files) }))
  })
  const words = ['repair', '--mod', '1', '--base-url', service, '--game-dir', world.gameDir, '--yes', '--json']
  const { code, out } = await runLoadout(words, tempDir(), ownGame())
  expect({ code, told: JSON.parse(out) as unknown }).toMatchObject({ code: 3, told: { code: 'game-dir-unusable' } })
  plug?.()
  expect(read(world.gameDir, good ?? '')?.equals(files[good ?? ''] ?? Buffer.of())).toBe(true)
})
