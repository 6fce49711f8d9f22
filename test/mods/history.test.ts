import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ListHistory, parseHashList } from '../../src-main/mods/list/index.ts'
import { noLog } from '../support/no-log.ts'
import { copyFolder, tempDir } from '../support/temp.ts'
import { setUp } from './service-setup.ts'

const never = new AbortController().signal

/** A list of files by name and content. */
function listOf(files: Record<string, string>) {
  const rows = Object.entries(files).map(([name, text]) => ({
    RelativPath: `@Mod\\${name}`,
    Hash: createHash('md5').update(text).digest('hex'),
    Size: text.length,
  }))
  const reading = parseHashList(Buffer.from(JSON.stringify(rows)), '@Mod')
  if (!reading.trusted) throw new Error(reading.reason)
  return reading.list
}

const first = listOf({ 'a.pbo': 'a', 'b.pbo': 'b', 'c.pbo': 'c' })
const second = listOf({ 'a.pbo': 'a', 'b.pbo': 'b, but longer', 'd.pbo': 'new' })
const third = listOf({ 'a.pbo': 'a', 'b.pbo': 'third', 'd.pbo': 'new' })
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString()

function open(path = join(tempDir(), 'lists/1.json')) {
  return { path, history: new ListHistory({ modId: 1, path }, noLog) }
}

describe('a list', () => {
  it('that is seen for the first time changed nothing', async () => {
    const { history } = open()
    expect(await history.remember(first, false, at(0))).toBeNull()
    expect(await history.remember(first, false, at(1))).toBeNull()
    expect(await history.paths()).toEqual(['@Mod/a.pbo', '@Mod/b.pbo', '@Mod/c.pbo'])
  })

  it('that changed shows what, how much and since when, until the files are right again', async () => {
    const { history } = open()
    await history.remember(first, true, at(0))
    const facts = { modId: 1, before: at(0), since: at(1), fetchBytes: 16 }
    expect(await history.remember(second, false, at(1))).toEqual({
      ...facts,
      version: second.version,
      added: 1,
      changed: 1,
      removed: 1,
    })
    expect(await history.change()).toEqual({
      ...facts,
      added: [{ path: '@Mod/d.pbo', bytes: 3 }],
      changed: [{ path: '@Mod/b.pbo', bytes: 13 }],
      removed: [{ path: '@Mod/c.pbo', bytes: 1 }],
    })
    expect(await history.remember(second, false, at(2))).toMatchObject({ since: at(1) })
    expect(await history.remember(second, true, at(3))).toBeNull()
    expect(await history.change()).toBeNull()
  })

  it('that changed very many files names the first of them', async () => {
    const { history } = open()
    await history.remember(first, true, at(0))
    const many = listOf(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}.pbo`, 'x'])))
    expect(await history.remember(many, false, at(1))).toMatchObject({ added: 300, removed: 3 })
    expect(await history.change()).toMatchObject({ added: { length: 100 }, removed: { length: 3 }, fetchBytes: 300 })
  })

  it('tells what is the community’s own: what the files were right by once, and nothing that only came with a later list', async () => {
    const { history } = open()
    const own = (...names: string[]) => history.areFromCommunity(names.map((name) => `@Mod/${name}`))
    expect(await own('a.pbo')).toBe(false)
    await history.remember(first, false, at(0))
    expect(await own('a.pbo')).toBe(false) // seen, never right
    await history.remember(second, false, at(1))
    expect(await own('a.pbo')).toBe(false)
    await history.remember(second, true, at(2))
    expect(await own('a.pbo', 'b.pbo', 'd.pbo')).toBe(true)
    expect(await own('a.pbo', 'c.pbo')).toBe(false)
    await history.remember(first, false, at(3))
    await history.remember(third, false, at(4))
    expect(await own('b.pbo', 'd.pbo')).toBe(true)
    expect(await own('c.pbo')).toBe(false)
  })

  it('that stays is written anew once an hour, so that it is known until when it was seen', async () => {
    const { path, history } = open()
    await history.remember(first, true, at(0))
    const written = () => readFileSync(path, 'utf8')
    const before = written()
    await history.remember(first, true, at(59))
    expect(written()).toBe(before)
    await history.remember(first, true, at(60))
    expect(await history.remember(second, false, at(61))).toMatchObject({ before: at(60) })
  })

  it('that changed twice shows one change, from what the player has; changed back, none', async () => {
    const { history } = open()
    await history.remember(first, true, at(0))
    await history.remember(second, false, at(1))
    expect(await history.remember(third, false, at(2))).toMatchObject({
      added: 1,
      changed: 1,
      removed: 1,
      fetchBytes: 8,
    })
    expect(await history.remember(first, false, at(3))).toBeNull()
  })

  it('that changed is known after a restart', async () => {
    const { history, path } = open()
    await history.remember(first, true, at(0))
    const change = await history.remember(second, false, at(1))
    expect(change).not.toBeNull()
    expect(await open(path).history.remember(second, false, at(2))).toMatchObject({ since: change?.since })
  })

  it('that a check and a look find at once is remembered as right', async () => {
    const { history, path } = open()
    await history.remember(first, true, at(0))
    await Promise.all([history.remember(second, true, at(1)), open(path).history.remember(second, false, at(1))])
    expect(await history.change()).toBeNull()
  })

  it('whose file is damaged is learnt anew', async () => {
    const { history, path } = open()
    mkdirSync(dirname(path))
    writeFileSync(path, '{"format":2,"pres')
    expect(await history.change()).toBeNull()
    expect(await history.remember(first, false, at(0))).toBeNull()
    expect(await history.remember(second, false, at(1))).toMatchObject({ changed: 1 })
  })
})

describe('the lists of the player’s mods', () => {
  it('are looked at: a change is told until a check finds the files right by it', async () => {
    const { mods, rows } = await setUp([10, 20])
    const told: number[] = []
    mods.lists.onUpdates(() => told.push(mods.lists.updates.length))
    await mods.lists.readAll()
    expect(mods.lists.updates).toEqual([]) // of a mod that was never checked here nothing is asked
    await mods.check({ modId: 1, tier: 'quick' }, never)
    rows.pop()
    await mods.lists.readAll()
    expect(mods.lists.updates).toMatchObject([{ modId: 1, added: 0, changed: 0, removed: 1 }])
    expect([mods.isReady(1), mods.isReady(NaN)]).toEqual([false, false])
    expect(await mods.lists.change(1)).toMatchObject({ removed: [{ path: '@Mod/addons/file_1.pbo', bytes: 20 }] })
    await mods.check({ modId: 1, tier: 'quick' }, never)
    expect(mods.lists.updates).toEqual([])
    expect(told).toEqual([1, 0])
    expect(mods.isReady(1)).toBe(true)
  })

  it('are told before the mod that does not match the new one, which would be shown as damaged first', async () => {
    const { mods, rows } = await setUp([10, 20])
    await mods.check({ modId: 1, tier: 'quick' }, never)
    const told: string[] = []
    mods.lists.onUpdates(() => told.push('update'))
    mods.onChange(({ mods: [mod] }) => {
      if (mod?.verification.last?.result === 'damaged') told.push('damaged')
    })
    Object.assign(rows[1] ?? {}, { Size: 99 })
    await mods.check({ modId: 1, tier: 'quick' }, never)
    expect(told.slice(0, 2)).toEqual(['update', 'damaged'])
  })

  it.each([
    ['never installed', 'before'],
    ['removed', 'after'],
  ])('have no update of a mod that was %s, and the lists are still read', async (_what, removed) => {
    const { mods, rows, gameDir } = await setUp([10, 20])
    const remove = () => rm(join(gameDir, '@Mod'), { recursive: true })
    const told: number[] = []
    mods.lists.onUpdates(() => told.push(mods.lists.updates.length))
    if (removed === 'before') await remove()
    await mods.check({ modId: 1, tier: 'quick' }, never)
    rows.pop()
    await mods.lists.readAll()
    expect(mods.lists.updates).toHaveLength(removed === 'before' ? 0 : 1)
    if (removed === 'after') await remove()
    await mods.check({ modId: 1, tier: 'quick' }, never)
    expect([mods.lists.updates, mods.installed(), told.at(-1)]).toEqual([[], [], 0])
    expect(await mods.lists.change(1)).toMatchObject({ removed: [{ bytes: 20 }] })
  })

  it('tell of however many files whether all are the community’s own', async () => {
    const { mods } = await setUp([10, 20])
    const own = '@Mod/addons/file_0.pbo'
    expect(await mods.lists.areFromCommunity(1, [own])).toBe(false)
    await mods.check({ modId: 1, tier: 'quick' }, never)
    const many = Array.from({ length: 1_200 }, () => own)
    expect(await mods.lists.areFromCommunity(1, many)).toBe(true)
    expect(await mods.lists.areFromCommunity(1, [...many, '@Mod/addons/mine.pbo'])).toBe(false)
    expect(await mods.lists.areFromCommunity(1, ['@Mod/addons/mine.pbo', ...many])).toBe(false)
  })

  it('are remembered for each game folder: what one follows says nothing of another', async () => {
    const [here, there] = [tempDir(), tempDir()]
    let gameDir = here
    const { mods, rows, gameDir: files } = await setUp([10, 20], { gameDir: () => gameDir })
    for (const to of [here, there]) await copyFolder(files, to)
    const go = async (to: string) => {
      gameDir = to
      await mods.gameDirChanged()
    }
    const check = () => mods.check({ modId: 1, tier: 'quick' }, never)
    await check()
    await go(there)
    await check()
    rows.pop()
    await mods.lists.readAll()
    expect(mods.lists.updates).toMatchObject([{ modId: 1, removed: 1 }])
    await check() // there it is followed now
    expect(mods.lists.updates).toEqual([])
    await go(here)
    await mods.lists.read(1, never)
    expect(mods.lists.hasNewList(1)).toBe(true)
    expect(await mods.lists.change(1)).toMatchObject({ removed: [{ path: '@Mod/addons/file_1.pbo', bytes: 20 }] })
    await go(there)
    expect(mods.lists.updates).toEqual([])
    expect(await mods.lists.change(1)).toBeNull()
  })

  it('that change while they are looked at are looked at again: no word of a change is lost', async () => {
    const { mods, rows, needs } = await setUp([10, 20])
    await mods.check({ modId: 1, tier: 'quick' }, never)
    const hashList = needs.hashList
    let looks = 0
    let letGo = () => undefined as void
    const held = new Promise<void>((resolve) => (letGo = resolve))
    needs.hashList = async (modId, signal) => {
      const list = await hashList(modId, signal)
      if (looks++ === 0) await held // its answer is on its way
      return list
    }
    const early = mods.lists.readAll()
    await expect.poll(() => looks).toBe(1)
    rows.pop()
    const late = [mods.lists.readAll(), mods.lists.readAll()]
    letGo()
    await early
    await Promise.all(late)
    expect(mods.lists.updates).toMatchObject([{ removed: 1 }])
    expect(looks).toBe(2)
  })
})
