import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openProgressBar } from '../../src-main/cli/progress-bar.ts'
import { plantInProcess } from '../support/faults/elsewhere.ts'
import { runLoadout } from '../support/loadout.ts'
import { runHere } from '../support/loadout-here.ts'
import { faultyProgramAt } from '../support/programs.ts'
import { serve } from '../support/serve.ts'
import { tempDir } from '../support/temp.ts'
import { makeGame, type Game } from './game.ts'
import { isWindows } from '../support/system.ts'

/** Runs a command in this process. */
const here = (words: string[], env: Record<string, string> = {}) => runHere(words, tempDir(), env)

/** Runs the real command. */
const run = (words: string[], env: Record<string, string> = {}, onStart?: (child: ChildProcess) => unknown) =>
  runLoadout(words, tempDir(), env, undefined, onStart)

const verify = (game: Game, ...more: string[]) => {
  const list = join(game.cacheDir, 'list.json')
  writeFileSync(list, JSON.stringify({ data: game.rows }))
  return here(['verify', '--list', list, '--game-dir', game.dir, ...more], { LOADOUT_CACHE_DIR: game.cacheDir })
}

const keys = ['tier', 'durationMs', 'bytesHashed', 'filesListed', 'counts', 'problems', 'result', 'code']
const results = [
  'ok',
  'missing',
  'wrong-size',
  'wrong-hash',
  'unreadable',
  'case-differs',
  'unsafe-path',
  'unsupported-hash',
  'extra',
]

describe('verify', () => {
  it('prints one object with exactly these keys, and nothing else', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    game.add('@Mod/addons/b')
    const { code, out, err } = await verify(game, '--json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const value = JSON.parse(out) as Record<string, unknown>
    expect(Object.keys(value)).toEqual(keys)
    expect(Object.keys(value.counts as object)).toEqual(results)
    expect(value).toMatchObject({
      tier: 'full',
      result: 'ready',
      code: 'ready',
      bytesHashed: 200,
      filesListed: 2,
      problems: [],
    })
    expect(JSON.parse((await verify(game, '--json', '--quick')).out)).toMatchObject({ tier: 'quick', result: 'ready' })
  })

  it('ends with 1 where a file is wrong, and says which', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    game.rows.push({ RelativPath: '@Mod/\u001b[31mb', Hash: 'a'.repeat(32), Size: 1 })
    writeFileSync(join(game.dir, '@Mod/a'), randomBytes(100))
    const { code, out } = await verify(game)
    expect(code).toBe(1)
    expect(out).toContain('wrong-hash')
    expect(out).not.toContain('\u001b')
    const json = JSON.parse((await verify(game, '--json')).out) as { code: string; problems: Record<string, unknown>[] }
    expect(json.code).toBe('damaged')
    for (const problem of json.problems) expect(Object.keys(problem)).toEqual(['path', 'result', 'expected', 'found'])
  })

  it.each([
    [[]],
    [['verify']],
    [['verify', '--list', 'x']],
    [['verify', '--game-dir', '.']],
    [['verify', '--list', 'x', '--mod', '1', '--game-dir', '.']],
    [['verify', '--list', 'x', '--game-dir', '.', '--full', '--quick']],
    [['verify', '--list', 'x', '--game-dir', '/not/there']],
    [['verify', '--list', 'x', '--game-dir', '.', '--workers', '0']],
    [['verify', '--list', 'x', '--game-dir', '.', '--workers', 'two']],
    [['verify', '--list', 'x', '--game-dir', '.', '--mod-folder', '../x']],
    [['verify', '--mod', '1', '--base-url', 'http://example.org', '--game-dir', '.']],
    [['verify', '--mod', '1', '--game-dir', '.']],
    [['verify', '--mod', '1', '--community', '/not/there.json', '--game-dir', '.']],
    [['verify', '--list', 'x', '--game-dir', import.meta.filename]],
    [['verify', '--list', '/not/there.json', '--game-dir', '.']],
    [['verify', '--list', '.', '--game-dir', '.']],
    [['repair', '--list', '/not/there.json', '--source', 'https://example.org/', '--game-dir', '.', '--dry-run']],
    [['verify', '--wrong']],
    [['dance']],
    [['help', 'dance']],
    [['hash']],
    [['hash', import.meta.dirname]],
    [['hash', import.meta.dirname, '--out', join(import.meta.dirname, 'list.json')]],
  ])('ends with 2 when called wrongly: %j', async (words) => {
    const { code, out, err } = await here(words)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^loadout: .+\nRun loadout --help for usage\.\n$/)
  })

  it('ends with 3 where the folder was there at first and can no longer be read', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    const list = join(game.cacheDir, 'list.json')
    writeFileSync(list, JSON.stringify(game.rows))
    const words = ['verify', '--list', list, '--game-dir', game.dir, '--json']
    const { env } = plantInProcess(`realpath:EIO@${basename(game.dir)}`)
    const { code, out, err } = await runLoadout(words, tempDir(), env, faultyProgramAt('cli'))
    const message = `the folder ${game.dir} cannot be used (EIO)`
    expect({ code, told: JSON.parse(out) as unknown }).toEqual({
      code: 3,
      told: { result: 'failed', code: 'game-dir-unusable', message },
    })
    expect(err).toContain(message)
  })

  it('has an object with a code for a wrong call, too', async () => {
    const { code, out } = await here(['verify', '--json', '--wrong'])
    expect({ code, told: JSON.parse(out) as unknown }).toMatchObject({
      code: 2,
      told: { result: 'failed', code: 'usage' },
    })
  })

  it('names a list that does not exist', async () => {
    const { err } = await here(['verify', '--list', '/not/there.json', '--game-dir', '.'])
    expect(err).toMatch(/^loadout: the hash list \/not\/there\.json does not exist\n/)
  })

  it('says where to look when the folder that is named is the mod itself', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    const { code, err } = await verify({ ...game, dir: join(game.dir, '@Mod') })
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`use ${game.dir}\n`) as string })
  })

  it.each([
    ['{"id":"n","name":"N","baseUrl":"http://example.org"}', '"baseUrl" must be an https address'],
    ['{', 'it is not JSON'],
  ])('says what is wrong with a profile: %s', async (text, words) => {
    const file = join(tempDir(), 'community.json')
    writeFileSync(file, text)
    const { code, err } = await here(['verify', '--mod', '1', '--community', file, '--game-dir', '.'])
    expect({ code, told: err.split('\n')[0] }).toEqual({
      code: 2,
      told: expect.stringContaining(`cannot be used: ${words}`) as string,
    })
  })

  it.each([['[]'], ['{'], ['{"data":[{"RelativPath":"@Mod'], ['null'], ['<html>'], ['{"data":{}}'], ['[1,2]']])(
    'ends with 3 where the list is %s',
    async (text) => {
      const dir = tempDir()
      writeFileSync(join(dir, 'list.json'), text)
      const { code, out } = await here([
        'verify',
        '--list',
        join(dir, 'list.json'),
        '--game-dir',
        dir,
        '--no-cache',
        '--json',
      ])
      expect(code).toBe(3)
      expect(JSON.parse(out)).toMatchObject({ result: 'not-trusted', filesListed: 0, problems: [] })
    },
  )

  it('ends with 3 where the list lost more than half of its files, and has not forgotten it', async () => {
    const game = makeGame()
    for (const name of ['a', 'b', 'c']) game.add(`@Mod/${name}`)
    expect((await verify(game)).code).toBe(0)
    game.rows.splice(1)
    expect((await verify(game)).code).toBe(3)
    expect((await verify(game, '--no-cache')).code).toBe(0)
  })

  it('fetches the list of a mod, and tells a service that fails', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    let status = 200
    const asked: (string | undefined)[] = []
    const server = createServer()
    const baseUrl = await serve((request, response) => {
      asked.push(request.url)
      const mods = [{ Id: '7', Directories: '@Mod ' }, { Id: 8, Name: null }, { Id: null }]
      const data = request.url === '/v1/mods' ? mods : game.rows
      response.writeHead(status).end(JSON.stringify({ data }))
    }, server)
    const words = ['verify', '--mod', '7', '--base-url', baseUrl, '--game-dir', game.dir, '--no-cache', '--json']
    expect((await here(words)).code).toBe(0)
    expect(asked.sort()).toEqual(['/v1/mod/hashlist/7', '/v1/mods'])
    for (status of [404, 503]) expect((await here(words)).code).toBe(3)
    server.closeAllConnections()
    server.close()
    expect((await here(words)).code).toBe(3)
  })

  it('neither reads nor writes a cache with --no-cache', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    const elsewhere = join(tempDir(), 'cache')
    const list = join(game.cacheDir, 'list.json')
    writeFileSync(list, JSON.stringify(game.rows))
    await here(['verify', '--list', list, '--game-dir', game.dir, '--no-cache'], {
      LOADOUT_CACHE_DIR: elsewhere,
    })
    expect(existsSync(elsewhere)).toBe(false)
  })

  it('checks where its cache cannot be', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    const list = join(game.dir, 'list.json')
    writeFileSync(list, JSON.stringify(game.rows))
    for (const cache of [join(list, 'below-a-file'), '/proc/no-folder-can-be-made-here']) {
      const env = { LOADOUT_CACHE_DIR: cache }
      const { code, out, err } = await here(['verify', '--list', list, '--game-dir', game.dir, '--json'], env)
      const { result } = JSON.parse(out) as { result: string }
      expect({ cache, code, err, result }).toEqual({ cache, code: 0, err: '', result: 'ready' })
    }
  })

  it('says with its code what nobody reads any more', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    const { code, err } = await run(
      ['verify', '--list', import.meta.filename, '--game-dir', game.dir, '--no-cache', '--json'],
      {},
      (child) => child.stdout?.destroy(),
    )
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringMatching(/^not trusted: not-json/) as string })
  })

  // How Ctrl+C ends it on Windows, which has no signals: test/windows/console.test.ts
  it.skipIf(isWindows)('ends with 130 when it is interrupted', async () => {
    const game = makeGame()
    game.add('@Mod/big', randomBytes(8 << 20))
    let ask: () => void = () => undefined
    const asked = new Promise<void>((resolve) => (ask = resolve))
    const baseUrl = await serve(() => ask()) // never answers
    const words = ['verify', '--mod', '7', '--base-url', baseUrl, '--game-dir', game.dir, '--json']
    const { code, out } = await run(words, {}, (child) => void asked.then(() => child.kill('SIGINT')))
    expect(JSON.parse(out)).toMatchObject({ code: 'interrupted', result: 'interrupted' })
    expect(code).toBe(130)
  })
})

describe('hash', () => {
  it('writes a list that verify takes', async () => {
    const game = makeGame()
    game.add('@Mod/addons/a.pbo')
    game.add('@Mod/ä.txt', Buffer.from('hallo'))
    game.add('@Mod/empty', Buffer.alloc(0))
    const file = join(game.cacheDir, 'made.json')
    expect(await run(['hash', join(game.dir, '@Mod'), '--out', file])).toEqual({ code: 0, out: '', err: '' })
    const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data: Record<string, unknown>[] }
    expect(data.map((row) => Object.keys(row))).toEqual(
      data.map(() => ['Id', 'RelativPath', 'Hash', 'FileName', 'Size']),
    )
    expect(data.map(({ RelativPath }) => RelativPath)).toEqual(['@Mod\\addons\\a.pbo', '@Mod\\empty', '@Mod\\ä.txt'])
    expect((await run(['verify', '--list', file, '--game-dir', game.dir, '--no-cache'])).code).toBe(0)
    rmSync(join(game.dir, '@Mod/empty'))
    expect((await run(['verify', '--list', file, '--game-dir', game.dir, '--no-cache'])).code).toBe(1)
  })

  it('writes none of a folder that no list can tell', async () => {
    const game = makeGame()
    game.add('@Mod/a')
    game.add('@Mod/NUL')
    const { code, out } = await run(['hash', join(game.dir, '@Mod')])
    expect({ code, out }).toEqual({ code: 3, out: '' })
    rmSync(join(game.dir, '@Mod/NUL'))
    game.add('@Mod/A')
    if (readdirSync(join(game.dir, '@Mod')).length > 1)
      // else the disk itself takes no twins
      expect(await run(['hash', join(game.dir, '@Mod')])).toMatchObject({ code: 3, out: '' })
    rmSync(join(game.dir, '@Mod'), { recursive: true })
    expect((await run(['hash', join(game.dir, '@Mod')])).code).toBe(2)
  })
})

describe('without a terminal', () => {
  it('progress is a line every ten seconds', () => {
    const lines: string[] = []
    const stderr = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString())
        done()
      },
    })
    let now = 0
    const bar = openProgressBar({ stderr }, () => now)
    const progress = { filesDone: 1, filesTotal: 4, bytesDone: 25, bytesTotal: 100, bytesPerSecond: 5, secondsLeft: 15 }
    for (; now <= 25_000; now += 1000) bar.show({ ...progress, currentFile: 'a\u001b[2Jb' })
    bar.clear()
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/25 %.*15s left.*a\\u\{1b\}\[2Jb\n$/)
  })

  it('help has a page for each command, and --version a number', async () => {
    for (const name of ['verify', 'repair', 'hash', 'profile'])
      expect((await here(['help', name])).out).toMatch(new RegExp(`^NAME\n  loadout ${name} `))
    expect((await here(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
