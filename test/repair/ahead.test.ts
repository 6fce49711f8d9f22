import { rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { ModUpdate } from '../../src-preload/contract/repair.ts'
import { Ahead, type AheadNeeds } from '../../src-main/mods/repair/ahead.ts'
import type { Disk } from '../../src-main/mods/repair/disk.ts'
import type { RepairNeeds } from '../../src-main/mods/repair/index.ts'
import { partNameOf } from '../../src-main/mods/list/index.ts'
import { tempDir } from '../support/temp.ts'
import { digestHere } from './digest-here.ts'
import { realDisk } from './real-disk.ts'
import { old, one, openRepairs, two } from './setup.ts'
import { bytesOf, MOD, partsIn, read, treeOf, write } from './support.ts'

const changed = bytesOf('two, changed', 80_000)

/** A mod that is right by the former list; the present one changes a file. */
async function openOutdated(change: Partial<RepairNeeds> = {}) {
  const world = await openRepairs({ areFromCommunity: () => Promise.resolve(true), ...change })
  await world.repairAll()
  await world.reached('ended')
  const { community, served, service, recheck, gameDir } = world
  Object.assign(served, { [two]: changed })
  community.listed = { ...old, [two]: changed }
  const version = (await world.needs.listVersion(1, new AbortController().signal)) ?? ''
  const since = '2020-01-01T00:00:00.000Z'
  const update = { modId: 1, version, since, fetchBytes: changed.length } as ModUpdate
  const player = { isAway: true, isMetered: false }
  const due: (() => void)[] = []
  const lists = { updates: [update], onUpdates: () => () => undefined, change: () => Promise.resolve(null) }
  const failures: [number, unknown][] = []
  const needs: AheadNeeds = {
    ...{ lists, service: world.repairs, dataDir: world.needs.dataDir, log: world.needs.log },
    mayBegin: () => player.isAway,
    isMetered: () => Promise.resolve(player.isMetered),
    after: (_ms, run) => (due.push(run), () => void (due.includes(run) && due.splice(due.indexOf(run), 1))),
    check: (modId) => (modId === 1 ? recheck() : Promise.reject(new Failure('mod-not-checkable', { id: modId }))),
    failed: (...failure) => void failures.push(failure),
  }
  const ahead = new Ahead(needs)
  const askedBefore = service.asked.length
  const asked = () => service.asked.slice(askedBefore).map(({ headers }) => headers.range ?? 'whole')
  const isOld = () => read(gameDir, two)?.equals(old[two] ?? Buffer.alloc(0))
  return { ...world, update, player, due, needs, ahead, lists, failures, asked, isOld }
}

const withoutStore = (tree: Record<string, string>) =>
  Object.fromEntries(Object.entries(tree).filter(([path]) => !path.startsWith('.loadout')))

describe('an update', () => {
  it('is fetched while the player is away, and takes no byte when they want it', async () => {
    const { ahead, player, asked, isOld, queue, reached, repairs, gameDir, update } = await openOutdated()
    player.isAway = false
    await ahead.look()
    expect([asked(), ahead.updates]).toEqual([[], [update]])
    player.isAway = true
    await ahead.look()
    expect([asked(), isOld()]).toEqual([['whole'], true])
    expect(ahead.updates).toEqual([{ ...update, fetchBytes: 0 }])
    expect(repairs.states).toMatchObject([{ phase: 'ended' }])
    await ahead.look()
    expect(await queue.begin(1)).toBe(true)
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(read(gameDir, two)?.equals(changed)).toBe(true)
    expect(asked()).toEqual(['whole'])
  })

  it('that is here stays when the repair before it is dismissed, as its check does', async () => {
    const { ahead, asked, reached, repairs, queue, update } = await openOutdated()
    await ahead.look()
    await repairs.dismiss(1)
    expect([repairs.states, ahead.updates]).toEqual([[], [{ ...update, fetchBytes: 0 }]])
    expect(await queue.begin(1)).toBe(true)
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect(asked()).toEqual(['whole'])
  })

  it('that is here is not looked for elsewhere when the player wants it', async () => {
    const other = tempDir()
    write(other, 'stranger.pbo', bytesOf('a stranger', changed.length))
    const hashed: string[] = []
    const { ahead, queue, reached, gameDir } = await openOutdated({
      otherFolders: () => Promise.resolve([other]),
      digestOf: (path, ...more) => (hashed.push(path), digestHere(path, ...more)),
    })
    await ahead.look()
    hashed.length = 0
    expect(await queue.begin(1)).toBe(true)
    expect((await reached('ended')).outcome).toMatchObject({ repaired: 1, copied: 0, troubles: [] })
    expect(hashed.map((path) => basename(path))).toEqual(['two.pbo', partNameOf('two.pbo')])
    expect(read(gameDir, two)?.equals(changed)).toBe(true)
  })

  it('whose part file is whole but wrong is looked for elsewhere first', async () => {
    const { repairs, reached, served, asked, recheck, gameDir } = await openOutdated()
    await recheck()
    served[two] = bytesOf('an older version', changed.length)
    write(gameDir, `${MOD}/addons/${partNameOf('two.pbo')}`, served[two])
    write(gameDir, '@Other/renamed.pbo', changed)
    expect(await repairs.begin(1)).toBe(true)
    expect((await reached('ended', ({ outcome }) => outcome?.repaired === 1)).outcome).toMatchObject({
      copied: 1,
      troubles: [],
    })
    expect([asked(), read(gameDir, two)?.equals(changed)]).toEqual([[], true])
  })

  it('that is here is known over a restart, until the community changes it again', async () => {
    const { ahead, asked, open, needs, lists, queue, reached, update } = await openOutdated()
    await ahead.look()
    const again = new Ahead({ ...needs, service: open().repairs })
    await again.look()
    expect([again.updates, asked()]).toEqual([[{ ...update, fetchBytes: 0 }], ['whole']])
    lists.updates = [{ ...update, version: 'another' }]
    expect(again.updates).toEqual(lists.updates)
    lists.updates = [update]
    expect(await queue.begin(1)).toBe(true)
    await reached('ended', ({ outcome }) => outcome?.repaired === 1)
    expect(await needs.service.prepared()).toEqual(new Map())
  })

  it('is fetched once, though the clock was set back', async () => {
    const { ahead, needs } = await openOutdated({ now: () => new Date('1999-01-01T00:00:00Z') })
    let checks = 0
    const counting = new Ahead({ ...needs, check: (modId) => (checks++, needs.check(modId)) })
    await counting.look()
    await counting.look()
    await ahead.look()
    expect([checks, counting.updates[0]?.fetchBytes]).toEqual([1, 0])
  })

  it('of a mod that the community has given up stays for a month, and then frees its space', async () => {
    let mods = [{ id: 1, name: 'Nordwind', folder: MOD }]
    const { ahead, repairs, gameDir } = await openOutdated({ mods: () => mods })
    await ahead.look()
    const sweep = (inDays: number) =>
      repairs.sweepQuarantine({
        ...{ limits: { days: 0, gib: 0 }, since: 1, announce: () => undefined },
        now: new Date(Date.now() + inDays * 86_400_000),
      })
    await sweep(365)
    mods = [] // the service has lost its list
    await sweep(365)
    mods = [{ id: 1, name: 'Harbour', folder: '@Harbour' }]
    await sweep(29)
    expect(partsIn(gameDir)).toHaveLength(1)
    await sweep(31)
    expect([partsIn(gameDir), await repairs.prepared()]).toEqual([[], new Map()])
  })

  it('leaves a repair that a full disk has stopped to the player, who can resume it', async () => {
    let isFull = false
    const rename: Disk['rename'] = (from, to) =>
      isFull ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) : realDisk.rename(from, to)
    const { ahead, queue, reached, recheck, gameDir } = await openOutdated({ disk: { ...realDisk, rename } })
    await recheck()
    isFull = true
    await queue.begin(1)
    await reached('ended', ({ outcome }) => outcome?.stopped !== null)
    isFull = false
    await ahead.look()
    await queue.resume(1)
    await reached('ended', ({ outcome }) => outcome?.stopped === null && outcome.repaired === 1)
    expect(read(gameDir, two)?.equals(changed)).toBe(true)
  })

  it('is not fetched if the player comes back while the system is asked about the connection', async () => {
    const { needs, player, asked } = await openOutdated()
    const isMetered = () => {
      player.isAway = false
      return Promise.resolve(false)
    }
    const check = () => Promise.reject(new Error('it has begun'))
    const failures: unknown[] = []
    const ahead = new Ahead({ ...needs, isMetered, check, failed: (_modId, error) => failures.push(error) })
    await ahead.look()
    expect([asked(), failures]).toEqual([[], []])
  })

  it('whose part files are gone is not here, and is fetched again', async () => {
    const { ahead, asked, gameDir, due, update } = await openOutdated()
    await ahead.look()
    expect([ahead.updates, due]).toEqual([[{ ...update, fetchBytes: 0 }], []]) // the connection is watched no more
    for (const part of partsIn(gameDir)) rmSync(join(gameDir, part))
    await ahead.look()
    expect([ahead.updates, asked()]).toEqual([[{ ...update, fetchBytes: 0 }], ['whole', 'whole']])
  })

  it('is not here any more where the repair that took it over was broken off and given up', async () => {
    const { ahead, community, served, recheck, faults, queue, repairs, reached, service, update } = await openOutdated()
    await ahead.look()
    Object.assign(served, { [one]: changed })
    community.listed = { ...community.listed, [one]: changed }
    await recheck()
    faults.set(/one/, { kind: 'stall', share: 0.5 }, 1)
    const before = service.asked.length
    expect(await queue.begin(1)).toBe(true)
    await expect.poll(() => service.asked.length).toBeGreaterThan(before)
    await repairs.stop(1)
    await reached('interrupted')
    expect(ahead.updates).toEqual([{ ...update, fetchBytes: 0 }])
    await repairs.dismiss(1)
    await expect.poll(() => ahead.updates).toEqual([update])
  })

  it('is not fetched by a player who came back, or began to pay, while its mod was checked', async () => {
    const { needs, player, asked, recheck } = await openOutdated()
    const come = [() => (player.isAway = false), () => (player.isMetered = true)]
    for (const happens of come) {
      Object.assign(player, { isAway: true, isMetered: false })
      const check = () => {
        happens()
        return recheck()
      }
      await new Ahead({ ...needs, check }).look()
    }
    expect(asked()).toEqual([])
  })

  it('is not fetched where the check before it finds the mod removed', async () => {
    const { needs, lists, asked, recheck, gameDir } = await openOutdated()
    const check = () => {
      rmSync(join(gameDir, MOD), { recursive: true })
      lists.updates = [] // as ModLists does
      return recheck()
    }
    await new Ahead({ ...needs, check }).look()
    expect(asked()).toEqual([])
  })

  it('of a folder that cannot be read is not here, and stops nothing', async () => {
    const { needs, asked } = await openOutdated()
    const { service: real } = needs
    const service: AheadNeeds['service'] = {
      prepare: (modId) => real.prepare(modId),
      discardAhead: () => real.discardAhead(),
      prepared: () => Promise.reject(new Error('EIO')),
      onGivenUp: real.onGivenUp,
      stopAhead: () => real.stopAhead(),
    }
    await new Ahead({ ...needs, service }).look()
    expect(asked()).toEqual(['whole'])
  })

  it('is not fetched over a connection that is paid by use, nor gone on with when it becomes one', async () => {
    const { ahead, asked, player, due, faults, service, isOld, update } = await openOutdated()
    player.isMetered = true
    await ahead.look()
    expect(asked()).toEqual([])
    player.isMetered = false
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    const before = service.asked.length
    const looked = ahead.look()
    await expect.poll(() => service.asked.length).toBeGreaterThan(before)
    due.shift()?.() // a minute later it is still free
    await expect.poll(() => due.length).toBe(1)
    player.isMetered = true
    due.shift()?.()
    await looked
    expect([ahead.updates, isOld(), due]).toEqual([[update], true, []])
  })

  it('is the last that is fetched where the app ends meanwhile', async () => {
    const { ahead, asked, needs, lists, repairs, faults, failures, service, update } = await openOutdated()
    lists.updates.push({ ...update, modId: 2 })
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    const before = service.asked.length
    const looked = ahead.look()
    await expect.poll(() => service.asked.length).toBeGreaterThan(before)
    ahead.close()
    await repairs.close()
    await looked
    await ahead.look()
    expect([asked().length, failures.filter(([modId]) => modId === 2)]).toEqual([1, []])
    expect(needs.mayBegin()).toBe(true)
  })

  it('that was fetched half is gone on with by the player, over a restart, and by the game not at all', async () => {
    const { ahead, asked, isOld, faults, gameDir, open, repairs, service, update } = await openOutdated()
    const fetchHalf = async (end: () => unknown) => {
      faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
      const stalled = service.asked.length
      const looked = ahead.look()
      await expect.poll(() => service.asked.length).toBeGreaterThan(stalled)
      await end()
      await looked
    }
    const isBegun = () => partsIn(gameDir).some((part) => statSync(join(gameDir, part)).size > 0)
    while (!isBegun()) await fetchHalf(() => repairs.gameRuns(true)) // it can end before a byte has come
    await fetchHalf(() => repairs.close())
    expect([ahead.updates, isOld()]).toEqual([[update], true])
    const again = open()
    await again.repairs.recover()
    expect(again.repairs.states).toEqual([])
    expect(await again.queue.begin(1)).toBe(true)
    expect((await again.reached('ended')).outcome).toMatchObject({ repaired: 1, troubles: [] })
    expect([isOld(), asked().at(-1)]).toEqual([false, expect.stringMatching(/^bytes=[1-9]/)])
  })

  it('whose file is not yet at the source is not downloaded again at each look', async () => {
    const { ahead, asked, served, due, update } = await openOutdated()
    Object.assign(served, { [two]: bytesOf('two, as before', changed.length) }) // the list came before the file
    await ahead.look()
    const first = asked().length
    expect(first).toBeGreaterThan(0)
    for (let night = 0; night < 5; night++) await ahead.look()
    expect([asked().length, ahead.updates]).toEqual([first, [update]])
    Object.assign(served, { [two]: changed })
    due.shift()?.() // half a day later
    await ahead.look()
    expect([ahead.updates, due]).toEqual([[{ ...update, fetchBytes: 0 }], []])
  })

  it('is fetched though that of another mod cannot be', async () => {
    const { ahead, lists, failures, asked, update } = await openOutdated()
    lists.updates.unshift({ ...update, modId: 2 })
    await ahead.look()
    expect(failures).toMatchObject([[2, { code: 'mod-not-checkable' }]])
    expect(asked()).toEqual(['whole'])
  })

  it('gives way to a repair that the player begins', async () => {
    const { ahead, asked, isOld, faults, queue, reached, service } = await openOutdated()
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    const before = service.asked.length
    const looked = ahead.look()
    await expect.poll(() => service.asked.length).toBeGreaterThan(before)
    expect(await queue.begin(1)).toBe(true)
    await looked
    await reached('ended', ({ outcome }) => outcome?.repaired === 1)
    expect([isOld(), asked().length]).toEqual([false, 2])
  })

  it('leaves out what stands for a folder that it needs, and changes nothing of it', async () => {
    const { ahead, community, served, isOld, gameDir, update } = await openOutdated()
    const below = `${one}/inside.pbo`
    const { [one]: _one, ...others } = community.listed
    community.listed = { ...others, [below]: changed }
    Object.assign(served, { [below]: changed })
    await ahead.look()
    expect([isOld(), read(gameDir, one)?.equals(old[one] ?? Buffer.alloc(0))]).toEqual([true, true])
    expect(ahead.updates).toEqual([update])
  })
})

describe('the space of what was fetched ahead', () => {
  const call = { signal: new AbortController().signal } as never

  it('is told, and freed at the player’s wish; nothing else goes', async () => {
    const { ahead, needs, handlers, repairs, queue, reached, asked, gameDir, update } = await openOutdated()
    write(gameDir, `${MOD}/addons/${partNameOf('own.pbo')}`, bytesOf('of no session', 10))
    const before = treeOf(gameDir)
    const { quarantine } = handlers()
    expect((await quarantine(undefined, call)).ahead).toEqual([])
    await ahead.look()
    expect(partsIn(gameDir)).toHaveLength(2)
    expect((await quarantine(undefined, call)).ahead).toEqual([{ modName: 'Nordwind', bytes: changed.length }])
    await ahead.discard()
    for (const one of [ahead, new Ahead(needs)]) await one.look() // fetches it no more by itself, also after a restart
    expect([(await quarantine(undefined, call)).ahead, await repairs.prepared()]).toEqual([[], new Map()])
    await expect.poll(() => ahead.updates).toEqual([update])
    expect(withoutStore(treeOf(gameDir))).toEqual(withoutStore(before))
    expect(await queue.begin(1)).toBe(true)
    await reached('ended', ({ outcome }) => outcome?.repaired === 1)
    expect(asked()).toEqual(['whole', 'whole'])
  })

  it('is freed while more is fetched, which stops', async () => {
    const { ahead, handlers, faults, service, gameDir, update } = await openOutdated()
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    const before = service.asked.length
    const looked = ahead.look()
    await expect.poll(() => service.asked.length).toBeGreaterThan(before)
    await handlers().discardAhead(undefined, call)
    await looked
    expect([partsIn(gameDir), ahead.updates]).toEqual([[], [update]])
  })

  it('is not freed while something else works on the mod, and the player is told', async () => {
    let isFree = true
    const hold = () => Promise.resolve(isFree ? () => undefined : undefined)
    const { ahead, handlers, repairs, gameDir } = await openOutdated({ hold })
    await ahead.look()
    isFree = false
    await expect(handlers().discardAhead(undefined, call)).rejects.toMatchObject({ code: 'repair-busy' })
    expect([partsIn(gameDir).length, (await repairs.prepared()).size]).toEqual([1, 1])
  })

  it('is freed when its mod is removed, with part files of no session', async () => {
    const { ahead, handlers, queue, repairs, reached, gameDir, update } = await openOutdated()
    await ahead.look()
    write(gameDir, `${MOD}/gone/deep/${partNameOf('own.pbo')}`, 'of an earlier version')
    await queue.remove(await repairs.plans.removal(1))
    await reached('ended', ({ outcome }) => outcome?.setAside === 3)
    expect(Object.keys(withoutStore(treeOf(gameDir)))).toEqual([])
    expect((await handlers().quarantine(undefined, call)).ahead).toEqual([])
    await expect.poll(() => ahead.updates).toEqual([update])
  })
})
