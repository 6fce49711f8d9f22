// A newcomer's walk through the README: each of its commands, links and examples, as it stands there.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runCli } from '../../src-main/cli/run.ts'
import { plantedProblems } from '../../src-main/demo/index.ts'
import { startDemo } from '../support/demo.ts'
import { readProfile } from '../../src-main/settings/index.ts'
import { readArguments } from '../../src-main/desktop/index.ts'
import { workers } from '../mods/game.ts'
import { tempDir } from '../support/temp.ts'
import { tellsCaseApart } from '../support/system.ts'

const root = resolve(import.meta.dirname, '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  bin: Record<string, string>
  engines: { node: string }
}

/** Lines that are set as code, without their indent. */
const lines = readme.split('\n').flatMap((line) => /^ {4}(\S.*)$/.exec(line)?.[1] ?? [])
/** Every command, those in the middle of a sentence or a table included. */
const commands = [...lines, ...[...readme.matchAll(/`(np[mx] [^`]+)`/g)].map(([, inline]) => inline as string)]
const wordsOf = (command: string) =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

describe('the README', () => {
  it('names only npm scripts that there are', () => {
    const named = commands.flatMap((command) => /^npm (?:run )?([\w:-]+)/.exec(command)?.[1] ?? [])
    expect(named).toEqual(expect.arrayContaining(['start', 'test', 'check', 'bench', 'tour', 'package']))
    for (const name of named) {
      const file = /^node (\S+)/.exec(manifest.scripts[name] ?? '')?.[1] ?? ''
      expect(file && existsSync(join(root, file)), `npm run ${name}`).toBe(true)
    }
  })

  it('leads to files that are there', () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, link]) => link as string)
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([])
  })

  it('asks for the Node that the package asks for', () => {
    expect(manifest.engines.node).toBe(`>=${/Node (\d+) or later/.exec(readme)?.[1] ?? ''}`)
  })

  it('shows a community that can be used, and how the app is told of it', () => {
    const file = join(tempDir(), 'north.json')
    writeFileSync(file, lines.find((line) => line.startsWith('{')) ?? '')
    expect(readProfile(file)).toMatchObject({ id: 'north', baseUrl: 'https://api.example.org' })
    const start = commands.find((command) => command.startsWith('npm start -- ')) ?? ''
    expect(readArguments(wordsOf(start), {})).toMatchObject({
      community: 'north.json',
      userDataDir: resolve('profile'),
    })
    const [name, value] = (/`(LOADOUT_\w+=\S+)`/.exec(readme)?.[1] ?? '').split('=')
    expect(readArguments([], { [name ?? '']: value }).community).toBe('north.json')
  })
})

/** The demo's world in place of the README's example names. */
async function createWorld() {
  const folder = tempDir()
  const demo = await startDemo({ dataDir: folder, now: () => new Date() })
  onTestFinished(() => demo.close())
  await demo.game.ready
  const stands: Record<string, string> = {
    'list.json': join(folder, 'list.json'),
    'north.json': join(folder, 'north.json'),
    'https://api.example.org': demo.service.baseUrl,
    '/games/Arma 3': demo.gameDir,
    '/games/Arma 3/@mod': join(demo.gameDir, '@Nordwind'),
  }
  const profile = { id: 'north', name: 'North', baseUrl: demo.service.baseUrl }
  writeFileSync(join(folder, 'north.json'), JSON.stringify(profile))
  return async (line: string) => {
    const [, , command = '', ...words] = wordsOf(line)
    const said: Buffer[] = []
    const keepTo = (chunks: Buffer[]) =>
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          chunks.push(chunk)
          done()
        },
      })
    // the progress of a slow computer goes to stderr
    const terminal = {
      workers,
      env: { LOADOUT_CACHE_DIR: join(folder, 'cache') },
      stdout: keepTo(said),
      stderr: keepTo([]),
    }
    const given = words.map((word) => stands[word] ?? word)
    return {
      code: await runCli(command, given, terminal, new AbortController().signal),
      said: Buffer.concat(said).toString(),
    }
  }
}

describe('the README’s commands of the headless twin', () => {
  it('do what is said of them, from a list of one’s own to a repair’s plan', async () => {
    const run = await createWorld()
    const ours = commands.filter((command) => command.startsWith('npx loadout '))
    const take = (begin: string) => {
      const at = ours.findIndex((line) => line.startsWith(`npx loadout ${begin}`))
      return ours.splice(at, 1)[0] ?? ''
    }
    expect(await run(take('hash'))).toMatchObject({ code: 0 })
    expect(await run(take('verify --list'))).toMatchObject({ code: 0 })
    const { code, said } = await run(take('verify --mod'))
    expect(code).toBe(1)
    const { problems } = JSON.parse(said) as { problems: { path: string }[] }
    const { 'case-differs': otherCase, ...planted } = plantedProblems
    const wanted = [...Object.values(planted), ...(tellsCaseApart ? [otherCase] : [])]
    expect(problems.map(({ path }) => path).sort()).toEqual(wanted.sort())
    expect(await run(take('repair'))).toMatchObject({ code: 1 })
    expect(await run(`${take('profile check')} --local`)).toMatchObject({ code: 0 })
    expect(ours).toEqual([])
  })
})
