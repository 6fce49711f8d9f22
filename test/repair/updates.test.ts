import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../../src-preload/contract/mods.ts'
import { readHashList, type HashList } from '../../src-main/mods/list/hash-list.ts'
import { openListHistory } from '../../src-main/mods/repair/list-history.ts'
import { openUpdates } from '../../src-main/mods/repair/updates.ts'
import { tempDir } from '../support/temp.ts'
import { md5, MOD } from './support.ts'
import { noLog } from '../support/no-log.ts'

/** A list of files by name and content. */
function listOf(files: Record<string, string>): HashList {
  const rows = Object.entries(files).map(([name, text], Id) => ({
    Id,
    RelativPath: `${MOD}\\${name}`,
    Hash: md5(text),
    FileName: name,
    Size: text.length,
  }))
  const reading = readHashList(rows, { modFolder: MOD })
  if (!reading.trusted) throw new Error(reading.reason)
  return reading.list
}

const first = listOf({ 'a.pbo': 'a', 'b.pbo': 'b', 'c.pbo': 'c' })
const second = listOf({ 'a.pbo': 'a', 'b.pbo': 'b, but longer', 'd.pbo': 'new' })
const third = listOf({ 'a.pbo': 'a', 'b.pbo': 'third', 'd.pbo': 'new' })
const wrong: Problem = { path: `${MOD}/b.pbo`, result: 'wrong-hash', expected: 'x', found: 'y' }
const extra: Problem = { path: `${MOD}/mine.txt`, result: 'extra', expected: null, found: 4 }

/** The history and the watch over a service that tells `service.list`; each call of the clock is a minute later. */
function openHouse(folder = tempDir()) {
  let minutes = 0
  const service = { list: first as HashList | undefined }
  const now = () => new Date(Date.UTC(2026, 0, 1, 0, minutes++))
  const open = () => {
    const history = openListHistory(join(folder, 'lists'), now, noLog)
    const freshList = () => Promise.resolve(service.list)
    const updates = openUpdates({ history, ownMods: () => [1], freshList, log: () => undefined })
    return { history, updates }
  }
  return { service, folder, open, ...open() }
}

describe('a mod whose list', () => {
  it('is seen for the first time has no update', async () => {
    const { updates } = openHouse()
    await updates.checked(1, first, [])
    await updates.look()
    expect(updates.pending).toEqual([])
  })

  it('changed shows what, how much and since when, until its files are right again', async () => {
    const { updates, history, service } = openHouse()
    const told: number[] = []
    updates.onChange(() => told.push(updates.pending.length))
    await updates.checked(1, first, [extra])
    service.list = second
    await updates.look()
    const facts = { modId: 1, before: '2026-01-01T00:00:00.000Z', since: '2026-01-01T00:01:00.000Z', fetchBytes: 16 }
    expect(updates.pending).toEqual([{ ...facts, added: 1, changed: 1, removed: 1 }])
    expect(await history.changeOf(1)).toEqual({
      ...facts,
      added: [{ path: `${MOD}/d.pbo`, bytes: 3 }],
      changed: [{ path: `${MOD}/b.pbo`, bytes: 13 }],
      removed: [{ path: `${MOD}/c.pbo`, bytes: 1 }],
    })
    await updates.checked(1, second, [wrong])
    expect(updates.pending).toMatchObject([{ since: facts.since }])
    await updates.checked(1, second, [extra])
    expect(updates.pending).toEqual([])
    expect(await history.changeOf(1)).toBeNull()
    expect(told.at(-1)).toBe(0)
  })

  it('changed twice meanwhile shows one change, from what the player has; changed back, none', async () => {
    const { updates, service } = openHouse()
    await updates.checked(1, first, [])
    for (const list of [second, third]) {
      service.list = list
      await updates.look()
    }
    expect(updates.pending).toMatchObject([{ added: 1, changed: 1, removed: 1, fetchBytes: 8 }])
    service.list = first
    await updates.look()
    expect(updates.pending).toEqual([])
  })

  it('changed is known after a restart, and damage alone is no update', async () => {
    const house = openHouse()
    await house.updates.checked(1, first, [])
    await house.updates.checked(1, first, [wrong])
    expect(house.updates.pending).toEqual([])
    house.service.list = second
    await house.updates.look()
    const again = house.open()
    expect(again.updates.pending).toEqual([])
    await again.updates.look()
    expect(again.updates.pending).toEqual(house.updates.pending)
  })

  it('changes while the lists are looked at is looked at again: no word of a change is lost', async () => {
    const { history } = openHouse()
    let list = first
    let looks = 0
    let letGo = () => undefined as void
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const freshList = async () => {
      const read = list
      if (looks++ === 0) await held // its answer is on its way
      return read
    }
    const updates = openUpdates({ history, ownMods: () => [1], freshList, log: () => undefined })
    await updates.checked(1, first, [])
    const early = updates.look()
    list = second
    const late = [updates.look(), updates.look()]
    letGo()
    await early
    expect(updates.pending).toEqual([])
    await Promise.all(late)
    expect(updates.pending).toMatchObject([{ added: 1, changed: 1, removed: 1 }])
    expect(looks).toBe(2)
  })

  it('cannot be had or is not trusted stays as it was', async () => {
    const { updates, service } = openHouse()
    await updates.checked(1, first, [])
    service.list = undefined
    await updates.look()
    expect(updates.pending).toEqual([])
  })

  it('was kept in a file that is damaged now is learnt anew', async () => {
    const { updates, history, folder } = openHouse()
    mkdirSync(join(folder, 'lists'))
    writeFileSync(join(folder, 'lists', '1.json'), '{"format":2,"pres')
    await updates.look()
    expect(await history.changeOf(1)).toBeNull()
    await updates.checked(1, second, [wrong])
    expect(updates.pending).toMatchObject([{ changed: 1 }])
  })
})
