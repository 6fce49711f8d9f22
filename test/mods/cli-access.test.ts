import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { programAt } from '../support/programs.ts'
import { makeGame } from './game.ts'

const cli = programAt('cli')

/** To root nothing is closed, unless it gives up what makes it root; its own folders stay open to it. */
const isRoot = process.getuid?.() === 0
const asAnybody = isRoot ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : []
const [probe = 'true', ...probing] = [...asAnybody, 'true']
const canBeAnybody = spawnSync(probe, probing).status === 0

/** Runs the real command as one to whom a closed file is closed. */
function run(...words: string[]) {
  const [program = '', ...rest] = [...asAnybody, process.execPath, cli, ...words]
  const { status, stdout } = spawnSync(program, rest, { encoding: 'utf8' })
  return { code: status, output: JSON.parse(stdout) as { result: string; problems: object[]; message?: string } }
}

/** A mod in which a listed file, a folder of one, and a folder with nothing listed in it are closed. */
function closedGame() {
  const game = makeGame()
  for (const path of ['@Mod/a', '@Mod/b/c', '@Mod/d']) game.add(path)
  mkdirSync(join(game.dir, '@Mod/e/inside'), { recursive: true })
  writeFileSync(join(game.dir, '@Mod/e/inside/own'), 'mine')
  for (const dir of [game.dir, game.cacheDir]) chmodSync(dir, 0o777)
  for (const name of ['a', 'b', 'e']) chmodSync(join(game.dir, '@Mod', name), 0)
  onTestFinished(() => ['b', 'e'].forEach((name) => chmodSync(join(game.dir, '@Mod', name), 0o700)))
  const list = join(game.cacheDir, 'list.json')
  const words = (rows: typeof game.rows) => {
    writeFileSync(list, JSON.stringify(rows))
    return ['--list', list, '--game-dir', game.dir, '--no-cache', '--json']
  }
  return { game, words }
}

const closed = { path: '@Mod/e', result: 'extra', expected: null, found: 'EACCES' }

describe.skipIf(process.platform === 'win32' || !canBeAnybody)('what may not be read', () => {
  it('is told file by file, and a folder with nothing listed in it once', () => {
    const { game, words } = closedGame()
    expect(run('verify', ...words(game.rows)).output).toMatchObject({
      counts: { ok: 1, unreadable: 2, extra: 1 },
      problems: [
        { path: '@Mod/a', result: 'unreadable', found: 'EACCES' },
        { path: '@Mod/b/c', result: 'unreadable', found: 'EACCES' },
        closed,
      ],
    })
  })

  it.each(['--full', '--quick'])('harms no result where nothing of it is listed (%s)', (tier) => {
    const { game, words } = closedGame()
    rmSync(join(game.dir, '@Mod/a'))
    const { code, output } = run('verify', ...words(game.rows.slice(2)), tier)
    expect(output).toMatchObject({ counts: { ok: 1, extra: 2 }, result: 'ready' })
    expect(output.problems).toContainEqual(closed)
    expect(code).toBe(0)
  })

  it('ends a repair that may write nothing, in words', () => {
    const { game, words } = closedGame()
    rmSync(join(game.dir, '@Mod/d'))
    chmodSync(game.dir, 0o555)
    onTestFinished(() => chmodSync(game.dir, 0o777))
    const more = ['--source', 'https://files.invalid/', '--yes', '--game-closed']
    const { code, output } = run('repair', ...words(game.rows.slice(2)), ...more)
    expect([code, output.message]).toEqual([3, `the folder ${game.dir} cannot be used (EACCES)`])
  })

  it('is left where it is by a repair, which says why', () => {
    const { game, words } = closedGame()
    const found = run('repair', ...words(game.rows.slice(2)), '--source', 'https://files.invalid/', '--dry-run')
    const cause = { kind: 'no-permission', errno: 'EACCES' }
    const blocked = ['@Mod/b', '@Mod/e'].map((path) => ({ path, cause }))
    expect(found.output).toMatchObject({ plan: { extras: [{ path: '@Mod/a' }], blocked } })
  })
})
