import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { lookup } from 'node:dns'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readUpTo } from '../../src-main/lib/index.ts'
import { parseHashList, parseModFolder } from '../../src-main/mods/index.ts'
import { get } from '../../src-main/http/index.ts'
import { openSourceConnections } from '../../src-main/mods/repair/index.ts'
import { ownDataDir, sessionKey } from '../../src-main/mods/repair/session-key.ts'
import { realDisk } from './real-disk.ts'
import { type Disk, openDisk } from '../../src-main/mods/repair/disk.ts'
import { readUnfinished } from '../../src-main/mods/repair/unfinished.ts'
import { readAddresses, Source } from '../../src-main/mods/repair/sources.ts'
import { programAt } from '../support/programs.ts'
import { serve } from '../support/serve.ts'
import { tempDir } from '../support/temp.ts'
import { addChosen, plannedFiles } from '../../src-main/mods/repair/plan.ts'
import { emptySession, readQuarantine } from '../../src-main/mods/repair/quarantine.ts'
import { listSessions, parseHead, parseJournal, openRepairSession } from '../../src-main/mods/repair/session.ts'
import { StepList } from '../../src-main/mods/repair/steps.ts'
import { undo } from '../../src-main/mods/repair/undo.ts'
import { check } from './checked.ts'
import { bytesOf, fetchStep, md5, MOD, openWorld, read, treeOf, write } from './support.ts'
import { tellsCaseApart } from '../support/system.ts'

const row = (path: string) => ({ RelativPath: path, Hash: md5('x'), Size: 1 })
const listOf = (paths: string[], modFolder = MOD) => {
  const reading = parseHashList(Buffer.from(JSON.stringify(paths.map(row))), modFolder)
  if (!reading.trusted) throw new Error(reading.reason)
  return reading.list.entries
}
const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const path = `${MOD}/addons/a.pbo`
const bytes = bytesOf('a', 5000)

describe('the folder of a mod', () => {
  it.each([
    'BattlEye',
    'Dta',
    '.loadout',
    '.config',
    '.',
    '..',
    '@',
    '',
    'Launcher',
    ' @x',
    '..@x',
    '@x.',
    '@con:',
    '@x.app',
    '@x.{ED7BA470-8E54-465E-825C-99712043E01C}',
  ])('is not %s: it begins with @', (name) => {
    expect(parseModFolder(name).ok).toBe(false)
    const rows = [row(`${name}/a.dll`), row(`${name}/b.dll`)]
    expect(parseHashList(Buffer.from(JSON.stringify(rows)), name)).toMatchObject({ trusted: false })
    expect(parseHashList(Buffer.from(JSON.stringify(rows)))).toMatchObject({ trusted: false })
  })

  it('holds nothing of repair’s own, however it is spelled', () => {
    const paths = ['.loadout/x', `${MOD}/.loadout/s/session.json`, `${MOD}/a/.LoadOut`, `${MOD}/.LOADOUT/kept/0/x`]
    expect(listOf([path, ...paths]).map(({ kind }) => kind)).toEqual(['file', ...paths.map(() => 'unsafe-path')])
  })

  it('is written as its record spells it, whatever the rows say', () => {
    const entries = listOf([path, `${MOD.toUpperCase()}/addons/b.pbo`, '@Other/x', 'Dta/game.bin'])
    expect(entries.map((entry) => (entry.kind === 'file' ? entry.path : entry.kind))).toEqual([
      path,
      `${MOD}/addons/b.pbo`,
      'unsafe-path',
      'unsafe-path',
    ])
  })

  it.skipIf(!tellsCaseApart)('of another spelling is another mod’s: told, and nothing is written', async () => {
    const world = await openWorld({ [path]: bytes })
    const other = MOD.toUpperCase()
    write(world.gameDir, `${other}/addons/a.pbo`, 'of another community')
    const before = treeOf(world.gameDir)
    const { outcome } = await world.repair([fetchStep(path, bytes)])
    expect(outcome).toMatchObject({ repaired: 0, stopped: { kind: 'folder-case', folder: other } })
    const after = Object.fromEntries(
      Object.entries(treeOf(world.gameDir)).filter(([one]) => !one.startsWith('.loadout/')),
    )
    expect(after).toEqual(before)
  })

  it('of another spelling is not renamed by a plan either', async () => {
    const world = await openWorld({ [path]: bytes })
    write(world.gameDir, `${MOD.toUpperCase()}/addons/a.pbo`, bytes)
    const checked = check(world.gameDir, { [path]: bytes }, 1)
    const [listed] = listOf([path])
    if (listed?.kind !== 'file') throw new Error()
    const found = `${MOD.toUpperCase()}/addons/a.pbo`
    const problems = [{ path, result: 'case-differs' as const, expected: path, found, listed }]
    const basis = { gameDir: world.gameDir, checked, source: readAddresses([world.base.href], false) }
    const steps = new StepList()
    addChosen(steps, problems, basis, () => true)
    expect(steps.count).toBe(0)
    expect(plannedFiles(problems, basis).blocked).toEqual([
      { path, cause: { kind: 'folder-case', folder: MOD.toUpperCase() } },
    ])
  })
})

describe('a session file', () => {
  const head = {
    version: 1,
    id: 'x',
    kind: 'repair',
    modId: 1,
    modName: '',
    modFolder: MOD,
    listVersion: '',
    startedAt: '',
  }
  const step = (at: string) => ({ do: 'fetch', path: at, size: 1, hash: 'aa', algorithm: 'md5' })

  const planOf = (steps: object[], modFolder = MOD) => {
    const first = JSON.stringify({ ...head, modFolder }).slice(0, -1)
    return Buffer.from(`${first},"steps":[\n${steps.map((one) => JSON.stringify(one)).join(',\n')}\n]}`)
  }

  it('is void with a path outside of its mod’s folder', async () => {
    expect(await parseHead(planOf([step(path)]))).toMatchObject({ modFolder: MOD })
    for (const bad of ['@Other/a.pbo', 'Launcher/x.dll', '.loadout/y', `${MOD.toUpperCase()}/a`, `${MOD}\\a`]) {
      expect(await parseHead(planOf([step(bad)])), bad).toBeUndefined()
      const renames = { ...step(path), do: 'rename', from: bad }
      expect(await parseHead(planOf([renames])), bad).toBeUndefined()
      for (const entry of [
        { w: 'done', path: bad, how: 'fetched', added: true },
        { w: 'done', path, how: 'renamed', from: bad },
      ])
        expect(await parseJournal(json(entry), MOD), bad).toEqual([])
    }
    expect(await parseHead(planOf([]))).toMatchObject({ modFolder: MOD })
    for (const modFolder of ['Launcher', '.loadout', 'BattlEye', '', '..'])
      expect(await parseHead(planOf([], modFolder)), modFolder).toBeUndefined()
  })

  it('brings back nothing outside of its mod’s folder, whatever lies in its quarantine', async () => {
    const world = await openWorld({ [path]: bytes })
    write(world.gameDir, path, 'former')
    write(world.gameDir, '@Other/own.pbo', 'own')
    const { session } = await world.repair([fetchStep(path, bytes)])
    const kept = join('.loadout', session.head.id, 'kept/0')
    for (const planted of ['Launcher/x.dll', '@Other/own.pbo', '.loadout/y/session.json'])
      write(world.gameDir, join(kept, planted), 'evil')
    writeFileSync(
      join(world.gameDir, '.loadout', session.head.id, 'journal.ndjson'),
      `\n${JSON.stringify({ w: 'done', path: '@Other/own.pbo', how: 'fetched', added: true })}\n`,
      { flag: 'a' },
    )
    const [shown] = (await readQuarantine(realDisk, world.gameDir)).sessions
    expect(shown?.files.map((file) => file.path)).toEqual([path])
    const tools = world.options().tools
    expect(await undo(session.head.id, null, { gameDir: world.gameDir, tools, now: new Date() })).toEqual({
      restored: 1,
      left: [],
    })
    expect(read(world.gameDir, path)?.toString()).toBe('former')
    expect(read(world.gameDir, 'Launcher/x.dll')).toBeUndefined()
    expect(read(world.gameDir, '@Other/own.pbo')?.toString()).toBe('own')
    expect(await openRepairSession(realDisk, world.gameDir, 'y')).toBeUndefined()
    expect(await listSessions(realDisk, world.gameDir)).toHaveLength(2)
  })
})

describe('a session that another one began', () => {
  it('is none: not listed, not gone on with, not undone, not emptied; nor one that was changed', async () => {
    const world = await openWorld({ [path]: bytes })
    write(world.gameDir, path, 'former')
    const { session } = await world.repair([fetchStep(path, bytes)])
    const { id } = session.head
    const tools = world.options().tools
    const work = { gameDir: world.gameDir, now: new Date(), tools }
    const asked = async (disk: Disk) => [
      await readQuarantine(disk, world.gameDir),
      (await readUnfinished(disk, world.gameDir)).unfinished,
      await undo(id, null, { ...work, tools: { ...tools, disk } }),
      await emptySession(disk, world.gameDir, id),
    ]
    const nothing = [{ sessions: [], unknown: 1 }, [], undefined, 0] // told, and left alone
    expect(await asked(openDisk(Buffer.alloc(32, 8)))).toEqual(nothing)
    for (const name of ['session.seal', 'session.json']) {
      const file = join('.loadout', id, name)
      const text = read(world.gameDir, file)?.toString() ?? ''
      write(world.gameDir, file, name.endsWith('seal') ? '' : text.replace('"modName":"', '"modName":"x'))
      expect(await asked(realDisk), name).toEqual(nothing)
      write(world.gameDir, file, text)
    }
    expect(read(world.gameDir, path)?.equals(bytes)).toBe(true)
    expect(await undo(id, null, work)).toEqual({ restored: 1, left: [] })
  })

  it('is told by a key of the player’s own, which stays the same and which nobody else may read', () => {
    const dir = join(tempDir(), 'own')
    const key = sessionKey(dir)
    expect(sessionKey(dir)).toEqual(key)
    expect(sessionKey(join(tempDir(), 'own'))).not.toEqual(key)
    writeFileSync(join(dir, 'session-key'), '') // as a power cut leaves it
    expect(sessionKey(dir)).toEqual(sessionKey(dir))
    if (process.platform !== 'win32') expect(statSync(join(dir, 'session-key')).mode & 0o777).toBe(0o600)
    const unread = 'a key that cannot be read, on which sessions depend'
    writeFileSync(join(dir, 'session-key'), unread)
    expect(sessionKey(dir)).not.toEqual(sessionKey(dir)) // only for this run
    expect(readFileSync(join(dir, 'session-key'), 'utf8')).toBe(unread)
    expect(ownDataDir({ XDG_DATA_HOME: '/d' }, '/h', 'linux')).toBe(join('/d/loadout'))
  })
})

describe('the key of sessions', () => {
  it('is the same for all who ask for the first one at the same moment, so that each can undo its repairs later', async () => {
    const [dir, threads] = [tempDir(), 2]
    const arrived = new Int32Array(new SharedArrayBuffer(100 * Int32Array.BYTES_PER_ELEMENT))
    const asked = Array.from({ length: threads }, async () => {
      const worker = new Worker(programAt('key-child'), { workerData: { dir, threads, arrived } })
      const [keys] = (await once(worker, 'message')) as [string[]]
      return keys
    })
    const [some = [], others = []] = await Promise.all(asked)
    expect(some).toHaveLength(arrived.length)
    expect(others.filter((key, at) => key !== some[at])).toEqual([])
    expect(readdirSync(join(dir, '0'))).toEqual(['session-key'])
  })
})

describe('what a list may bring', () => {
  const shell = [
    'a.lnk',
    'A.LNK',
    'x/b.url',
    'c.library-ms',
    'desktop.ini',
    'x/Desktop.INI',
    'autorun.inf',
    'd.scf',
    'e.desktop',
    'f.searchConnector-ms',
    '.directory',
    'g.theme',
    '.git/config',
    'x/.vscode/tasks.json',
    'x.app/Contents/MacOS/x',
    'y.{2227A280-3AEA-1069-A2DE-08002B30309D}/z',
  ]

  it('is no file that a file manager acts on', () => {
    const entries = listOf([path, ...shell.map((name) => `${MOD}/${name}`), `${MOD}/lnk`, `${MOD}/my desktop.ini.txt`])
    expect(entries.map((entry) => (entry.kind === 'unsafe-path' ? entry.refusal : entry.kind))).toEqual([
      'file',
      ...shell.map(() => 'shell-file'),
      'file',
      'file',
    ])
  })

  it('is told in the plan where it is a program', async () => {
    const world = await openWorld({})
    mkdirSync(join(world.gameDir, MOD))
    const programs = [
      'x.dll',
      'bin/Y.EXE',
      'z.so.1.2',
      'a.BAT',
      'b.scr',
      'c.msc',
      'd.application',
      'e.Command',
      'f.chm',
    ].map((name) => `${MOD}/${name}`)
    const listed = Object.fromEntries([path, `${MOD}/dll.txt`, ...programs].map((one) => [one, bytes]))
    const checked = check(world.gameDir, listed, 1)
    const { programs: told, fetch } = plannedFiles(checked.problems, {
      checked,
      gameDir: world.gameDir,
      source: readAddresses([world.base.href], false),
    })
    expect(told.sort()).toEqual(programs.sort())
    expect(fetch).toHaveLength(programs.length + 2)
  })
})

/** A server on this computer that counts its requests, and may send on. */
async function serverHere(location?: string) {
  let asked = 0
  const { port } = new URL(
    await serve((_, response) => {
      asked++
      response.writeHead(location ? 302 : 200, location ? { location } : {}).end('here')
    }),
  )
  return { port, asked: () => asked }
}

/** What a file server's address comes to for a community whose service is at `service`; every name resolves to `address`. */
async function ask(service: string, url: string, address = '127.0.0.1') {
  const found = [{ address, family: address.includes(':') ? 6 : 4 }]
  const resolve = ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
    callback(null, found)) as unknown as typeof lookup
  const connections = openSourceConnections(service, resolve)
  onTestFinished(() => connections.close())
  const timeouts = { headersMs: 10_000, stallMs: 10_000, slowMs: 60_000 }
  const asked = { url: new URL(url), headers: {}, connections, timeouts, signal: new AbortController().signal }
  return get(asked).then(
    async ({ body }) => String(await readUpTo(100, body)),
    (error: unknown) => (error as { reason?: { kind: string } }).reason?.kind ?? error,
  )
}

describe('a file server on this computer or in its network', () => {
  it.each(['https://api.example.org', 'https://8.8.8.8', 'https://192.168.1.9'])(
    'does not answer for %s',
    async (service) => {
      const here = await serverHere()
      for (const host of ['127.0.0.1', '127.1', '2130706433', '[::ffff:127.0.0.1]', 'files.example.org', 'localhost'])
        expect(await ask(service, `http://${host}:${here.port}/`), host).toBe('private-source')
      for (const host of ['192.168.1.1', '10.0.0.1', '169.254.169.254', '[fe80::1]', '[fd00::1]'])
        expect(await ask(service, `http://${host}:${here.port}/`), host).toBe('private-source')
      for (const address of ['192.168.1.1', '10.0.0.1', '::1', 'fd00::1'])
        expect(await ask(service, `http://files.example.org:${here.port}/`, address), address).toBe('private-source')
      expect(here.asked()).toBe(0)
    },
  )

  it('answers where the community’s own service is there', async () => {
    const here = await serverHere()
    for (const host of ['127.0.0.1', 'localhost', 'files.example.org'])
      expect(await ask('http://127.0.0.1:1', `http://${host}:${here.port}/`)).toBe('here')
  })

  it('does not answer after a redirect either: nothing is asked there', async () => {
    const world = await openWorld({ [path]: bytes })
    const inside = await serverHere()
    const outside = await serverHere(`https://192.168.1.1:${inside.port}/`)
    const connections = openSourceConnections('http://127.0.0.1') // what is on this computer stands for the outside
    onTestFinished(() => connections.close())
    const { tools } = world.options()
    const { outcome } = await world.repair([fetchStep(path, bytes)], {
      tools: { ...tools, connections, allowHttp: true },
      sources: () => [new Source(new URL(`http://127.0.0.1:${outside.port}/`))],
    })
    expect(outcome).toMatchObject({ stopped: { kind: 'private-source', host: '192.168.1.1' }, repaired: 0 })
    expect([outside.asked(), inside.asked()]).toEqual([1, 0])
  })
})
