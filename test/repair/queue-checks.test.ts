import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import { RepairQueue } from '../../src-main/mods/repair/queue.ts'
import { RepairService } from '../../src-main/mods/repair/index.ts'
import { tempDir } from '../support/temp.ts'
import { empties, states, until } from './queue-support.ts'
import { old, one, openRepairs, wholeOf } from './setup.ts'
import { bytesOf, read } from './support.ts'

/** A queue that checks a mod. Each of its checks ends when the test calls its function. */
async function checking() {
  const checks: (() => void)[] = []
  const told: unknown[] = []
  const world = await openRepairs()
  const queue = new RepairQueue({
    ...world.needs,
    service: world.repairs,
    failed: (error) => told.push(error),
    check: () => new Promise<void>((resolve) => checks.push(resolve)).then(world.recheck),
  })
  onTestFinished(() => queue.close())
  await queue.add([1])
  return { ...world, queue, checks, told }
}

/** A repair that begins at once and never ends. */
class Endless extends RepairService {
  readonly paused: string[] = []
  override begin = () => Promise.resolve(true)
  override rests = () => new Promise<undefined>(() => undefined)
  override pause = (modId: number, paused: boolean) => void this.paused.push(`${modId} ${paused}`)
}

it('resumes what was paused when another mod’s repair begins', async () => {
  const { needs, recheck } = await openRepairs()
  const service = new Endless(needs)
  const queue = new RepairQueue({ ...needs, service, check: recheck })
  onTestFinished(() => queue.close())
  await queue.add([1])
  await until(queue, () => states(queue).join() === '1 working')
  queue.pause()
  await queue.begin(2, true)
  expect(queue.view).toMatchObject({ paused: false, mods: [{ modId: 2 }, { modId: 1 }] })
  expect(service.paused.at(-1)).toBe('1 false')
})

it.each(['another mod', 'a plan'])(
  'keeps a repair from the disk during the game when %s ends the pause',
  async (what) => {
    const game = { runs: false, sure: () => Promise.resolve({ running: game.runs }) }
    const { queue, repairs, reached, faults } = await openRepairs({ game })
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    await queue.add([1])
    await reached('fetching', ({ progress }) => progress.bytesDone > 0)
    game.runs = true
    repairs.gameRuns(true)
    queue.pause()
    repairs.begin = () => Promise.resolve(true)
    if (what === 'another mod') await queue.add([2])
    else await queue.begin(2, true)
    expect(queue.view.paused).toBe(false)
    expect(repairs.states).toMatchObject([{ phase: 'paused', forGame: true }])
  },
)

it('stays paused if the player pauses it while a plan is being prepared', async () => {
  const { queue, repairs, needs, reached } = await openRepairs()
  const plan = await repairs.plans.whole(1)
  needs.game.sure = () => {
    queue.pause()
    return Promise.resolve({ running: false })
  }
  await queue.start(plan.id, wholeOf(plan))
  expect(queue.view.paused).toBe(true)
  await reached('paused')
})

it('keeps a plan whose disk is gone after a restart, also when another mod is added', async () => {
  let isThere = true
  const gone = new Failure('game-dir-unusable', { path: '', errno: 'ENOENT' })
  const { queue, repairs, needs, open, reached, faults, gameDir } = await openRepairs({
    failed: () => undefined,
    mustBeThere: () => (isThere ? Promise.resolve() : Promise.reject(gone)),
  })
  faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
  const plan = await repairs.plans.whole(1)
  await queue.start(plan.id, wholeOf(plan))
  await reached('fetching', ({ progress }) => progress.bytesDone > 0)
  await queue.close()
  await repairs.close()
  renameSync(gameDir, `${gameDir}-disk`)
  isThere = false
  const last = needs.lastCheck
  needs.lastCheck = (modId) => (modId === 1 ? last(modId) : undefined)
  const second = open()
  await second.repairs.recover()
  await second.queue.goOn()
  await second.queue.add([2])
  await until(second.queue, () => !states(second.queue).includes('1 working'))
  expect(states(second.queue)).toEqual(['1 waiting', '2 waiting'])
  renameSync(`${gameDir}-disk`, gameDir)
  isThere = true
  await second.queue.lookForFolder()
  await second.reached('ended', ({ outcome }) => outcome?.repaired === 3)
})

describe('a queue that checks a mod', () => {
  it('is waited for by a join whose mod it is checking, and begins one repair', async () => {
    const { queue, checks, gameDir } = await checking()
    const up = queue.bringUp(1, new AbortController().signal)
    checks[0]?.()
    expect(await up).toBe(true)
    expect(queue.view.mods).toEqual([])
    expect(read(gameDir, one)?.equals(bytesOf('one', 90_000))).toBe(true)
  })

  it('begins nothing for a mod that was taken out during its check', async () => {
    const { queue, checks, told, gameDir } = await checking()
    await queue.takeOut(1)
    await queue.add([1])
    await expect.poll(() => checks.length).toBe(2)
    checks[0]?.() // the check of the entry that was taken out
    checks[1]?.()
    await until(queue, () => states(queue).every((state) => state !== '1 working'))
    expect([told, states(queue)]).toEqual([[], []])
    expect(read(gameDir, one)?.equals(bytesOf('one', 90_000))).toBe(true)
  })

  it('begins no repair of a mod that was taken out right before it', async () => {
    let taken: Promise<void> | undefined
    const sure = async () => {
      await (taken ??= queue.takeOut(1)) // between the check and the repair
      return { running: false }
    }
    let letGo = () => {}
    const released = new Promise<void>((resolve) => (letGo = resolve))
    const hold = () => Promise.resolve(letGo)
    const { queue, repairs, gameDir } = await openRepairs({ game: { runs: false, sure }, hold })
    await queue.add([1])
    await released
    expect([states(queue), repairs.states, read(gameDir, one)]).toEqual([[], [], undefined])
  })

  it('can be paused and resumed during a check', async () => {
    const { queue, checks, gameDir } = await checking()
    queue.pause()
    await queue.resume()
    checks[0]?.()
    await empties(queue)
    expect(read(gameDir, one)?.equals(bytesOf('one', 90_000))).toBe(true)
  })
})

it('a mod that becomes right while the network is away leaves the queue', async () => {
  let online = false
  const setup = { isOnline: () => online, downloadUrls: () => ['http://127.0.0.1:9/'] }
  const { queue, gameDir } = await openRepairs(setup)
  await queue.add([1])
  await until(queue, () => states(queue).join() === '1 network')
  for (const [path, bytes] of Object.entries(old)) {
    mkdirSync(dirname(join(gameDir, path)), { recursive: true })
    writeFileSync(join(gameDir, path), bytes) // by the player's hand
  }
  queue.lookForNetwork()
  online = true
  queue.lookForNetwork()
  await until(queue, () => !['1 network', '1 waiting', '1 working'].includes(states(queue).join()))
  expect(states(queue)).toEqual([])
})

/** A queue whose mod 1 is being fetched, while mod 2 waits. `use`: the player uses another game folder. */
async function inFolder() {
  const world = await openRepairs()
  world.faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
  const { needs, repairs, recheck, reached } = world
  const checked: string[] = []
  let gameDir = world.gameDir
  needs.gameDir = () => gameDir
  const check = (modId: number) => (checked.push(`${modId} in ${gameDir}`), recheck())
  const queue = new RepairQueue({ ...needs, service: repairs, check })
  onTestFinished(() => queue.close())
  await queue.add([1, 2])
  await reached('fetching', ({ progress }) => progress.bytesDone > 0)
  const use = (folder: string) => {
    gameDir = folder
    return repairs.recover()
  }
  return { ...world, queue, checked, use }
}

it('the queue and the repairs of a game folder stay there, and go on when the player uses it again', async () => {
  const { queue, repairs, checked, use, gameDir } = await inFolder()
  await use(tempDir())
  await repairs.rests(1)
  queue.next()
  expect([checked, repairs.states]).toEqual([[`1 in ${gameDir}`], []])
  await queue.goOn()
  expect(queue.view.mods).toEqual([])
  await use(gameDir)
  expect(repairs.states).toMatchObject([{ phase: 'interrupted' }])
  await queue.goOn()
  expect(states(queue)).toEqual(['1 working', '2 waiting'])
})

it('a repair that ends only after its game folder was left takes nothing out of the queue there', async () => {
  const { queue, repairs, use, gameDir, needs, recheck, open } = await inFolder()
  const checks: (() => void)[] = []
  needs.changed = () => new Promise<void>((resolve) => checks.push(resolve)).then(recheck)
  await use(tempDir())
  await queue.goOn()
  await expect.poll(() => checks.length).toBe(1)
  checks[0]?.()
  await repairs.rests(1)
  await queue.close()
  await use(gameDir)
  const second = open()
  await second.queue.goOn()
  expect(states(second.queue)).toEqual(['1 working', '2 waiting'])
})

it.each([true, false])(
  'a queue goes on where the mods were moved to, also after a restart; read before: %s',
  async (isRead) => {
    const { queue, repairs, use, open, gameDir } = await inFolder()
    const to = tempDir()
    queue.pause()
    await queue.close()
    await repairs.close()
    const second = open()
    if (isRead) await second.queue.goOn()
    await use(to)
    await second.queue.moved(gameDir, to)
    await second.queue.goOn()
    expect(states(second.queue)).toEqual(['1 waiting', '2 waiting'])
    await second.queue.close()
    const third = open()
    await third.queue.goOn()
    expect(states(third.queue)).toEqual(['1 waiting', '2 waiting'])
  },
)

/** A repair that the player has stopped, with the check after it. `end` ends the check. */
async function stoppedInCheck() {
  const world = await openRepairs()
  world.faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
  let end = () => {}
  const ends = new Promise<void>((resolve) => (end = resolve))
  world.needs.changed = () => ends.then(world.recheck)
  await world.queue.add([1])
  await world.reached('fetching', ({ progress }) => progress.filesDone === 2)
  return { ...world, end }
}

it('a join waits for the check after a repair that was stopped, and then repairs the mod', async () => {
  const { queue, end, recheck } = await stoppedInCheck()
  await queue.takeOut(1)
  const up = queue.bringUp(1, new AbortController().signal)
  end()
  expect(await up).toBe(true)
  expect(await recheck()).toMatchObject({ summary: { result: 'ready' } })
})

it('a mod that is taken out and added again during the check of its files is repaired', async () => {
  const { queue, end, recheck } = await stoppedInCheck()
  await queue.takeOut(1)
  await queue.add([1])
  end()
  await empties(queue)
  expect(await recheck()).toMatchObject({ summary: { result: 'ready' } })
})

it('a removal stops the repair of its mod, and begins after the check of it', async () => {
  const { queue, repairs, end, gameDir, needs } = await stoppedInCheck()
  const removed = queue.remove(await repairs.plans.removal(1))
  const stored = () => readFileSync(join(needs.dataDir, 'repair-queue.json'), 'utf8')
  await expect.poll(stored).toContain('"isPlan":true')
  end()
  await removed
  await empties(queue)
  expect([repairs.states, read(gameDir, one)]).toMatchObject([
    [{ phase: 'ended', outcome: { troubles: [] } }],
    undefined,
  ])
})

it('a removal that is taken out while it waits for the check of its mod removes nothing', async () => {
  const { queue, repairs, end, gameDir, needs } = await stoppedInCheck()
  const removed = queue.remove(await repairs.plans.removal(1))
  const stored = () => readFileSync(join(needs.dataDir, 'repair-queue.json'), 'utf8')
  await expect.poll(stored).toContain('"isPlan":true')
  await queue.takeOut(1)
  end()
  await removed
  await empties(queue)
  await repairs.rests(1)
  expect(read(gameDir, one)).toBeDefined()
})

it('stays paused if the player pauses it while a stopped repair is about to go on', async () => {
  const { queue, repairs, end, needs, reached } = await stoppedInCheck()
  await queue.takeOut(1)
  end()
  await repairs.rests(1)
  needs.game.sure = () => {
    queue.pause()
    return Promise.resolve({ running: false })
  }
  await queue.resume(1)
  expect(queue.view.paused).toBe(true)
  await reached('paused')
})
