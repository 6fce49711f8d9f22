import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  beginRepairSession,
  donePaths,
  hasEnded,
  type SessionEntry,
  listSessions,
  openRepairSession,
  type SessionHead,
  storeOf,
} from '../../src-main/mods/repair/session.ts'
import type { Disk } from '../../src-main/mods/repair/disk.ts'
import { bytesToFetch, type Step, StepList } from '../../src-main/mods/repair/steps.ts'
import { isWindows } from '../support/system.ts'
import { copyFolder, tempDir } from '../support/temp.ts'
import { realDisk } from './real-disk.ts'
import { fetchStep, MOD, safe, write } from './support.ts'

const began = new Date('2026-03-01T12:00:00.500Z')
const stepsOf = (count: number): Step[] =>
  Array.from({ length: count }, (_, at) => fetchStep(`${MOD}/${at}.pbo`, Buffer.from(`${at}`)))

const begin = (
  gameDir: string,
  steps: Step[] = [],
  now = began,
  disk: Disk = realDisk,
  more: Pick<SessionHead, 'work'> = {},
) =>
  beginRepairSession(
    disk,
    gameDir,
    {
      kind: 'repair',
      modId: 1,
      modName: 'Nordwind',
      modFolder: MOD,
      listVersion: 'v1',
      steps: StepList.of(steps),
      ...more,
    },
    now,
  )

/** A head as JSON has it. */
const wholeOf = (head: SessionHead) => ({ ...head, steps: [...head.steps] })

const path = safe(`${MOD}/a.pbo`)
const fileOf = (folder: string, name: string) => join(folder, name)

describe('a session', () => {
  it.each([0, 1, 199, 200, 201, 400, 401])('of %i steps is read as it was begun', async (count) => {
    const gameDir = tempDir()
    const { head, folder } = await begin(gameDir, stepsOf(count))
    expect(await openRepairSession(realDisk, gameDir, head.id)).toMatchObject({ head, journal: [], folder })
    expect(JSON.parse(readFileSync(fileOf(folder, 'session.json'), 'utf8'))).toEqual(wholeOf(head))
  })

  it.each(['install', 'update', 'repair'] as const)('to %s is read as such', async (work) => {
    const gameDir = tempDir()
    const { head } = await begin(gameDir, [], began, realDisk, { work })
    expect((await openRepairSession(realDisk, gameDir, head.id))?.head.work).toBe(work)
  })

  it('is there until its disk is gone', async () => {
    const gameDir = tempDir()
    const session = await begin(gameDir)
    expect(await session.isThere()).toBe(true)
    rmSync(gameDir, { recursive: true })
    expect(await session.isThere()).toBe(false)
  })

  // Windows has no way to make a folder durable.
  it.skipIf(isWindows)(
    'outlasts a power cut once it is begun: its folder is made durable with its files in it, then the store',
    async () => {
      const gameDir = tempDir()
      const durable: [string, string[]][] = []
      const open: Disk['open'] = async (at, ...how) => {
        const handle = await realDisk.open(at, ...how)
        const sync = handle.sync.bind(handle)
        return Object.assign(handle, {
          sync: () => sync().then(() => void durable.push([String(at), readdirSync(at).sort()])),
        })
      }
      const { head, folder } = await begin(gameDir, [], began, { ...realDisk, open })
      expect(durable).toEqual([
        [folder, ['session.json', 'session.seal']],
        [storeOf(gameDir), [head.id]],
      ])
    },
  )

  it('keeps steps of every kind and digest', async () => {
    const gameDir = tempDir()
    const wanted = { path, size: null }
    const steps: Step[] = [
      { do: 'set-aside', path },
      { do: 'rename', path, size: 5, from: safe(`${MOD}/A.pbo`), hash: 'b'.repeat(64), algorithm: 'sha256' },
      { do: 'fetch', ...wanted, hash: 'a'.repeat(40), algorithm: 'sha1' },
    ]
    const { head } = await begin(gameDir, steps)
    expect([...((await openRepairSession(realDisk, gameDir, head.id))?.head.steps ?? [])]).toEqual(steps)
    expect(steps.concat(fetchStep(path, Buffer.alloc(7))).map(bytesToFetch)).toEqual([0, 0, 0, 7])
  })

  it('is none where its plan was cut short, changed, or lies under another name', async () => {
    const gameDir = tempDir()
    const { head, folder } = await begin(gameDir, stepsOf(401))
    const plan = fileOf(folder, 'session.json')
    const whole = readFileSync(plan, 'utf8')
    const sealed = async (text: string) => {
      writeFileSync(plan, text)
      writeFileSync(fileOf(folder, 'session.seal'), await realDisk.seal([text]))
      return openRepairSession(realDisk, gameDir, head.id)
    }
    const lines = whole.split('\n')
    for (let left = 0; left < lines.length; left++) {
      const cut = lines.slice(0, left).map((line) => `${line}\n`)
      expect(await sealed(cut.join('')), `${left} lines`).toBeUndefined()
    }
    expect(await sealed(`${JSON.stringify(wholeOf(head))}\n`)).toBeUndefined()
    expect(await sealed(whole.replace('[\n', '['))).toBeUndefined()
    expect(await sealed(whole)).toMatchObject({ head })
    await copyFolder(folder, join(storeOf(gameDir), 'another-name'))
    expect(await openRepairSession(realDisk, gameDir, 'another-name')).toBeUndefined()
    writeFileSync(plan, whole.replace('Nordwind', 'Südwind!'))
    expect(await openRepairSession(realDisk, gameDir, head.id)).toBeUndefined()
    for (const id of ['', '..', `..${sep}..`, `${head.id}/`, `./${head.id}`])
      expect(await openRepairSession(realDisk, gameDir, id), id).toBeUndefined()
  })

  it('writes its journal in the order in which it was told, however long a line takes', async () => {
    const gameDir = tempDir()
    const written: string[] = []
    let appends = 0
    const open: Disk['open'] = async (...how) => {
      const handle = await realDisk.open(...how)
      const append = handle.appendFile.bind(handle)
      const appendFile = async (line: string) => {
        const isFirst = ++appends === 1
        for (let turn = 0; isFirst && written.length === 0 && turn < 100; turn++) await nextTurn()
        written.push(line.trim())
        await append(line)
      }
      return Object.assign(handle, { appendFile })
    }
    const session = await begin(gameDir, [], began, { ...realDisk, open })
    const entries: SessionEntry[] = [
      { w: 'add', path },
      { w: 'done', path, how: 'fetched' },
    ]
    await Promise.all(entries.map((entry) => session.note(entry)))
    await session.close()
    expect(written).toEqual(entries.map((entry) => JSON.stringify(entry)))
  })

  it('has its journal again, without a line that was torn, and nothing of a later one lost', async () => {
    const gameDir = tempDir()
    const { head, folder } = await begin(gameDir)
    const first = await openRepairSession(realDisk, gameDir, head.id)
    await first?.note({ w: 'add', path })
    await first?.note({ w: 'folder', path: safe(`${MOD}/b`) })
    await first?.close()
    appendFileSync(fileOf(folder, 'journal.ndjson'), '{"w":"add","pa')
    const later = await openRepairSession(realDisk, gameDir, head.id, { modId: 2, modName: 'Ostwind' })
    expect(later?.head).toEqual({ ...head, modId: 2, modName: 'Ostwind' })
    await later?.note({ w: 'done', path, how: 'fetched' })
    await later?.close()
    await later?.note({ w: 'end', how: 'finished' })
    await later?.close()
    const journal = [
      { w: 'add', path },
      { w: 'folder', path: `${MOD}/b` },
      { w: 'done', path, how: 'fetched' },
      { w: 'end', how: 'finished' },
    ]
    expect(later?.journal).toEqual(journal)
    expect((await openRepairSession(realDisk, gameDir, head.id))?.journal).toEqual(journal)
  })

  it('has the lines of its journal in their order, however many are written at once', async () => {
    const gameDir = tempDir()
    const session = await begin(gameDir)
    const entries = stepsOf(500).map((step): SessionEntry => ({ w: 'add', path: step.path }))
    await Promise.all(entries.map((entry) => session.note(entry)))
    await session.close()
    expect((await openRepairSession(realDisk, gameDir, session.head.id))?.journal).toEqual(entries)
  })

  it('believes no line of its journal that leads out of the mod’s folder, or says nothing', async () => {
    const gameDir = tempDir()
    const { head, folder } = await begin(gameDir)
    const good = [
      { w: 'keep', path, to: `kept/12/${path}` },
      { w: 'folder', path: MOD },
      { w: 'rename', path, from: `${MOD}/A.pbo` },
      { w: 'ready' },
      { w: 'end', how: 'finished' },
    ]
    const bad = [
      ...['..', `${path}`, `kept/${path}`, `kept/0/../${path}`, 'kept/0/@Other/a', `x/kept/0/${path}`, 7].map((to) => ({
        ...{ w: 'keep', path, to },
      })),
      ...[null, 7, 'end', [], {}, { w: 7, path }, { w: 'done' }, { w: 'add', path: MOD }, { w: 'add', path: 7 }],
      ...[
        { w: 'folder', path: '@Other' },
        { w: 'rename', path, from: '@Other/a' },
        { w: 'rename', path, from: null },
      ],
    ]
    const lines = good.flatMap((one, at) => [one, ...bad.slice(at * 5, at * 5 + 5)]).map((one) => JSON.stringify(one))
    writeFileSync(fileOf(folder, 'journal.ndjson'), `\n${lines.join('\n\n')}\n`)
    expect((await openRepairSession(realDisk, gameDir, head.id))?.journal).toEqual(good)
  })

  it('comes after all others by its id, within one millisecond and after the clock was set back', async () => {
    const gameDir = tempDir()
    const ids: string[] = []
    const add = async (now: Date) => void ids.push((await begin(gameDir, [], now)).head.id)
    for (let count = 0; count < 12; count++) await add(began)
    expect(ids[0]).toMatch(/^20260301-120000500-[0-9a-f]{8}$/)
    await add(new Date('2026-03-01T13:00:00Z'))
    await add(new Date('2025-12-31T23:59:59.999Z'))
    expect(ids.at(-1)).toMatch(/^20260301-130000001-/)
    const { head } = await begin(gameDir, [], new Date('2026-03-02T00:00:00Z'))
    expect([...ids, head.id].toSorted()).toEqual([...ids, head.id])
    expect(await listSessions(realDisk, gameDir)).toEqual([...ids, head.id].toReversed())
    expect(head.startedAt).toBe('2026-03-02T00:00:00.000Z')
  })

  it('comes after the newest one, whatever else lies in the store', async () => {
    const gameDir = tempDir()
    mkdirSync(join(storeOf(gameDir), '20260301-120000999-ffffffff'), { recursive: true })
    mkdirSync(join(storeOf(gameDir), 'z-somebody-else'))
    writeFileSync(join(storeOf(gameDir), 'zz-file'), '')
    const { head } = await begin(gameDir)
    expect(head.id).toMatch(/^20260301-120001000-/)
    expect((await listSessions(realDisk, gameDir)).slice(1)).toEqual([head.id, '20260301-120000999-ffffffff'])
  })

  it.skipIf(isWindows)('is not begun where its store is a link', async () => {
    const [gameDir, elsewhere] = [tempDir(), tempDir()]
    symlinkSync(elsewhere, storeOf(gameDir))
    await expect(begin(gameDir)).rejects.toMatchObject({ reason: { kind: 'unsafe-place' } })
    expect(await listSessions(realDisk, gameDir)).toEqual([])
    expect(await listSessions(realDisk, elsewhere)).toEqual([])
  })

  it('is not begun where its store is a file, or there is no game', async () => {
    const gameDir = tempDir()
    writeFileSync(storeOf(gameDir), '')
    await expect(begin(gameDir)).rejects.toMatchObject({ reason: { kind: 'unsafe-place' } })
    await expect(begin(join(gameDir, 'no', 'such'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('tells by its journal what is done and whether it has ended, and what it is by its kind', async () => {
    const gameDir = tempDir()
    const other = safe(`${MOD}/b.pbo`)
    const journal: SessionEntry[] = [
      { w: 'done', path, how: 'already' },
      { w: 'undone', path: other },
    ]
    expect([await donePaths(journal), hasEnded(journal)]).toEqual([new Set([path]), false])
    expect(hasEnded([...journal, { w: 'end', how: 'dismissed' }])).toBe(true)
    for (const kind of ['repair', 'set-aside', 'undo'] as const) {
      const given = { kind, of: 'x', modId: 1, modName: '', modFolder: MOD, listVersion: '' }
      const empty: Step = { ...fetchStep(path, Buffer.alloc(0)) }
      const { head } = await beginRepairSession(realDisk, gameDir, { ...given, steps: StepList.of([empty]) }, began)
      expect((await openRepairSession(realDisk, gameDir, head.id))?.head).toEqual(head)
    }
  })

  it('names a free place for each former file, beside those of the same name and files in place of folders', async () => {
    const gameDir = tempDir()
    const session = await begin(gameDir)
    const places: string[] = []
    for (const text of [`${MOD}/a`, `${MOD}/a`, `${MOD}/a/b`, `${MOD}/a/b/c/d`]) {
      const at = await session.reserveKept(safe(text))
      write(session.folder, at.slice(session.folder.length + 1), text)
      places.push(
        at
          .slice(session.folder.length + 1)
          .split(sep)
          .join('/'),
      )
    }
    expect(places).toEqual([`kept/0/${MOD}/a`, `kept/1/${MOD}/a`, `kept/2/${MOD}/a/b`, `kept/3/${MOD}/a/b/c/d`])
    expect(session.journal.map((entry) => entry.w === 'keep' && entry.to)).toEqual(places)
    await session.close()
    expect((await openRepairSession(realDisk, gameDir, session.head.id))?.journal).toEqual(session.journal)
  })

  it('loses no line after one that a full disk cut off, or that it refused', async () => {
    const gameDir = tempDir()
    let faults = ['EBUSY', 'ENOSPC']
    const fails = (code: string) => {
      if (faults[0] !== code) return false
      faults = faults.slice(1)
      return true
    }
    const open: Disk['open'] = async (...how) => {
      if (fails('EBUSY')) throw Object.assign(new Error('held'), { code: 'EBUSY' })
      const handle = await realDisk.open(...how)
      const append = handle.appendFile.bind(handle)
      const appendFile = async (line: string) => {
        if (!fails('ENOSPC')) return append(line)
        await append(line.slice(0, line.length / 2))
        throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      }
      return Object.assign(handle, { appendFile })
    }
    const { head } = await begin(gameDir)
    const session = await openRepairSession({ ...realDisk, open }, gameDir, head.id)
    for (const code of ['EBUSY', 'ENOSPC'])
      await expect(session?.note({ w: 'folder', path })).rejects.toMatchObject({ code })
    await session?.note({ w: 'add', path })
    await session?.close()
    expect((await openRepairSession(realDisk, gameDir, head.id))?.journal).toEqual([{ w: 'add', path }])
  })

  it('holds its journal open until it is closed, and not before the first line', async () => {
    const gameDir = tempDir()
    let held = 0
    const open: typeof realDisk.open = async (...given) => {
      const handle = await realDisk.open(...given)
      const close = handle.close.bind(handle)
      held++
      return Object.assign(handle, { close: () => (held--, close()) })
    }
    const { head } = await begin(gameDir)
    const session = await openRepairSession({ ...realDisk, open }, gameDir, head.id)
    await session?.close()
    expect(held).toBe(0)
    await session?.note({ w: 'add', path })
    expect(held).toBe(1)
    await session?.close()
    expect(held).toBe(0)
  })
})
