import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeGame } from '../mods/game.ts'
import { programAt } from '../support/programs.ts'
import { isWindows } from '../support/system.ts'

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
