import { describe, expect, it } from 'vitest'
import { type FoundProblem, parseHashList } from '../../src-main/mods/index.ts'
import { addChosen, plannedFiles } from '../../src-main/mods/repair/plan.ts'
import { parseHead, parseJournal } from '../../src-main/mods/repair/session.ts'
import { type Step, StepList } from '../../src-main/mods/repair/steps.ts'
import { fileUrl, readAddresses } from '../../src-main/mods/repair/sources.ts'
import { badPaths } from '../mods/bad-paths.ts'
import { join } from 'node:path'
import { realDisk } from './real-disk.ts'
import { runSteps } from '../../src-main/mods/repair/run/run-steps.ts'
import { beginRepairSession } from '../../src-main/mods/repair/session.ts'
import type { SafePath } from '../../src-main/mods/list/index.ts'
import { tempDir } from '../support/temp.ts'
import { bytesOf, md5, openWorld, treeOf, write } from './support.ts'

const MOD = '@Mod'
const bad = badPaths.flatMap(({ paths }) => paths)

const good = `${MOD}/addons/good.pbo`
const bytes = bytesOf('good', 1000)

async function run(world: Awaited<ReturnType<typeof openWorld>>, gameDir: string, steps: Iterable<Step>) {
  const head = {
    kind: 'repair',
    modId: 1,
    modName: '',
    modFolder: MOD,
    listVersion: '',
    steps: StepList.of(steps),
  } as const
  const session = await beginRepairSession(realDisk, gameDir, head, new Date())
  const outcome = await runSteps(session, world.options())
  await session.close()
  return outcome
}

describe('hostile paths', () => {
  it('reach neither plan nor disk: only the good file is written', async () => {
    const world = await openWorld({ [good]: bytes })
    write(world.gameDir, '@Other/canary.pbo', 'canary')
    write(world.gameDir, 'canary.exe', 'canary')
    const before = treeOf(world.gameDir)
    const raw = [...bad, good]
    const rows = raw.map((RelativPath, Id) => ({
      Id,
      RelativPath,
      Hash: md5(bytes),
      FileName: 'x',
      Size: bytes.length,
    }))
    const reading = parseHashList(Buffer.from(JSON.stringify(rows)), MOD)
    if (!reading.trusted) throw new Error(reading.reason)
    const problems = reading.list.entries.map((entry): FoundProblem => {
      const { path } = entry
      const said = { path, result: 'missing' as const, expected: bytes.length, found: null }
      if (entry.kind !== 'file') return said
      return { ...said, listed: { path: entry.path, size: entry.size, hash: entry.hash, algorithm: entry.algorithm } }
    })
    const facts = { listVersion: 'v', filesStay: 0, checkedAt: '' }
    const checked = { modId: 1, modName: 'Nordwind', modFolder: MOD, ...facts }
    const basis = { gameDir: world.gameDir, checked, source: readAddresses([world.base.href], false) }
    const steps = new StepList()
    addChosen(steps, problems, basis, () => true)
    expect([...steps].map(({ path }) => path)).toEqual([good])
    expect(plannedFiles(problems, basis).blocked.length).toBe(bad.length)
    await run(world, world.gameDir, steps)
    const after = Object.keys(treeOf(world.gameDir)).filter((path) => !path.startsWith('.loadout/'))
    expect(after.sort()).toEqual([...Object.keys(before), good].sort())
  })

  it('write nothing even where nobody looked at them before: the canaries around the mod live', async () => {
    const outer = tempDir()
    const gameDir = join(outer, 'games/the game')
    for (const path of ['canary.txt', 'games/canary.exe', 'games/the game/canary.dll', `games/the game/${MOD}/own.pbo`])
      write(outer, path, 'canary')
    write(outer, 'games/the game/@Other/canary.pbo', 'canary')
    const before = treeOf(outer)
    const anything = new Proxy<Record<string, Uint8Array>>({}, { get: () => bytes })
    const world = await openWorld(anything)
    const forged = bad.filter((path) => typeof path === 'string').map((path) => path as SafePath)
    const wanted = { size: bytes.length, hash: md5(bytes), algorithm: 'md5' as const }
    const steps = forged.flatMap((path): Step[] => [
      { do: 'fetch', path, ...wanted },
      { do: 'rename', from: 'canary.dll' as SafePath, path, ...wanted },
      { do: 'set-aside', path },
    ])
    const outcome = await run(world, gameDir, steps)
    expect(outcome).toMatchObject({ repaired: 0, setAside: 0 })
    expect(outcome.troubles.length).toBe(steps.length)
    expect(world.service.asked).toEqual([])
    const store = 'games/the game/.loadout/'
    expect(Object.fromEntries(Object.entries(treeOf(outer)).filter(([path]) => !path.startsWith(store)))).toEqual(
      before,
    )
  })

  it('in a session file that was tampered with make it void', async () => {
    for (const path of bad) {
      if (typeof path !== 'string') continue
      const step = { do: 'fetch', path, size: 1, hash: 'aa', algorithm: 'md5' }
      const head = { version: 1, id: 'x', kind: 'repair', modId: 1, modName: '', modFolder: MOD, listVersion: '' }
      const text = (steps: object[]) => JSON.stringify({ ...head, startedAt: '', steps })
      const inFolder = path.replaceAll('\\', '/').startsWith(`${MOD}/`)
      if (inFolder) expect(await parseHead(Buffer.from(text([step]))), path).toBeUndefined()
      if (inFolder)
        expect(await parseJournal(Buffer.from(JSON.stringify({ w: 'done', path, how: 'fetched' })), MOD), path).toEqual(
          [],
        )
    }
  })
})

describe('addresses', () => {
  it.each([
    [
      'https://files.example/mods',
      `${MOD}\\a b\\ü#?%.pbo`,
      'https://files.example/mods/%40Mod/a%20b/%C3%BC%23%3F%25.pbo',
    ],
    ['https://files.example/mods/?t=1', 'x/../y', 'https://files.example/mods/x/y?t=1'],
  ])('are made of encoded segments: %s', (base, path, url) => {
    const source = readAddresses([base], false)
    expect(source.ok && fileUrl(source.bases[0], path).href).toBe(url)
  })

  it.each([
    ['', false, 'no-source'],
    [' ', false, 'no-source'],
    ['files', false, 'bad-source'],
    ['ftp://files.example/', false, 'bad-source'],
    ['https://user:pass@files.example/', false, 'bad-source'],
    ['http://files.example/', false, 'insecure-source'],
    ['http://localhost.files.example/', false, 'insecure-source'],
  ])('that cannot be used are told why: %s', (text, allow, refusal) => {
    expect(readAddresses([text], allow)).toEqual({ ok: false, refusal })
  })

  it('of plain http are marked where the profile allows them', () => {
    expect(readAddresses(['http://files.example/'], true)).toMatchObject({ ok: true, insecure: true })
    expect(readAddresses(['http://127.0.0.1:8080/'], false)).toMatchObject({ ok: true, insecure: false })
  })
})
