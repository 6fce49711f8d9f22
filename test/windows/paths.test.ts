import { chmodSync, closeSync, constants, existsSync, mkdirSync, openSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runLoadout } from '../support/loadout.ts'
import { isWindows, refusesReadOnly, tellsLongPaths } from '../support/system.ts'
import { tempDir } from '../support/temp.ts'
import { makeGame, resultsOf } from '../mods/game.ts'
import { rowsOf } from '../repair/checked.ts'
import { bytesOf, fetchStep, md5, MOD, openWorld, partsIn, read, safe, treeOf, write } from '../repair/support.ts'
import { undo } from '../../src-main/mods/repair/undo.ts'

/** Names that a shell, a console or a registry would make something else of. */
const ODD = 'Spiele für Łukasz & Söhne (x86) 100% ^x'
const one = `${MOD}/addons/one.pbo`
const bytes = bytesOf('one', 90_000)

/** libuv's own flag for a file that nobody else may open. */
const EXCLUSIVE = 0x1000_0000

const places: [string, string, boolean][] = [
  ['a folder with odd letters', ODD, true],
  ['a path of more than 260 letters', join(...Array.from({ length: 12 }, () => ODD)), tellsLongPaths],
]

function holdAlone(path: string): () => void {
  const file = openSync(path, constants.O_RDWR | EXCLUSIVE)
  let isOpen = true
  const free = () => {
    if (isOpen) closeSync(file)
    isOpen = false
  }
  onTestFinished(free)
  return free
}

describe.skipIf(!isWindows)('a mod on a disk of Windows', () => {
  it.for(places)('in %s is checked and repaired by the command line', async ([, folder, isTold], { skip }) => {
    skip(!isTold)
    const { base } = await openWorld({ [one]: bytes })
    const [gameDir, home] = [join(tempDir(), folder), tempDir()]
    mkdirSync(gameDir, { recursive: true })
    const list = `\uFEFF${JSON.stringify({ data: rowsOf({ [one]: bytes }) }, null, 1).replaceAll('\n', '\r\n')}`
    write(home, 'list.json', list)
    const words = ['--list', join(home, 'list.json'), '--game-dir', gameDir, '--json']
    expect(await runLoadout(['verify', ...words], home)).toMatchObject({ code: 1 })
    const repaired = await runLoadout(['repair', ...words, '--source', base.href, '--yes', '--game-closed'], home)
    expect(repaired).toMatchObject({ code: 0, err: '' })
    expect(read(gameDir, one)?.equals(bytes)).toBe(true)
    expect(await runLoadout(['verify', ...words], home)).toMatchObject({ code: 0 })
  })

  it('is had by its folder relative to the drive, and by the drive’s own current folder', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    write(game.cacheDir, 'list.json', JSON.stringify({ data: game.rows }))
    const [drive, ...rest] = game.dir.split('\\')
    for (const dir of [
      `\\${rest.join('\\')}`,
      game.dir.replaceAll('\\', '/'),
      `${drive?.toLowerCase()}/${rest.join('/')}`,
    ]) {
      const words = ['verify', '--list', join(game.cacheDir, 'list.json'), '--game-dir', dir, '--no-cache']
      expect(await runLoadout(words, game.cacheDir), dir).toMatchObject({ code: 0 })
    }
  })

  it('is the same under a name that differs by case', async () => {
    const game = makeGame()
    game.add('@Mod/addons/Ärger.pbo')
    expect(await resultsOf(game.verify('full', { gameDir: game.dir.toUpperCase() }))).toEqual({})
    game.rows[0] = { ...game.rows[0]!, RelativPath: '@Mod\\ADDONS\\ärger.PBO' }
    expect(await resultsOf(game.verify())).toEqual({})
  })

  it('whose files are read-only is repaired, and brought back as they were', async () => {
    const world = await openWorld({ [one]: bytes })
    write(world.gameDir, one, 'former')
    chmodSync(join(world.gameDir, one), 0o444)
    chmodSync(join(world.gameDir, MOD, 'addons'), 0o555)
    if (refusesReadOnly) expect(() => writeFileSync(join(world.gameDir, one), 'x')).toThrow(/EPERM|EACCES/)
    const { outcome, session } = await world.repair([fetchStep(one, bytes)])
    expect(outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(read(world.gameDir, one)?.equals(bytes)).toBe(true)
    const { tools } = world.options()
    const back = await undo(session.head.id, null, { gameDir: world.gameDir, tools, now: new Date() })
    expect(back).toMatchObject({ restored: 1, left: [] })
    expect(read(world.gameDir, one)?.toString()).toBe('former')
  })

  it('has a file that another program holds: told for that file alone, and repaired once it is let go', async () => {
    const game = makeGame()
    for (const name of ['free', 'held']) game.add(`@Mod/${name}`)
    const free = holdAlone(join(game.dir, '@Mod/held'))
    expect(await resultsOf(game.verify())).toEqual({ '@Mod/held': ['unreadable', 'EBUSY'] })
    free()
    expect(await resultsOf(game.verify())).toEqual({})
  })

  it('leaves a file that another program holds as it is, and says so', async () => {
    const world = await openWorld({ [one]: bytes })
    write(world.gameDir, one, 'former')
    const free = holdAlone(join(world.gameDir, one))
    const { outcome } = await world.repair([fetchStep(one, bytes)])
    expect(outcome).toMatchObject({ repaired: 0, troubles: [{ path: one, cause: { kind: 'locked' } }] })
    free()
    expect(read(world.gameDir, one)?.toString()).toBe('former')
    expect(await world.repair([fetchStep(one, bytes)])).toMatchObject({ outcome: { repaired: 1, troubles: [] } })
    expect(partsIn(world.gameDir)).toEqual([])
  })

  it('has a file where a folder must be: set aside, and the folder made', async () => {
    const world = await openWorld({ [one]: bytes })
    write(world.gameDir, `${MOD}/addons`, 'a file')
    expect((await world.repair([fetchStep(one, bytes)])).outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(read(world.gameDir, one)?.equals(bytes)).toBe(true)
    expect(Object.values(treeOf(join(world.gameDir, '.loadout')))).toContain(md5('a file'))
  })

  it('keeps its own files where %LOCALAPPDATA% points', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    write(game.cacheDir, 'list.json', JSON.stringify({ data: game.rows }))
    const local = join(tempDir(), 'Eigene Dateien', 'Örtlich')
    const words = ['verify', '--list', join(game.cacheDir, 'list.json'), '--game-dir', game.dir]
    const more = { LOCALAPPDATA: local, LOADOUT_CACHE_DIR: '' }
    expect(await runLoadout(words, game.cacheDir, more)).toMatchObject({ code: 0 })
    expect(existsSync(join(local, 'Loadout', 'Cache'))).toBe(true)
    expect(statSync(join(game.dir, safe('@Mod/a'))).size).toBe(100)
  })
})
