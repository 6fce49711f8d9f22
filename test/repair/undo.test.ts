import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { realDisk } from './real-disk.ts'
import type { Disk } from '../../src-main/mods/repair/disk.ts'
import { emptySession, readQuarantine } from '../../src-main/mods/repair/quarantine.ts'
import { runSteps } from '../../src-main/mods/repair/run/run-steps.ts'
import { listSessions, openRepairSession } from '../../src-main/mods/repair/session.ts'
import type { Step } from '../../src-main/mods/repair/steps.ts'
import { undo } from '../../src-main/mods/repair/undo.ts'
import { bytesOf, fetchStep, md5, MOD, openWorld, read, safe, treeOf, write } from './support.ts'
import { hasLinks } from '../support/system.ts'

const right = {
  [`${MOD}/addons/a.pbo`]: bytesOf('a', 50_000),
  [`${MOD}/addons/b.pbo`]: bytesOf('b', 70_000),
  [`${MOD}/keys/new.bikey`]: bytesOf('key', 700),
  [`${MOD}/addons/mixed.pbo`]: bytesOf('mixed', 900),
  [`${MOD}/addons/mixed2.pbo`]: bytesOf('mixed2', 900),
}

async function repaired() {
  const world = await openWorld({ ...right })
  const { gameDir } = world
  write(gameDir, `${MOD}/addons/a.pbo`, bytesOf('old a', 40_000))
  write(gameDir, `${MOD}/addons/b.pbo`, bytesOf('old b', 70_000))
  write(gameDir, `${MOD}/addons/Mixed.pbo`, right[`${MOD}/addons/mixed.pbo`])
  write(gameDir, `${MOD}/addons/MIXED2.PBO`, 'wrong content, wrong name')
  write(gameDir, `${MOD}/addons/extra.pbo`, 'the player made this')
  const before = treeOf(gameDir)
  const rename = (path: string, from: string): Step => {
    const { hash, size } = fetchStep(path, right[path as keyof typeof right]) as Step & { do: 'fetch' }
    return { do: 'rename', path: safe(path), from: safe(from), size, hash, algorithm: 'md5' }
  }
  const { session, outcome } = await world.repair([
    ...['addons/a.pbo', 'addons/b.pbo', 'keys/new.bikey'].map((path) =>
      fetchStep(`${MOD}/${path}`, right[`${MOD}/${path}` as keyof typeof right]),
    ),
    rename(`${MOD}/addons/mixed.pbo`, `${MOD}/addons/Mixed.pbo`),
    rename(`${MOD}/addons/mixed2.pbo`, `${MOD}/addons/MIXED2.PBO`),
    { do: 'set-aside', path: safe(`${MOD}/addons/extra.pbo`) },
  ])
  const signal = new AbortController().signal
  const work = { gameDir, tools: world.options({ signal }).tools, now: new Date() }
  return { ...world, before, session, outcome, work }
}

/** A session that is closed with the test. */
async function begun(world: Awaited<ReturnType<typeof openWorld>>, steps: Step[]) {
  const session = await world.begin(steps)
  onTestFinished(() => session.close())
  return session
}

const inPlace = (gameDir: string) =>
  Object.fromEntries(Object.entries(treeOf(gameDir)).filter(([path]) => !path.startsWith('.loadout/')))

describe('a repair', () => {
  it('makes every listed file right and keeps every former one', async () => {
    const { gameDir, outcome, before } = await repaired()
    expect(outcome).toMatchObject({ repaired: 5, setAside: 4, troubles: [], stopped: null })
    expect(inPlace(gameDir)).toEqual(Object.fromEntries(Object.entries(right).map(([path, b]) => [path, md5(b)])))
    const left = new Set(Object.values(treeOf(gameDir)))
    for (const digest of Object.values(before)) expect(left).toContain(digest)
  })

  it('shows what it set aside, by session', async () => {
    const { gameDir } = await repaired()
    const [session, ...others] = (await readQuarantine(realDisk, gameDir)).sessions
    expect(others).toEqual([])
    expect(session).toMatchObject({ kind: 'repair', modName: 'Nordwind', added: 1, renamed: 2 })
    expect(session?.files.map(({ path, why }) => `${path} ${why}`).sort()).toEqual([
      `${MOD}/addons/a.pbo replaced`,
      `${MOD}/addons/b.pbo replaced`,
      `${MOD}/addons/extra.pbo set-aside`,
      `${MOD}/addons/mixed2.pbo replaced`,
    ])
    expect(session?.others.map(({ path, why }) => `${path} ${why}`).sort()).toEqual([
      `${MOD}/addons/mixed.pbo renamed`,
      `${MOD}/addons/mixed2.pbo renamed`,
      `${MOD}/keys/new.bikey added`,
    ])
  })

  it('is undone as a whole, and the undo is undone', async () => {
    const { gameDir, before, session, work } = await repaired()
    const after = inPlace(gameDir)
    expect(await undo(session.head.id, null, work)).toEqual({ restored: 6, left: [] })
    expect(inPlace(gameDir)).toEqual(before)
    const own = (await readQuarantine(realDisk, gameDir)).sessions.find(({ kind }) => kind === 'undo')
    expect(own?.files).toHaveLength(4)
    await undo(own?.sessionId ?? '', null, { ...work, now: new Date(Date.now() + 5000) })
    expect(inPlace(gameDir)).toEqual(after)
  })

  it('is undone file by file; what stands there now is kept', async () => {
    const { gameDir, session, work } = await repaired()
    write(gameDir, `${MOD}/addons/a.pbo`, 'changed by the player since')
    expect(await undo(session.head.id, [`${MOD}/addons/a.pbo`], work)).toEqual({ restored: 1, left: [] })
    expect(read(gameDir, `${MOD}/addons/a.pbo`)?.equals(bytesOf('old a', 40_000))).toBe(true)
    expect(Object.values(treeOf(gameDir))).toContain(md5('changed by the player since'))
    expect(inPlace(gameDir)[`${MOD}/addons/b.pbo`]).toBe(md5(right[`${MOD}/addons/b.pbo`]))
  })

  it('is undone past an obstacle, which is told and left for the next undo', async () => {
    const { gameDir, before, session, work } = await repaired()
    const place = join(gameDir, MOD, 'addons/a.pbo')
    rmSync(place)
    write(gameDir, `${MOD}/addons/a.pbo/mine.txt`, 'of the player')
    const { restored, left } = (await undo(session.head.id, null, work)) ?? {}
    expect({ restored, left }).toEqual({
      restored: 5,
      left: [{ path: `${MOD}/addons/a.pbo`, cause: { kind: 'in-the-way' } }],
    })
    rmSync(place, { recursive: true })
    expect(await undo(session.head.id, null, work)).toEqual({ restored: 1, left: [] })
    expect(inPlace(gameDir)).toEqual(before)
  })

  it('takes the folders that it made away with it, unless something of the player is in them', async () => {
    const { gameDir, session, work } = await repaired()
    expect(existsSync(join(gameDir, MOD, 'keys'))).toBe(true)
    await undo(session.head.id, null, work)
    expect(existsSync(join(gameDir, MOD, 'keys'))).toBe(false)
    const world = await openWorld(right)
    const key = `${MOD}/keys/new.bikey`
    const again = await world.repair([fetchStep(key, right[key] ?? '')])
    write(world.gameDir, `${MOD}/keys/own.bikey`, 'mine')
    await undo(again.session.head.id, null, { ...work, gameDir: world.gameDir, tools: world.options().tools })
    expect(inPlace(world.gameDir)).toEqual({ [`${MOD}/keys/own.bikey`]: md5('mine') })
  })

  it.each(['newest', 'oldest'])('and a later one, undone from the %s on, end at the first state', async (from) => {
    const { gameDir, before, session, work, repair, files } = await repaired()
    const path = `${MOD}/addons/a.pbo`
    files[path] = bytesOf('a, updated', 60_000)
    const key = `${MOD}/keys/newer.bikey` // in a folder that the first one made
    files[key] = bytesOf('newer', 300)
    const later = await repair([fetchStep(path, files[path]), fetchStep(key, files[key])])
    const ids = [session.head.id, later.session.head.id]
    for (const id of from === 'oldest' ? ids : ids.toReversed())
      expect(await undo(id, null, work)).toMatchObject({ left: [] })
    expect(inPlace(gameDir)).toEqual(before)
    expect(existsSync(join(gameDir, MOD, 'keys'))).toBe(false)
    const sessions = await listSessions(realDisk, gameDir)
    expect(await undo(session.head.id, null, work)).toEqual({ restored: 0, left: [] })
    expect(await listSessions(realDisk, gameDir)).toEqual(sessions)
  })

  it('whose journal was torn by a crash is read with what comes after', async () => {
    const world = await openWorld({ ...right })
    const [first, second] = [`${MOD}/addons/a.pbo`, `${MOD}/addons/b.pbo`].map(safe)
    if (!first || !second) throw new Error('no path')
    const session = await begun(world, [])
    await session.note({ w: 'add', path: first })
    await session.close()
    appendFileSync(join(session.folder, 'journal.ndjson'), '{"w":"keep","path":"@Mod/add')
    const later = await openRepairSession(realDisk, world.gameDir, session.head.id)
    await later?.note({ w: 'add', path: second })
    await later?.close()
    const read = await openRepairSession(realDisk, world.gameDir, session.head.id)
    expect(read?.journal).toEqual([
      { w: 'add', path: first },
      { w: 'add', path: second },
    ])
  })

  it('whose journal lost its end brings back the player’s own file, not a later one', async () => {
    const world = await openWorld({ ...right })
    const path = `${MOD}/addons/a.pbo`
    const session = await begun(world, [])
    for (const version of ['0', '1', '2', '10']) write(session.folder, `kept/${version}/${path}`, `version ${version}`)
    write(world.gameDir, path, 'the repaired one')
    const work = { gameDir: world.gameDir, tools: world.options().tools, now: new Date() }
    expect(await undo(session.head.id, null, work)).toEqual({ restored: 1, left: [] })
    expect(read(world.gameDir, path)?.toString()).toBe('version 0')
  })

  it('gives up what it kept only by the one way there is', async () => {
    const { gameDir, session } = await repaired()
    expect(await emptySession(realDisk, gameDir, '../evil')).toBe(0)
    const bytes = await emptySession(realDisk, gameDir, session.head.id)
    expect(bytes).toBeGreaterThan(110_000)
    expect((await readQuarantine(realDisk, gameDir)).sessions).toEqual([])
    expect(inPlace(gameDir)[`${MOD}/addons/a.pbo`]).toBe(md5(right[`${MOD}/addons/a.pbo`]))
  })
})

describe('what stands in the way', () => {
  const path = `${MOD}/addons/a.pbo`
  const bytes = right[path as keyof typeof right]

  it('a folder where the file belongs is told and left', async () => {
    const world = await openWorld(right)
    write(world.gameDir, `${path}/inside.txt`, 'mine')
    const { outcome } = await world.repair([fetchStep(path, bytes)])
    expect(outcome.troubles).toMatchObject([{ cause: { kind: 'in-the-way' } }])
    expect(read(world.gameDir, `${path}/inside.txt`)?.toString()).toBe('mine')
  })

  it('a file where a folder belongs is kept, and is back after the undo', async () => {
    const world = await openWorld(right)
    write(world.gameDir, `${MOD}/addons`, 'a file')
    const two = `${MOD}/addons/b.pbo`
    const { outcome, session } = await world.repair([fetchStep(path, bytes), fetchStep(two, right[two] ?? '')])
    expect(outcome).toMatchObject({ repaired: 2, setAside: 1, troubles: [] })
    expect(read(session.folder, `kept/0/${MOD}/addons`)?.toString()).toBe('a file')
    const work = { gameDir: world.gameDir, tools: world.options().tools, now: new Date() }
    expect(await undo(session.head.id, null, work)).toEqual({ restored: 3, left: [] })
    expect(inPlace(world.gameDir)).toEqual({ [`${MOD}/addons`]: md5('a file') })
  })

  it.each([
    ['an empty folder', '', undefined],
    ['a folder of empty folders', 'deep/deeper', undefined],
    ['a folder of empty folders whose quarantine is another disk', 'deep/deeper', 'EXDEV'],
  ])('%s where a file belongs is kept, and is back after the undo', async (_, below, code) => {
    const rename: Disk['rename'] = (from, to) =>
      code !== undefined && String(from).endsWith('.pbo') && [from, to].some((at) => String(at).includes('kept'))
        ? Promise.reject(Object.assign(new Error(code), { code }))
        : realDisk.rename(from, to)
    const world = await openWorld(right)
    const disk = { ...realDisk, rename }
    mkdirSync(join(world.gameDir, path, below), { recursive: true })
    const { outcome, session } = await world.repair([fetchStep(path, bytes)], { disk })
    expect(outcome).toMatchObject({ repaired: 1, setAside: 1, troubles: [] })
    expect((await readQuarantine(realDisk, world.gameDir)).sessions[0]?.files).toMatchObject([{ path, bytes: 0 }])
    const work = { gameDir: world.gameDir, tools: world.options({ disk }).tools, now: new Date() }
    expect(await undo(session.head.id, null, work)).toEqual({ restored: 1, left: [] })
    expect(readdirSync(join(world.gameDir, path), { recursive: true })).toEqual(
      below === '' ? [] : ['deep', join('deep', 'deeper')],
    )
    expect(existsSync(join(session.folder, 'kept/0', path))).toBe(false)
  })

  it('a link at the name itself is replaced, never written through', async () => {
    const world = await openWorld(right)
    write(world.gameDir, 'outside/precious.pbo', 'precious')
    mkdirSync(join(world.gameDir, MOD, 'addons'), { recursive: true })
    symlinkSync(join(world.gameDir, 'outside/precious.pbo'), join(world.gameDir, path))
    const { outcome } = await world.repair([fetchStep(path, bytes)])
    expect(outcome.troubles).toEqual([])
    expect(read(world.gameDir, path)?.equals(bytes)).toBe(true)
    expect(read(world.gameDir, 'outside/precious.pbo')?.toString()).toBe('precious')
  })

  it('a second name of a precious file in place of the part is not written to', async () => {
    const world = await openWorld(right)
    write(world.gameDir, 'outside/precious.pbo', 'precious')
    mkdirSync(join(world.gameDir, MOD, 'addons'), { recursive: true })
    linkSync(join(world.gameDir, 'outside/precious.pbo'), join(world.gameDir, MOD, 'addons', '.a.pbo.loadout-part'))
    const { outcome } = await world.repair([fetchStep(path, bytes)])
    expect(readFileSync(join(world.gameDir, 'outside/precious.pbo'), 'utf8')).toBe('precious')
    expect(outcome.troubles).toEqual([{ path, cause: { kind: 'foreign-part', part: '.a.pbo.loadout-part' } }])
  })

  it.skipIf(!hasLinks)('a folder that is a link to outside is never written into', async () => {
    const world = await openWorld(right)
    mkdirSync(join(world.gameDir, 'outside'))
    mkdirSync(join(world.gameDir, MOD))
    symlinkSync(join(world.gameDir, 'outside'), join(world.gameDir, MOD, 'addons'))
    const { outcome } = await world.repair([fetchStep(path, bytes)])
    expect(outcome.troubles).toMatchObject([{ cause: { kind: 'unsafe-place' } }])
    expect(treeOf(join(world.gameDir, 'outside'))).toEqual({})
  })

  it.skipIf(!hasLinks)(
    'a folder that becomes a link while its file is fetched is not written into either',
    async () => {
      const world = await openWorld(right)
      mkdirSync(join(world.gameDir, 'outside'))
      world.faults.decide(() => {
        rmSync(join(world.gameDir, MOD, 'addons'), { recursive: true })
        symlinkSync(join(world.gameDir, 'outside'), join(world.gameDir, MOD, 'addons'))
        world.faults.decide(undefined)
        return undefined
      })
      const { outcome } = await world.repair([fetchStep(path, bytes)])
      expect(outcome.troubles).toMatchObject([{ cause: { kind: 'unsafe-place' } }])
      expect(treeOf(join(world.gameDir, 'outside'))).toEqual({})
    },
  )

  it.skipIf(!hasLinks)('a store that is a link is not used', async () => {
    const world = await openWorld(right)
    mkdirSync(join(world.gameDir, 'outside'))
    symlinkSync(join(world.gameDir, 'outside'), join(world.gameDir, '.loadout'))
    await expect(world.begin([fetchStep(path, bytes)])).rejects.toMatchObject({ reason: { kind: 'unsafe-place' } })
    expect(treeOf(join(world.gameDir, 'outside'))).toEqual({})
  })
})

describe('a session', () => {
  it('that was stopped goes on where it was', async () => {
    const world = await openWorld(right)
    const stop = new AbortController()
    const steps = Object.entries(right).map(([path, bytes]) => fetchStep(path, bytes))
    world.faults.set(/b\.pbo/, { kind: 'stall', share: 0.5 }, 1)
    const session = await begun(world, steps)
    const outcome = await runSteps(
      session,
      world.options({
        signal: stop.signal,
        patience: { stallMs: 20_000, slowMs: 60_000 },
        onProgress: (meter) => {
          if (meter.progress().filesDone === 4) stop.abort()
        },
      }),
    )
    expect(outcome).toMatchObject({ stopped: 'by-player', repaired: 4, troubles: [] })
    expect(existsSync(join(world.gameDir, MOD, 'addons', '.b.pbo.loadout-part'))).toBe(true)
    const end = await runSteps(session, world.options())
    expect(end).toMatchObject({ repaired: 5, troubles: [], stopped: null })
    expect(world.service.asked.at(-1)?.headers.range).toMatch(/^bytes=35000-$/)
    expect(world.service.asked.filter(({ path }) => path.endsWith('a.pbo'))).toHaveLength(1)
  })
})
