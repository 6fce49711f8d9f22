import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeGame } from '../mods/game.ts'
import { rowsOf } from '../repair/checked.ts'
import { bytesOf, MOD, openWorld, partsIn, read, write } from '../repair/support.ts'
import { serve } from '../support/serve.ts'
import { runLoadout } from '../support/loadout.ts'
import { programAt } from '../support/programs.ts'
import { consoleProgram, isWindows } from '../support/system.ts'
import { tempDir } from '../support/temp.ts'

describe.skipIf(!isWindows)('the command line in Windows’ own shell', () => {
  it('writes UTF-8 to a file that cmd redirects it to, errors apart, and hands on its code', () => {
    const game = makeGame()
    game.add('@Mod/Ärger für Łukasz.pbo')
    game.add('@Mod/ok')
    writeFileSync(join(game.dir, '@Mod/Ärger für Łukasz.pbo'), 'rotten')
    const list = join(game.cacheDir, 'list.json')
    writeFileSync(list, JSON.stringify({ data: game.rows }))
    const [out, err] = [join(game.cacheDir, 'out.json'), join(game.cacheDir, 'err.txt')]
    const line = '"%NODE%" "%CLI%" verify --list "%LIST%" --game-dir "%GAME%" --json > "%OUT%" 2> "%ERR%"'
    writeFileSync(join(game.cacheDir, 'run.cmd'), `@${line}\r\n@exit /b %errorlevel%\r\n`)
    const own = { NODE: process.execPath, CLI: programAt('cli'), LIST: list, GAME: game.dir, OUT: out, ERR: err }
    const run = () =>
      execFileSync('cmd.exe', ['/d', '/c', 'run.cmd'], {
        cwd: game.cacheDir,
        env: { ...process.env, ...own },
        stdio: 'ignore',
      })
    expect(run).toThrow(expect.objectContaining({ status: 1 }))
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      problems: [{ path: '@Mod/Ärger für Łukasz.pbo', result: 'wrong-size', found: 6 }],
    })
    expect(readFileSync(err, 'utf8')).toBe('')
  })
})

/** Runs the command line in a console of its own; Ctrl+C is pressed there `at` a moment. Tells its code, and what the screen showed. */
async function inConsole(words: string[], home: string, at?: Promise<unknown>) {
  const env = { ...process.env, LOADOUT_CACHE_DIR: home, LOCALAPPDATA: home }
  const line = [process.execPath, programAt('cli'), ...words]
  const run = spawn(consoleProgram ?? '', line, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  let screen = ''
  run.stdout.on('data', (text: Buffer) => (screen += text.toString()))
  void at?.then(() => run.stdin.write('c'))
  const [code] = (await once(run, 'close')) as [number]
  return { code, screen }
}

describe.skipIf(!isWindows || consoleProgram === undefined)('the command line in a console', () => {
  it('shows names in letters of any alphabet', async () => {
    const game = makeGame()
    game.add('@Mod/Ärger für Łukasz.pbo')
    writeFileSync(join(game.dir, '@Mod/Ärger für Łukasz.pbo'), 'rotten')
    write(game.cacheDir, 'list.json', JSON.stringify({ data: game.rows }))
    const words = ['verify', '--list', join(game.cacheDir, 'list.json'), '--game-dir', game.dir]
    const { code, screen } = await inConsole(words, game.cacheDir)
    expect(code).toBe(1)
    expect(screen).toContain('@Mod/Ärger für Łukasz.pbo')
  })

  it('ends at Ctrl+C with 130, and leaves a repair that goes on', async () => {
    const [one, two] = [`${MOD}/addons/one.pbo`, `${MOD}/addons/two.pbo`]
    const files = { [one]: bytesOf('one', 90_000), [two]: bytesOf('two', 200_000) }
    const { base, faults, gameDir } = await openWorld(files)
    const home = tempDir()
    write(gameDir, two, 'former')
    write(home, 'list.json', JSON.stringify({ data: rowsOf(files) }))
    const words = ['repair', '--list', join(home, 'list.json'), '--game-dir', gameDir, '--source', base.href]
    const said = ['--yes', '--game-closed']
    const asked = new Promise<void>((resolve) => {
      faults.decide((path) => {
        if (!path.includes('two')) return undefined
        resolve()
        return { kind: 'stall', share: 0.5 }
      })
    })
    const { code, screen } = await inConsole([...words, ...said], home, asked)
    expect(code).toBe(130)
    expect(screen.replaceAll(/[\r\n]/g, '')).toContain('run the same command to continue') // a line is broken at its end
    expect(read(gameDir, two)?.toString()).toBe('former')
    faults.decide(undefined)
    expect(await runLoadout([...words, ...said], home)).toMatchObject({ code: 0, err: '' })
    for (const [path, bytes] of Object.entries(files)) expect(read(gameDir, path)?.equals(bytes)).toBe(true)
    expect(partsIn(gameDir)).toEqual([])
  })

  it('ends a check at Ctrl+C with 130', async () => {
    const game = makeGame()
    let ask: () => void = () => undefined
    const asked = new Promise<void>((resolve) => (ask = resolve))
    const baseUrl = await serve(() => ask()) // never answers
    const words = ['verify', '--mod', '7', '--base-url', baseUrl, '--game-dir', game.dir]
    expect((await inConsole(words, game.cacheDir, asked)).code).toBe(130)
  })
})
