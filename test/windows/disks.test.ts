import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lockMod } from '../../src-main/mods/repair/mod-lock.ts'
import { runSteps } from '../../src-main/mods/repair/run/run-steps.ts'
import { undo } from '../../src-main/mods/repair/undo.ts'
import { makeGame, resultsOf } from '../mods/game.ts'
import { rowsOf } from '../repair/checked.ts'
import { bytesOf, fetchStep, md5, MOD, openWorld, partsIn, read, treeOf, write } from '../repair/support.ts'
import { makeJunction } from '../support/junction.ts'
import { runLoadout } from '../support/loadout.ts'
import { programAt } from '../support/programs.ts'
import { hasDriveD, hasJunctions, hasShortNames, isWindows, roomOn, shortNameOf, smallDisk } from '../support/system.ts'
import { tempDir } from '../support/temp.ts'

const one = `${MOD}/addons/one.pbo`
const bytes = bytesOf('one', 90_000)

/** A fresh folder on another drive, that goes with the test. */
function folderOn(drive: string): string {
  const dir = mkdtempSync(join(drive, 'loadout test '))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

describe.skipIf(!isWindows)('a junction', () => {
  it('that leads out of a mod’s folder is refused by a check, a repair and an undo', async () => {
    const world = await openWorld({ [one]: bytes })
    const { outcome, session } = await world.repair([fetchStep(one, bytes)])
    expect(outcome).toMatchObject({ repaired: 1 })
    const [folder, outside] = [join(world.gameDir, MOD, 'addons'), tempDir()]
    rmSync(folder, { recursive: true })
    await makeJunction(outside, folder)
    writeFileSync(join(outside, 'one.pbo'), bytes)
    expect(read(world.gameDir, one)?.equals(bytes)).toBe(true) // it does lead there
    const game = makeGame()
    game.rows.push(...rowsOf({ [one]: bytes }))
    expect(await resultsOf(game.verify('full', { gameDir: world.gameDir, modFolder: MOD }))).toEqual({
      [one]: ['unsafe-path', 'link-outside'],
    })
    writeFileSync(join(outside, 'one.pbo'), 'precious')
    const again = await world.repair([fetchStep(one, bytes)])
    expect(again.outcome.troubles).toMatchObject([{ path: one, cause: { kind: 'unsafe-place' } }])
    const { tools } = world.options()
    await undo(session.head.id, null, { gameDir: world.gameDir, tools, now: new Date() })
    expect(treeOf(outside)).toEqual({ 'one.pbo': md5('precious') })
  })

  it.skipIf(!hasJunctions)('is no store of former files', async () => {
    const world = await openWorld({ [one]: bytes })
    const outside = tempDir()
    await makeJunction(outside, join(world.gameDir, '.loadout'))
    await expect(world.begin([fetchStep(one, bytes)])).rejects.toMatchObject({ reason: { kind: 'unsafe-place' } })
    expect(treeOf(outside)).toEqual({})
  })

  it.skipIf(!hasDriveD)('may have the mod’s folder on another drive', async () => {
    const world = await openWorld({ [one]: bytes })
    const place = folderOn('D:\\')
    await makeJunction(place, join(world.gameDir, MOD))
    expect((await world.repair([fetchStep(one, bytes)])).outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(Object.keys(treeOf(place))).toEqual(['addons/one.pbo'])
    const game = makeGame()
    game.rows.push(...rowsOf({ [one]: bytes }))
    expect(await resultsOf(game.verify('full', { gameDir: world.gameDir, modFolder: MOD }))).toEqual({})
  })
})

describe.skipIf(!hasShortNames)('a short name', () => {
  it('is the same game folder: one record of its files, one lock', async () => {
    const above = tempDir()
    const gameDir = join(above, 'a game folder with a long name')
    const game = makeGame()
    write(gameDir, one, bytes)
    write(game.cacheDir, 'list.json', JSON.stringify({ data: rowsOf({ [one]: bytes }) }))
    const short = join(above, shortNameOf(above, 'a game folder with a long name') ?? '')
    const cache = tempDir()
    for (const dir of [gameDir, short]) {
      const words = ['verify', '--list', join(game.cacheDir, 'list.json'), '--game-dir', dir]
      expect(await runLoadout(words, cache), dir).toMatchObject({ code: 0 })
    }
    expect(readdirSync(cache).filter((name) => name.endsWith('.digests'))).toHaveLength(1)
    const letGo = await lockMod(gameDir, MOD)
    onTestFinished(() => letGo?.())
    expect(letGo).toBeDefined()
    expect(await lockMod(short, MOD)).toBeUndefined()
  })

  it('in a list means a file of another name: a check does not take it, a repair keeps what stands there', async () => {
    const folder = 'addons of a long name'
    const [long, world] = [`${MOD}/${folder}/one.pbo`, await openWorld({})]
    write(world.gameDir, long, 'former')
    const listed = `${MOD}/${shortNameOf(join(world.gameDir, MOD), folder)}/one.pbo`
    world.files[listed] = bytes
    const game = makeGame()
    game.rows.push(...rowsOf({ [listed]: bytes }))
    expect(await resultsOf(game.verify('full', { gameDir: world.gameDir, modFolder: MOD }))).toMatchObject({
      [listed]: ['missing', null],
      [long]: ['extra', 6],
    })
    const { session } = await world.repair([fetchStep(listed, bytes)])
    const { tools } = world.options()
    await undo(session.head.id, null, { gameDir: world.gameDir, tools, now: new Date() })
    expect(read(world.gameDir, long)?.toString()).toBe('former')
  })
})

describe.skipIf(!hasDriveD)('another drive', () => {
  it('has the game: checked and repaired by its own current folder and from its root', async () => {
    const { base } = await openWorld({ [one]: bytes })
    const [above, home] = [folderOn('D:\\'), tempDir()]
    mkdirSync(join(above, 'game'))
    write(home, 'list.json', JSON.stringify({ data: rowsOf({ [one]: bytes }) }))
    const env = { ...process.env, LOADOUT_CACHE_DIR: home, LOCALAPPDATA: home }
    const run = (command: string, cwd: string, gameDir: string, ...more: string[]) =>
      spawnSync(
        process.execPath,
        [programAt('cli'), command, '--list', join(home, 'list.json'), '--game-dir', gameDir, ...more],
        { cwd, env },
      ).status
    const repaired = await runLoadout(
      [
        'repair',
        '--list',
        join(home, 'list.json'),
        '--game-dir',
        `${above}\\game`,
        '--source',
        base.href,
        '--yes',
        '--game-closed',
      ],
      home,
    )
    expect(repaired).toMatchObject({ code: 0, err: '' })
    const fromRoot = above.slice('D:'.length)
    expect(run('verify', above, 'D:game'), 'its current folder').toBe(0)
    expect(run('verify', above, 'game')).toBe(0)
    expect(run('verify', above, `${fromRoot}\\game`), 'the root of the current drive').toBe(0)
    expect(run('verify', home, `D:${fromRoot}\\game`)).toBe(0)
    expect(run('verify', home, `${fromRoot}\\game`), 'the root of another drive').toBe(2)
    expect(run('verify', home, 'D:no such game'), 'no current folder of that drive').toBe(2)
    expect(treeOf(join(above, 'game'))[one]).toBe(md5(bytes))
  })
})

describe.skipIf(!isWindows)('a name that differs by case', () => {
  it('is the same file to a repair and its undo', async () => {
    const listed = `${MOD}/ADDONS/Ärger.PBO`
    const world = await openWorld({ [listed]: bytes })
    write(world.gameDir, `${MOD}/addons/ärger.pbo`, 'former')
    const { outcome, session } = await world.repair([fetchStep(listed, bytes)])
    expect(outcome).toMatchObject({ repaired: 1, setAside: 1, troubles: [] })
    expect(readdirSync(join(world.gameDir, MOD, 'addons'))).toHaveLength(1)
    expect(read(world.gameDir, listed)?.equals(bytes)).toBe(true)
    const { tools } = world.options()
    await undo(session.head.id, null, { gameDir: world.gameDir, tools, now: new Date() })
    expect(readdirSync(join(world.gameDir, MOD, 'addons'))).toHaveLength(1)
    expect(read(world.gameDir, `${MOD}/addons/ärger.pbo`)?.toString()).toBe('former')
  })
})

describe.skipIf(smallDisk === undefined)('a full disk', () => {
  const big = `${MOD}/addons/big.pbo`

  it('stops a repair with what it needs; the file is the former one, and once there is room it goes on', async () => {
    const gameDir = folderOn(smallDisk ?? '')
    const size = Math.floor(roomOn(gameDir) / 2)
    const bigBytes = bytesOf('big', size)
    const world = await openWorld({ [big]: bigBytes }, gameDir)
    write(gameDir, big, 'former')
    write(gameDir, 'filler', Buffer.alloc(roomOn(gameDir) - Math.floor(size / 2)))
    const session = await world.begin([fetchStep(big, bigBytes)])
    const stopped = await runSteps(session, world.options())
    expect(stopped.stopped).toMatchObject({ kind: 'disk-full', neededBytes: size })
    expect(roomOn(gameDir)).toBeLessThan(size / 2)
    expect(read(gameDir, big)?.toString()).toBe('former')
    rmSync(join(gameDir, 'filler'))
    const outcome = await runSteps(session, world.options())
    await session.close()
    expect(outcome).toMatchObject({ repaired: 1, stopped: null })
    expect(read(gameDir, big)?.equals(bigBytes)).toBe(true)
    expect(partsIn(gameDir)).toEqual([])
  })

  it('is told by the command line before anything is fetched, and a check needs no room at all', async () => {
    const [gameDir, home] = [folderOn(smallDisk ?? ''), tempDir()]
    const bigBytes = bytesOf('big', roomOn(gameDir) + 1)
    const { base, service } = await openWorld({ [big]: bigBytes })
    write(home, 'list.json', JSON.stringify({ data: rowsOf({ [big]: bigBytes }) }))
    const words = ['--list', join(home, 'list.json'), '--game-dir', gameDir, '--json']
    const told = await runLoadout(['repair', ...words, '--source', base.href, '--yes', '--game-closed'], home)
    expect(told.code).toBe(3)
    expect(told.out + told.err).toContain('repair-disk-full')
    expect(service.asked).toEqual([])
    const full = join(gameDir, 'cache')
    mkdirSync(full)
    write(gameDir, 'filler', Buffer.alloc(roomOn(gameDir)))
    expect(roomOn(gameDir)).toBe(0)
    expect(await runLoadout(['verify', ...words], full)).toMatchObject({ code: 1 })
    expect(existsSync(join(gameDir, MOD))).toBe(false)
  })
})
