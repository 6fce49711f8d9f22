import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, linkSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { serve } from '../support/serve.ts'
import { runLoadout } from '../support/loadout.ts'
import { runHere } from '../support/loadout-here.ts'
import { ownGame } from '../support/own-game.ts'
import { copyFolder, tempDir } from '../support/temp.ts'
import { standIn } from '../play/stand-in.ts'
import { bytesOf, md5, MOD, openWorld, read, treeOf, write } from './support.ts'
import { hasJunctions, hasLinks, isWindows } from '../support/system.ts'

const loadout = (words: string[], home: string, more: Record<string, string> = {}) =>
  runHere(words, home, { ...ownGame(), ...more })

/** The same in a process of its own. `until`: then it is interrupted. */
const realLoadout = (words: string[], home: string, more: Record<string, string>, until?: () => boolean) =>
  runLoadout(words, home, { ...ownGame(), ...more }, undefined, (run) => {
    const look = setInterval(() => until?.() && run.kill('SIGINT') && clearInterval(look), 20)
    run.once('close', () => clearInterval(look))
  })

const files: Record<string, Buffer> = {
  [`${MOD}/addons/one.pbo`]: bytesOf('one', 300_000),
  [`${MOD}/addons/two.pbo`]: bytesOf('two', 200_000),
  [`${MOD}/addons/three.pbo`]: bytesOf('three', 1_000),
  [`${MOD}/keys/k.bikey`]: bytesOf('key', 300),
}

/** The list of files, in the shape that the service tells. */
const rowsOf = (listed: Record<string, Buffer>) =>
  Object.entries(listed).map(([path, bytes], Id) => ({
    Id,
    RelativPath: path.replaceAll('/', '\\'),
    Hash: md5(bytes).toUpperCase(),
    FileName: path.split('/').at(-1),
    Size: bytes.length,
  }))

/** A damaged game folder; `publish` makes these the mod's files, on the service and in the list. */
async function world() {
  const served = { ...files }
  const made = await openWorld(served)
  const folder = tempDir()
  const publish = (next: Record<string, Buffer>) => {
    Object.assign(served, next)
    write(folder, 'list.json', JSON.stringify({ data: rowsOf(served) }))
  }
  publish({})
  write(made.gameDir, `${MOD}/addons/one.pbo`, files[`${MOD}/addons/one.pbo`] ?? '')
  write(made.gameDir, `${MOD}/addons/two.pbo`, 'rotten')
  write(made.gameDir, `${MOD}/extra.txt`, 'mine')
  const shared = ['--list', join(folder, 'list.json'), '--game-dir', made.gameDir]
  const words = ['repair', ...shared, '--source', made.base.href]
  const run = (...more: string[]) => loadout([...words, ...more], join(folder, 'cache'))
  const runAt = (home: string, ...more: string[]) =>
    realLoadout([...words, ...more], join(folder, 'cache'), { HOME: home })
  const runIn = (more: Record<string, string>, ...said: string[]) =>
    loadout([...words, ...said], join(folder, 'cache'), more)
  const runUntil = (until: () => boolean, ...more: string[]) =>
    realLoadout([...words, ...more], join(folder, 'cache'), {}, until)
  const verify = (...more: string[]) => loadout(['verify', ...shared, '--json', ...more], join(folder, 'cache'))
  return { ...made, publish, run, runAt, runIn, runUntil, verify }
}

const STEAM_APPS = '.local/share/Steam/steamapps'

/** A home in which Steam has the game. */
function homeWithSteam(): string {
  const home = tempDir()
  const manifest = '"AppState" { "appid" "107410" "installdir" "Game" "StateFlags" "4" }'
  write(home, `${STEAM_APPS}/appmanifest_107410.acf`, manifest)
  return home
}

describe('loadout repair', () => {
  it('shows the plan and changes nothing with --dry-run', async () => {
    const { gameDir, run } = await world()
    const before = treeOf(gameDir)
    const { code, out } = await run('--dry-run')
    expect(out).toContain('download 3 files')
    expect(out).toContain(`${MOD}/addons/two.pbo`)
    expect(out).toMatch(/^damaged: 3 files not as listed$/m)
    expect(code).toBe(1)
    expect(treeOf(gameDir)).toEqual(before)
  })

  it('counts what stays unchanged alike in a full check, and in a quick one before and after anything is known', async () => {
    const { gameDir, run } = await world()
    write(gameDir, `${MOD}/keys/k.bikey`, files[`${MOD}/keys/k.bikey`] ?? '')
    for (const tier of ['--quick', '--full', '--quick'])
      expect((await run('--dry-run', tier)).out).toContain('unchanged: 2 files.')
  })

  it('says ready where there is nothing to do, and escapes what a list names', async () => {
    const { gameDir, run } = await world()
    await run('--yes')
    const again = await run('--yes')
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('ready: 4 files as listed') as string })
    write(gameDir, `${MOD}/c1 \u009b31m.txt`, 'mine')
    const { out } = await run('--yes', '--json')
    expect(out).toMatch(/^[\x20-\x7e]*\n$/)
    expect(JSON.parse(out)).toMatchObject({
      result: 'ready',
      plan: { extras: [{ path: `${MOD}/extra.txt` }] },
      problems: [{ path: `${MOD}/c1 \u009b31m.txt` }, {}],
    })
  })

  it('takes neither the mod, nor a folder in it, nor the folder above the game for the game folder', async () => {
    const { gameDir, run, verify } = await world()
    expect((await verify()).code).toBe(1)
    const before = treeOf(gameDir)
    if (hasJunctions) symlinkSync(join(gameDir, MOD), join(gameDir, 'link'), 'junction')
    for (const inside of [MOD, join(MOD, 'addons'), ...(hasJunctions ? ['link'] : [])]) {
      const wrong = ['--game-dir', join(gameDir, inside)]
      for (const inMod of [await run('--yes', ...wrong), await verify(...wrong)])
        expect(inMod).toMatchObject({ code: 2, err: expect.stringContaining(`use ${gameDir}\n`) as string })
    }
    if (hasJunctions) unlinkSync(join(gameDir, 'link')) // Node 24's rmSync follows a link to a folder
    const above = tempDir()
    await copyFolder(gameDir, join(above, 'game'))
    for (const tooHigh of [await run('--yes', '--game-dir', above), await verify('--game-dir', above)])
      expect(tooHigh).toMatchObject({ code: 2, err: expect.stringContaining(join(above, 'game')) as string })
    expect([treeOf(gameDir), treeOf(join(above, 'game'))]).toEqual([before, before])
  })

  it('says in words that .loadout cannot be used, and changes nothing', async () => {
    const { gameDir, run } = await world()
    write(gameDir, '.loadout', 'mine')
    const before = treeOf(gameDir)
    const { code, err } = await run('--yes')
    expect([code, err]).toEqual([3, expect.stringContaining('the folder .loadout in the game folder cannot be used')])
    expect(treeOf(gameDir)).toEqual(before)
  })

  it('sets extras aside where that is said, and tells none of them as left', async () => {
    const { gameDir, run } = await world()
    const { code, out } = await run('--yes', '--set-aside-extras', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ result: 'ready', problems: [], outcome: { repaired: 3, troubles: [] } })
    expect(read(gameDir, `${MOD}/extra.txt`)).toBeUndefined()
  })

  it('installs a mod that is not there into a game folder with files and other folders', async () => {
    const { gameDir, run } = await world()
    rmSync(join(gameDir, MOD), { recursive: true })
    write(gameDir, 'arma3_x64.exe', 'the game')
    write(gameDir, 'Addons/own.pbo', 'the game')
    expect(await run('--yes')).toMatchObject({ code: 0 })
    for (const [path, bytes] of Object.entries(files)) expect(read(gameDir, path)?.equals(bytes)).toBe(true)
  })

  it.skipIf(isWindows)('says at an interrupt what is kept and how to go on', async () => {
    const { faults, gameDir, run, runUntil } = await world()
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    const part = join(gameDir, MOD, 'addons', '.two.pbo.loadout-part')
    const { code, err } = await runUntil(() => existsSync(part), '--yes')
    expect(code).toBe(130)
    expect(err).toMatch(/\d of 3 files done; downloaded data is kept.*\nrun the same command to continue/)
    faults.clear() // it may have been ended before it asked
    expect(await run('--yes')).toMatchObject({ code: 0 })
  })

  it('asks; without anyone to ask it changes nothing', async () => {
    const { gameDir, runAt } = await world()
    const before = treeOf(gameDir)
    const { code, err } = await runAt(tempDir())
    expect(code).toBe(2)
    expect(err).toContain('--yes')
    expect(treeOf(gameDir)).toEqual(before)
  })

  it('makes the files equal to the list, keeps what it replaced and what is not listed', async () => {
    const { gameDir, run, verify } = await world()
    const { code, out, err } = await run('--yes', '--json')
    expect(err).toBe('')
    const result = JSON.parse(out) as { result: string; session: string; outcome: object; problems: object[] }
    expect(result).toMatchObject({
      result: 'ready',
      outcome: { repaired: 3, setAside: 1, troubles: [], stopped: null },
    })
    expect(code).toBe(0)
    expect(read(gameDir, `.loadout/${result.session}/kept/0/${MOD}/addons/two.pbo`)?.toString()).toBe('rotten')
    expect(read(gameDir, `${MOD}/extra.txt`)?.toString()).toBe('mine')
    expect(JSON.parse((await verify()).out)).toMatchObject({ counts: { ok: 4, extra: 1, missing: 0 } })
  })

  it.skipIf(process.platform !== 'linux')('changes nothing while the game runs', async () => {
    const { gameDir, run, runIn } = await world()
    const name = `game-${process.pid}`
    const profile = { id: 'x', name: 'X', baseUrl: 'http://127.0.0.1:9', game: { processes: { linux: [name] } } }
    write(gameDir, 'profile.json', JSON.stringify(profile))
    const own = { LOADOUT_COMMUNITY: join(gameDir, 'profile.json') }
    const { seen } = await standIn(join(gameDir, name), { stays: true })
    const before = treeOf(join(gameDir, MOD))
    const game = spawn(join(gameDir, name), { stdio: 'ignore' })
    await seen()
    const { code, err } = await runIn(own, '--yes', '--game-closed') // what is seen counts more than what is said
    expect({ code, err }).toMatchObject({
      code: 3,
      err: expect.stringContaining('game-running: the game is running') as string,
    })
    expect(treeOf(join(gameDir, MOD))).toEqual(before)
    expect(await run('--dry-run')).toMatchObject({ code: 1 })
    game.kill()
    await once(game, 'close')
    expect(await runIn(own, '--yes')).toMatchObject({ code: 0, err: '' })
  })

  it('with --mod writes in the folder of the mod’s record and nowhere else', async () => {
    const { gameDir, base } = await world()
    const game = { 'Dta/game.bin': 'the game', 'BattlEye/BEService.exe': 'anti-cheat', '.loadout/x/session.json': '{}' }
    for (const [path, content] of Object.entries(game)) write(gameDir, path, content)
    let directory = MOD
    let rows = rowsOf(files)
    const address = await serve((request, response) => {
      const data =
        request.url === '/v1/mods' ? [{ Id: 7, Name: 'M', Directories: directory, DownloadUrl: base.href }] : rows
      response.end(JSON.stringify({ data }))
    })
    const words = [
      'repair',
      '--mod',
      '7',
      '--base-url',
      address,
      '--game-dir',
      gameDir,
      '--yes',
      '--json',
      '--game-closed',
    ]
    const evil = Object.keys(game).map((path) => ({ ...rowsOf({ [path]: bytesOf('evil', 9) })[0] }))
    rows = [...rowsOf(files), ...evil] as typeof rows
    const result = await loadout(words, tempDir())
    expect(JSON.parse(result.out)).toMatchObject({ outcome: { repaired: 3 }, plan: { programs: [] } })
    // most rows in another folder, as a list that would choose its own; and a record that names one of the game's
    rows = rowsOf(Object.fromEntries([1, 2, 3].map((at) => [`Dta/game${at === 1 ? '' : at}.bin`, bytesOf('evil', 9)])))
    for (directory of [MOD, 'Dta', 'BattlEye', '.loadout', '']) {
      const { code, err } = await loadout(words, tempDir())
      expect(code, err).toBe(3)
    }
    directory = MOD
    rows = rowsOf({ '@Other/x.pbo': bytesOf('evil', 9) })
    expect(await loadout(words, tempDir())).toMatchObject({ code: 3 })
    for (const [path, content] of Object.entries(game)) expect(read(gameDir, path)?.toString(), path).toBe(content)
  })

  it('copies from the same computer what is there already', async () => {
    const { gameDir, run, service } = await world()
    write(gameDir, '@Other/renamed.bin', files[`${MOD}/addons/two.pbo`] ?? '')
    write(gameDir, `${MOD}/backup of three.bin`, files[`${MOD}/addons/three.pbo`] ?? '')
    const { out } = await run('--yes', '--json')
    expect(JSON.parse(out)).toMatchObject({ result: 'ready', outcome: { repaired: 3, copied: 2 } })
    expect(service.asked.map(({ path }) => path)).toEqual([`/files/${encodeURIComponent(MOD)}/keys/k.bikey`])
  })

  it.skipIf(process.platform !== 'linux')('copies from another install of the game that Steam knows', async () => {
    const { runAt, service } = await world()
    const home = homeWithSteam()
    for (const [path, bytes] of Object.entries(files)) write(home, `${STEAM_APPS}/common/Game/${path}`, bytes)
    const { out } = await runAt(home, '--yes', '--json')
    expect(JSON.parse(out)).toMatchObject({ result: 'ready', outcome: { repaired: 3, copied: 3 } })
    expect(service.asked).toEqual([])
  })

  it.skipIf(process.platform !== 'linux')(
    'copies what Steam’s workshop has, and fetches where its bytes differ',
    async () => {
      const { runAt, service, gameDir } = await world()
      const home = homeWithSteam()
      write(home, `${STEAM_APPS}/common/Game/none.txt`, '')
      for (const [path, bytes] of Object.entries(files))
        write(
          home,
          path.replace(MOD, `${STEAM_APPS}/workshop/content/107410/450814997`),
          path.endsWith('two.pbo') ? 'other' : bytes,
        )
      const { out } = await runAt(home, '--yes', '--json')
      expect(JSON.parse(out)).toMatchObject({ result: 'ready', outcome: { repaired: 3, copied: 2 } })
      expect(service.asked.map(({ path }) => path)).toEqual([`/files/${encodeURIComponent(MOD)}/addons/two.pbo`])
      expect(read(gameDir, `${MOD}/addons/two.pbo`)?.equals(files[`${MOD}/addons/two.pbo`] ?? Buffer.alloc(0))).toBe(
        true,
      )
    },
  )

  it('tells what it could not do, and why', async () => {
    const { run, faults } = await world()
    faults.set(/two/, { kind: 'status', status: 404 })
    const { code, out } = await run('--yes', '--json', '--no-cache')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      result: 'damaged',
      outcome: { repaired: 2, troubles: [{ path: `${MOD}/addons/two.pbo`, code: 'R-101', kind: 'not-found' }] },
    })
  })

  it.skipIf(!hasLinks)('names the part file that is another file, too, and leaves that one as it was', async () => {
    const { gameDir, run } = await world()
    write(gameDir, 'own.txt', 'mine')
    linkSync(join(gameDir, 'own.txt'), join(gameDir, MOD, 'addons', '.two.pbo.loadout-part'))
    const { code, out } = await run('--yes')
    expect(out).toContain(`${MOD}/addons/two.pbo  R-212 .two.pbo.loadout-part, next to this file, may be a link`)
    expect([code, read(gameDir, 'own.txt')?.toString()]).toEqual([1, 'mine'])
  })

  it('refuses plain http beyond this machine, and says so before anything happens', async () => {
    const { gameDir } = await world()
    const folder = tempDir()
    await copyFolder(gameDir, join(folder, 'game'))
    const list = [{ Id: 0, RelativPath: `${MOD}\\a.pbo`, Hash: md5('a'), FileName: 'a.pbo', Size: 1 }]
    write(folder, 'list.json', JSON.stringify(list))
    const words = ['repair', '--list', join(folder, 'list.json'), '--game-dir', join(folder, 'game'), '--yes', '--json']
    const { code, out } = await loadout([...words, '--source', 'http://files.example.invalid/'], join(folder, 'cache'))
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ plan: { fetch: [], blocked: [{ cause: { kind: 'insecure-source' } }] } })
  })

  it('says how much space is missing, before anything is changed', async () => {
    const { gameDir, run } = await world()
    const before = treeOf(gameDir)
    const list = join(tempDir(), 'list.json')
    const row = { RelativPath: `${MOD}\\huge.pbo`, Hash: md5('huge'), Size: 2 ** 50 }
    write(dirname(list), 'list.json', JSON.stringify([row]))
    const { code, out } = await run('--list', list, '--yes', '--json')
    expect(code).toBe(3)
    const { code: reason, message } = JSON.parse(out) as { code: string; message: string }
    expect(reason).toBe('repair-disk-full')
    expect(message).toMatch(/^not enough disk space: 1,024 TB needed, [\d.]+ [A-Z]B free\. Nothing was changed$/)
    expect(treeOf(gameDir)).toEqual(before)
  })

  it('plans anew when the list changes while its files are fetched', async () => {
    const { gameDir, faults, publish, run, verify } = await world()
    const updated = bytesOf('two, updated', 200_000)
    faults.decide((path) => {
      if (path.endsWith('two.pbo')) publish({ [`${MOD}/addons/two.pbo`]: updated })
      return undefined
    })
    const { code, out, err } = await run('--yes', '--json')
    expect(err).toContain('R-301')
    expect(JSON.parse(out)).toMatchObject({ result: 'ready', outcome: { stopped: null, troubles: [] } })
    expect(code).toBe(0)
    expect(read(gameDir, `${MOD}/addons/two.pbo`)?.equals(updated)).toBe(true)
    expect(JSON.parse((await verify()).out)).toMatchObject({ result: 'ready' })
  })

  it('changes nothing for a list that is not trusted', async () => {
    const { gameDir } = await world()
    const folder = tempDir()
    write(folder, 'list.json', '{"data":[]}')
    const before = treeOf(gameDir)
    const words = [
      'repair',
      '--list',
      join(folder, 'list.json'),
      '--game-dir',
      gameDir,
      '--source',
      'https://x.invalid/',
    ]
    expect(await loadout([...words, '--yes'], join(folder, 'cache'))).toMatchObject({ code: 3 })
    expect(treeOf(gameDir)).toEqual(before)
  })
})

it('what hash --blocks wrote beside the list saves a repair most of a file', async () => {
  const [home, server, path] = [tempDir(), tempDir(), `${MOD}/large.pbo`]
  const former = bytesOf('large', 3 << 20)
  const bytes = Buffer.concat([former.subarray(0, 99), Buffer.from('inserted'), former.subarray(99)])
  write(server, path, bytes)
  write(server, `${MOD}/small.pbo`, 'small')
  const list = join(server, 'list.json')
  expect(await loadout(['hash', join(server, MOD), '--blocks'], home)).toMatchObject({ code: 2 })
  const hash = () => loadout(['hash', join(server, MOD), '--out', list, '--blocks'], home)
  expect(await hash()).toEqual({ code: 0, out: '', err: '' })
  const files = Object.fromEntries(
    Object.keys(treeOf(server)).map((name) => [name, read(server, name) ?? Buffer.alloc(0)]),
  )
  expect(Object.keys(files).sort()).toEqual([path, `${MOD}/small.pbo`, `blocks/${md5(bytes)}`, 'list.json'].sort())
  const made = await openWorld(files)
  write(made.gameDir, path, former)
  const words = ['repair', '--list', list, '--game-dir', made.gameDir, '--source', made.base.href, '--yes']
  expect(await loadout(words, home)).toMatchObject({ code: 0, err: '' })
  expect(read(made.gameDir, path)?.equals(bytes)).toBe(true)
  const ranges = made.service.asked.map(({ headers }) => headers.range)
  expect(ranges).toContain('bytes=0-2047')
  // a list that is there already is of the very same file
  write(server, `blocks/${md5(bytes)}`, 'kept')
  expect(await hash()).toMatchObject({ code: 0 })
  expect(read(server, `blocks/${md5(bytes)}`)?.toString()).toBe('kept')
})
