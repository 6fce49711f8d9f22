import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { LastCheck } from '../../src-main/mods/index.ts'
import { partNameOf, type SafePath } from '../../src-main/mods/list/index.ts'
import { pathsFor } from '../../src-main/mods/repair/disk.ts'
import { withResolvers } from '../../src-main/lib/index.ts'
import { PartDigests } from '../../src-main/mods/repair/index.ts'
import { readQuarantine } from '../../src-main/mods/repair/quarantine.ts'
import { beginRepairSession } from '../../src-main/mods/repair/session.ts'
import { type Step, StepList } from '../../src-main/mods/repair/steps.ts'
import { aheadIn, readUnfinished } from '../../src-main/mods/repair/unfinished.ts'
import { tempDir } from '../support/temp.ts'
import { digestHere } from './digest-here.ts'
import { realDisk } from './real-disk.ts'
import { old, one, openRepairs, three, two, wholeOf } from './setup.ts'
import { bytesOf, fetchStep, md5, MOD, read, treeOf, write } from './support.ts'

it('a repair of a mod that is not there begins at once; one that replaces what is not the community’s shows its plan first', async () => {
  const asked: (readonly string[])[] = []
  let isOwn = false
  const areFromCommunity = (_: number, paths: readonly string[]) => {
    asked.push(paths)
    return Promise.resolve(isOwn)
  }
  const { repairs, reached, recheck, gameDir } = await openRepairs({ areFromCommunity })
  expect(await repairs.begin(1)).toBe(true)
  expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, setAside: 0 })
  expect(await repairs.begin(1)).toBe(false) // there is nothing to do
  expect(asked).toEqual([])

  write(gameDir, two, bytesOf('the player’s own', 80_000))
  write(gameDir, `${MOD}/addons/extra.pbo`, bytesOf('extra', 10))
  void recheck()
  expect(await repairs.begin(1)).toBe(false)
  expect(asked).toEqual([[two]])
  expect(repairs.states.map(({ phase }) => phase)).toEqual(['ended'])
  expect(read(gameDir, two)?.equals(bytesOf('the player’s own', 80_000))).toBe(true)
  isOwn = true
  expect(await repairs.begin(1)).toBe(true)
  await reached('ended', ({ outcome }) => outcome?.setAside === 1)
  expect(read(gameDir, two)?.equals(bytesOf('two', 80_000))).toBe(true)
  expect(existsSync(join(gameDir, MOD, 'addons/extra.pbo'))).toBe(true) // extras stay
})

it('what Loadout itself has installed for the community does not need the player’s OK when its list changes', async () => {
  const { repairs, reached, recheck, community, served, gameDir, needs } = await openRepairs({ community: 'nordwind' })
  await repairs.begin(1)
  await reached('ended')
  for (const [path, size] of Object.entries({ [two]: 80_000, [three]: 900 }))
    served[path] = community.listed[path] = bytesOf(`${path}, newer`, size)
  void recheck()
  needs.community = 'another'
  expect(await repairs.begin(1)).toBe(false)
  needs.community = 'nordwind'
  write(gameDir, two, bytesOf('the player’s own', 80_000))
  void recheck()
  expect(await repairs.begin(1)).toBe(false)
  write(gameDir, two, old[two] ?? '')
  write(gameDir, three, bytesOf('the player’s own', 700))
  void recheck()
  expect(await repairs.begin(1)).toBe(false)
  write(gameDir, three, old[three] ?? '')
  void recheck()
  expect(await repairs.begin(1)).toBe(true)
  await reached('ended', ({ outcome }) => outcome?.repaired === 2)
  expect(read(gameDir, two)?.equals(served[two] ?? Buffer.alloc(0))).toBe(true)
})

it('a file is read once to learn whether it is Loadout’s own, however many repairs have written it; the player can end that', async () => {
  const hashed: string[] = []
  const isStuck = withResolvers()
  let mayHash = true
  const digestOf: typeof digestHere = (path, algorithm, signal) => {
    hashed.push(path)
    if (mayHash) return digestHere(path, algorithm, signal)
    isStuck.resolve()
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  }
  const world = await openRepairs({ digestOf, community: 'nordwind' })
  const { repairs, queue, reached, repairAll, recheck, community, served, gameDir } = world
  for (const version of ['1', '2', '3']) {
    served[one] = community.listed[one] = bytesOf(version, 90_000)
    void recheck()
    await repairAll()
    await reached('ended')
  }
  write(gameDir, one, bytesOf('the player’s own', 90_000)) // of the size of all
  served[one] = community.listed[one] = bytesOf('4', 70_000)
  void recheck()
  hashed.length = 0
  expect(await repairs.begin(1)).toBe(false)
  expect(hashed).toEqual([join(gameDir, one)])
  mayHash = false
  const begun = queue.begin(1)
  await isStuck.promise
  await queue.takeOut(1)
  expect(await begun).toBe(true) // no plan is shown
  expect(queue.view.mods).toEqual([])
  const joined = queue.bringUp(1, new AbortController().signal)
  await expect.poll(() => hashed.length).toBe(3)
  await queue.takeOut(1)
  expect(await joined).toBe(true) // the join then finds that the mod is not ready
})

it.each(['install', 'update', 'repair'] as const)(
  'says before, during and after it what it is for the player: %s',
  async (work) => {
    const { repairs, reached, needs, gameDir } = await openRepairs()
    const { lastCheck } = needs
    needs.lastCheck = (modId) => {
      const last = lastCheck(modId)
      return last && { ...last, work }
    }
    expect((await repairs.plans.plan(1)).work).toBe(work)
    expect(await repairs.begin(1)).toBe(true)
    expect((await reached('ended')).work).toBe(work)
    expect((await readQuarantine(realDisk, gameDir)).sessions).toMatchObject([{ kind: work, added: 3 }])
  },
)

it('an update replaces its files when all of them are here, and none while one does not come', async () => {
  const world = await openRepairs({ areFromCommunity: () => Promise.resolve(true) })
  const { repairs, reached, recheck, community, served, gameDir, needs, faults } = world
  await repairs.begin(1)
  await reached('ended')
  const { lastCheck } = needs
  needs.lastCheck = (modId) => ({ ...(lastCheck(modId) ?? {}), work: 'update' }) as LastCheck
  for (const path of [one, two, three]) served[path] = community.listed[path] = bytesOf(`${path}, newer`, 60_000)
  write(gameDir, '@Other/three.pbo', served[three] ?? '')
  void recheck()
  const isOld = () => [one, two, three].map((path) => read(gameDir, path)?.equals(old[path] ?? Buffer.alloc(0)))
  faults.set(/two/, { kind: 'status', status: 404 })
  await repairs.begin(1)
  const { outcome } = await reached('ended', ({ work }) => work === 'update')
  expect(outcome).toMatchObject({ repaired: 0, troubles: [{ path: two, cause: { kind: 'not-found' } }] })
  expect(isOld()).toEqual([true, true, true])
  faults.clear()
  faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
  await repairs.begin(1)
  await reached('fetching', ({ progress }) => progress.bytesDone > 120_000)
  expect(isOld()).toEqual([true, true, true])
  repairs.reconnect()
  expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, copied: 0, troubles: [] })
  expect(isOld()).toEqual([false, false, false])
})

it('a repair that brings a program, or comes over plain http, shows its plan first', async () => {
  const { repairs, community, served, recheck } = await openRepairs()
  const program = `${MOD}/tool.dll`
  served[program] = community.listed[program] = bytesOf('tool', 500)
  void recheck()
  expect(await repairs.begin(1)).toBe(false)
  const plain = await openRepairs({ downloadUrls: () => ['http://files.example/'], allowHttp: true })
  expect(await plain.repairs.begin(1)).toBe(false)
  expect([...repairs.states, ...plain.repairs.states]).toEqual([])
})

it('a repair without room on the disk does not begin, and says how much it takes; what was fetched ahead takes none', async () => {
  const margin = 64 << 20
  const bytes = Object.values(old).reduce((sum, { length }) => sum + length, 0)
  let free = margin + bytes - 1
  const statfs = () => Promise.resolve({ bavail: free, bsize: 1 })
  const disk = { ...realDisk, statfs } as unknown as typeof realDisk
  const { repairs, reached, gameDir, service } = await openRepairs({ disk })
  const facts = { neededBytes: margin + bytes, freeBytes: free }
  await expect(repairs.begin(1)).rejects.toMatchObject({ code: 'repair-disk-full', facts })
  free = 5 * 2 ** 30 + bytes - 1 // nobody has asked for it, so much more must stay free
  await expect(repairs.prepare(1)).rejects.toMatchObject({ code: 'repair-disk-full', facts: { freeBytes: free } })
  expect([service.asked, treeOf(gameDir)]).toEqual([[], {}])
  free += 1
  expect(await repairs.prepare(1)).toBe('here')
  free = margin
  expect(await repairs.begin(1)).toBe(true)
  await reached('ended')
  expect(read(gameDir, one)?.equals(old[one] ?? Buffer.alloc(0))).toBe(true)
})

it('what was fetched ahead for another mod is given up where that makes the room that a repair lacks, and else kept', async () => {
  const [margin, spare, bytes] = [64 << 20, 50_000, Object.values(old).reduce((sum, { length }) => sum + length, 0)]
  let free = 2 * margin
  const disk = { ...realDisk, statfs: () => Promise.resolve({ bavail: free, bsize: 1 }) } as unknown as typeof realDisk
  const { repairs, reached, gameDir } = await openRepairs({ disk })
  const other = '@Other/other.pbo' as SafePath
  const step = fetchStep(other, Buffer.alloc(spare))
  const head = {
    kind: 'repair',
    isAhead: true,
    modId: 2,
    modName: 'Other',
    modFolder: '@Other',
    listVersion: '',
  } as const
  const session = await beginRepairSession(disk, gameDir, { ...head, steps: StepList.of([step]) }, new Date())
  const { part, folder } = await pathsFor(gameDir, other)
  mkdirSync(folder, { recursive: true })
  writeFileSync(part, Buffer.alloc(spare))
  expect(await repairs.prepared()).toEqual(new Map()) // nobody has verified it yet
  await session.note({ w: 'ready' })
  await session.close()
  expect([...(await repairs.prepared()).keys()]).toEqual([2])
  const givenUp = vi.fn()
  repairs.onGivenUp(givenUp)

  free = margin + bytes - spare - 1
  await expect(repairs.begin(1)).rejects.toMatchObject({ code: 'repair-disk-full' })
  expect([existsSync(part), givenUp.mock.calls.length]).toEqual([true, 0])
  free += 1
  repairs.onGivenUp(() => (free += existsSync(part) ? 0 : spare))
  expect(await repairs.begin(1)).toBe(true)
  await reached('ended')
  expect([existsSync(part), givenUp.mock.calls.length, [...(await repairs.prepared()).keys()]]).toEqual([false, 1, []])
})

it('what was fetched ahead is discarded alone, also by a list without sizes: not what a stopped repair of the mod has', async () => {
  const { repairs, gameDir, needs } = await openRepairs()
  const leave = async (path: string, isAhead: boolean) => {
    const step = { ...fetchStep(path, Buffer.alloc(500)), size: null } as Step
    const head = { kind: 'repair', isAhead, modId: 2, modName: 'Other', modFolder: '@Other', listVersion: '' } as const
    const session = await beginRepairSession(realDisk, gameDir, { ...head, steps: StepList.of([step]) }, new Date())
    await session.close()
    const { part } = await pathsFor(gameDir, step.path)
    mkdirSync(dirname(part), { recursive: true })
    writeFileSync(part, Buffer.alloc(400))
    return part
  }
  const [ahead, stopped] = [await leave('@Other/ahead.pbo', true), await leave('@Other/stopped.pbo', false)]
  expect(await aheadIn(needs, gameDir)).toEqual([{ modName: 'Other', bytes: 400 }])
  await repairs.discardAhead()
  expect([existsSync(ahead), existsSync(stopped), await aheadIn(needs, gameDir)]).toEqual([false, true, []])
  expect((await readUnfinished(realDisk, gameDir)).unfinished).toHaveLength(1)
})

it('a repair does not begin by a plan whose mod is checked again while its last piece is read', async () => {
  const { repairs, recheck, needs, gameDir } = await openRepairs()
  const whole = needs.problems
  needs.problems = async (modId, piece) => {
    const { problems } = await whole(modId, 0)
    return { problems: problems.slice(piece, piece + 1), pieces: problems.length }
  }
  const plan = await repairs.plans.whole(1)
  expect(plan.fetch.map(({ path }) => path)).toEqual([one, two, three])
  const inPieces = needs.problems
  needs.problems = async (modId, piece) => {
    const found = await inPieces(modId, piece)
    if (piece === found.pieces - 1) void recheck()
    return found
  }
  const gone = { code: 'repair-plan-gone' }
  await expect(repairs.start(plan.id, wholeOf(plan))).rejects.toMatchObject(gone)
  const { id, pieces } = await repairs.plans.plan(1)
  await expect(repairs.plans.files(id, pieces - 1)).rejects.toMatchObject(gone)
  expect(treeOf(gameDir)).toEqual({})
})

it('a repair that waited for a check does not begin by the plan of a former list or folder, and by the same list it does', async () => {
  const { repairs, recheck, reached, needs, community, gameDir } = await openRepairs()
  let held = 0
  const meanwhile = (happens: () => void) => {
    needs.hold = () => {
      held++
      happens()
      return Promise.resolve(() => void held--)
    }
  }
  const gone = { code: 'repair-plan-gone' }
  const plan = await repairs.plans.whole(1)
  meanwhile(() => {
    community.listed = { ...old, [one]: bytesOf('newer', 90_000) }
    void recheck()
  })
  await expect(repairs.start(plan.id, wholeOf(plan))).rejects.toMatchObject(gone)
  community.listed = old
  void recheck()
  meanwhile(() => (needs.gameDir = () => tempDir()))
  await expect(repairs.begin(1)).rejects.toMatchObject(gone)
  expect([held, treeOf(gameDir), repairs.states]).toEqual([0, {}, []])
  needs.gameDir = () => gameDir
  meanwhile(() => void recheck())
  expect(await repairs.begin(1)).toBe(true)
  expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [] })
})

it('a repair whose mod is checked again while it begins goes by the newest check', async () => {
  const { repairs, recheck, reached, needs, community, served } = await openRepairs()
  const { problems, hold } = needs
  const [newer, newest] = [bytesOf('newer', 90_000), bytesOf('newest', 80_000)]
  const lists = (bytes: Buffer) => {
    community.listed = { ...old, [one]: (served[one] = bytes) }
    return recheck()
  }
  needs.problems = async (...piece) => {
    needs.problems = problems
    const found = await problems(...piece)
    await lists(newer)
    return found
  }
  needs.hold = async (...mod) => {
    needs.hold = hold
    await lists(newest)
    return hold(...mod)
  }
  expect(await repairs.begin(1)).toBe(true)
  expect((await reached('ended')).outcome).toMatchObject({ repaired: 3, troubles: [] })
})

it.each([
  ['is not read again before it becomes the file, also after a restart', [], 3_600_000],
  ['is read again if it was changed since', [two], 3_600_000],
  ['is read again if a change might leave its times as they are', [], -3_600_000],
])('a part file that was fetched ahead %s', async (_, changed, aheadMs) => {
  const hashed: string[] = []
  const dataDir = tempDir()
  const open = () =>
    new PartDigests({
      ...{ disk: realDisk, dataDir, now: () => new Date(Date.now() + aheadMs) },
      digestOf: (path, ...more) => (hashed.push(basename(path)), digestHere(path, ...more)),
      log: (line) => expect(line).toBe(''),
    })
  let digests = open()
  const { repairs, reached, gameDir } = await openRepairs({
    digestOf: (...given) => digests.digestOf(...given),
    keepParts: () => digests.keep(),
  })
  const partOf = (path: string) => partNameOf(basename(path))
  expect(await repairs.prepare(1)).toBe('here')
  expect(hashed).toHaveLength(3)
  hashed.length = 0
  digests = open()
  for (const path of changed) write(gameDir, `${MOD}/addons/${partOf(path)}`, bytesOf('changed', 80_000))
  expect(await repairs.begin(1)).toBe(true)
  await reached('ended')
  const parts = aheadMs < 0 ? Object.keys(old) : changed
  expect([...new Set(hashed)].toSorted()).toEqual(parts.map(partOf).toSorted())
  for (const path of [one, two]) expect(read(gameDir, path)?.equals(old[path] ?? Buffer.alloc(0))).toBe(true)
})

it('what is known of part files is kept when a repair stops before its end', async () => {
  let kept = 0
  const { repairs, recheck, reached, faults } = await openRepairs({ keepParts: () => Promise.resolve(void kept++) })
  faults.set(/two/, { kind: 'status', status: 404 })
  await repairs.begin(1)
  await reached('ended')
  expect(kept).toBe(1)
  faults.clear()
  void recheck()
  await repairs.begin(1)
  await reached('ended')
  expect(kept).toBe(1) // no part file is left
})

it('what is known of part files is kept without looking at one after the other', async () => {
  const folder = tempDir()
  const files = Array.from({ length: 40 }, (_, at) => join(folder, partNameOf(`${at}.pbo`)))
  for (const file of files) writeFileSync(file, file)
  let [looking, most] = [0, 0]
  const lstat = async (path: string) => {
    most = Math.max(most, ++looking)
    return realDisk.lstat(path, { bigint: true }).finally(() => looking--)
  }
  const digests = new PartDigests({
    disk: { ...realDisk, lstat: lstat as typeof realDisk.lstat },
    ...{ dataDir: tempDir(), now: () => new Date(Date.now() + 3_600_000), log: (line) => expect(line).toBe('') },
    digestOf: digestHere,
  })
  for (const file of files) await digests.digestOf(file, 'md5', new AbortController().signal)
  expect(most).toBe(1)
  await digests.keep()
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThan(files.length)
})

it('a part file that changes within one tick of the disk’s clock while it is hashed is read again', async () => {
  const [began, file] = [Date.UTC(2030, 0), join(tempDir(), partNameOf('a.pbo'))]
  const writeAtTick = (text: string) => {
    writeFileSync(file, text)
    utimesSync(file, began / 1000, began / 1000)
  }
  writeAtTick('first')
  let now = began
  const lstat = async (path: string) => Object.assign(await realDisk.lstat(path, { bigint: true }), { ctimeNs: 0n })
  const digests = new PartDigests({
    disk: { ...realDisk, lstat: lstat as typeof realDisk.lstat }, // as on a disk without ctimes
    ...{ dataDir: tempDir(), now: () => new Date(now), log: (line) => expect(line).toBe('') },
    async digestOf(...given) {
      const digest = await digestHere(...given)
      if (now === began) writeAtTick('other')
      now += 60_000 // it takes a while
      return digest
    },
  })
  const { signal } = new AbortController()
  expect(await digests.digestOf(file, 'md5', signal)).toBe(md5('first'))
  expect(await digests.digestOf(file, 'md5', signal)).toBe(md5('other'))
})
