import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { Disk } from '../../src-main/mods/repair/disk.ts'
import { RepairQueue } from '../../src-main/mods/repair/queue.ts'
import { isWindows } from '../support/system.ts'
import { empties, states, until } from './queue-support.ts'
import { realDisk } from './real-disk.ts'
import { one, openRepairs, two, wholeOf } from './setup.ts'
import { bytesOf, read } from './support.ts'

describe('the queue', () => {
  it('checks each mod, and repairs what needs it', async () => {
    const { queue, gameDir } = await openRepairs()
    await queue.add([1])
    await empties(queue)
    expect(read(gameDir, one)?.equals(bytesOf('one', 90_000))).toBe(true)
    await queue.add([1]) // nothing is left to do
    await empties(queue)
  })

  it('tells what could not be begun, goes on with the rest, and tries again when asked', async () => {
    const { needs, repairs } = await openRepairs()
    const told: unknown[] = []
    const failing = new RepairQueue({
      ...needs,
      failed: (error) => told.push(error),
      service: repairs,
      check: () =>
        Promise.resolve({
          trusted: false,
          distrust: { reason: 'empty', detail: '', at: '2026-01-01T00:00:00Z' },
        }),
    })
    await failing.add([1, 2])
    expect(failing.left).not.toEqual([])
    await until(failing, () => states(failing).join() === '1 failed,2 failed')
    expect(failing.left).toEqual([])
    expect(told[0]).toMatchObject({ code: 'repair-not-checked', facts: { mod: 'Nordwind' } })
    await failing.add([2])
    await until(failing, () => states(failing).join() === '1 failed,2 failed')
    await failing.takeOut(1)
    expect(states(failing)).toEqual(['2 failed'])
    await failing.close()
  })

  it('shows the plan first where the player should see it', async () => {
    const { queue, gameDir } = await openRepairs({ downloadUrls: () => ['http://files.example.org/'], allowHttp: true })
    await queue.add([1])
    await until(queue, () => states(queue).join() === '1 asks')
    expect(queue.left).toEqual([])
    expect(read(gameDir, one)).toBeUndefined()
  })

  it('has an order, which the player may change, and does one at a time', async () => {
    let answer: () => void = () => undefined
    const asked: number[] = []
    const { needs, repairs } = await openRepairs()
    const queue = new RepairQueue({
      ...needs,
      service: repairs,
      check: (modId) => {
        asked.push(modId)
        return new Promise((resolve) => {
          answer = () => resolve({ trusted: true, summary: { result: 'ready' } as never })
        })
      },
    })
    await queue.add([1, 2, 3])
    queue.moveUp(2) // the first is at work
    expect(states(queue)).toEqual(['1 working', '2 waiting', '3 waiting'])
    queue.moveUp(3)
    expect(states(queue)).toEqual(['1 working', '3 waiting', '2 waiting'])
    await queue.takeOut(2)
    answer()
    await until(queue, () => states(queue).join() === '3 working')
    await expect.poll(() => asked).toEqual([1, 3])
    answer()
    await empties(queue)
    await queue.close()
  })

  it('begins again when the list changes while its files are fetched, but only once', async () => {
    const { needs, queue, community, served, recheck, gameDir, repairs } = await openRepairs()
    served[one] = community.listed[one] = bytesOf('newer', 90_000)
    let checks = 0
    const changing = new RepairQueue({
      ...needs,
      service: repairs,
      check: () => {
        checks++
        community.listed[one] = bytesOf('one', 90_000)
        const checked = recheck()
        community.listed[one] = bytesOf('newer', 90_000)
        return checked
      },
    })
    await changing.add([1])
    await empties(changing)
    expect(checks).toBe(2)
    await changing.close()
    await queue.add([1])
    await empties(queue)
    expect(read(gameDir, one)?.equals(bytesOf('newer', 90_000))).toBe(true)
  })

  it.each(['the queue', 'a join'])('begins again for %s when the list changes after its last file', async (who) => {
    const { queue, needs, community, served, gameDir } = await openRepairs({
      areFromCommunity: () => Promise.resolve(true),
    })
    const { changed } = needs
    needs.changed = (modId) => {
      served[one] = community.listed[one] = bytesOf('newer', 90_000)
      return changed(modId)
    }
    if (who === 'a join') expect(await queue.bringUp(1, new AbortController().signal)).toBe(true)
    else {
      await queue.add([1])
      await empties(queue)
    }
    expect(read(gameDir, one)?.equals(bytesOf('newer', 90_000))).toBe(true)
  })

  /** A queue whose only mod is being fetched when the disk with the mods is unplugged. */
  const unplugged = async (change: Parameters<typeof openRepairs>[0] = {}) => {
    const world = await openRepairs({ limits: () => ({ concurrency: 1, bytesPerSecond: 200_000 }), ...change })
    const { queue, gameDir, reached } = world
    await queue.add([1])
    await reached('fetching', ({ progress }) => progress.bytesDone > 0)
    renameSync(gameDir, `${gameDir}-disk`)
    await reached('ended', ({ outcome }) => outcome?.stopped !== null)
    await until(queue, () => states(queue).join() === '1 waiting')
    return { ...world, plug: () => renameSync(`${gameDir}-disk`, gameDir) }
  }

  // Windows holds a folder with open files
  describe.skipIf(isWindows)('while the disk with the mods is unplugged', () => {
    it('waits, and continues by itself once it is back', async () => {
      const { queue, repairs, gameDir, reached, plug } = await unplugged()
      await queue.lookForFolder() // it is not back yet
      expect(repairs.states).toMatchObject([{ phase: 'ended', outcome: { stopped: { kind: 'folder-gone' } } }])
      plug()
      await queue.lookForFolder()
      await reached('ended', ({ outcome }) => outcome?.stopped === null)
      expect(read(gameDir, one)?.equals(bytesOf('one', 90_000))).toBe(true)
      await empties(queue)
    })

    it('has nothing left to do if another process ends the repair before the queue looks', async () => {
      const { queue, repairs, open, gameDir, plug } = await unplugged()
      plug()
      const other = open()
      await other.repairs.recover()
      await other.repairs.resume(1)
      await other.reached('ended', ({ outcome }) => outcome?.stopped === null)
      await queue.lookForFolder()
      await empties(queue)
      expect(repairs.states).toEqual([])
      expect(read(gameDir, one)?.equals(bytesOf('one', 90_000))).toBe(true)
    })

    it('waits after a restart too, and says that it continues only then', async () => {
      let isThere = true
      const gone = new Failure('game-dir-unusable', { path: '', errno: 'ENOENT' })
      const { queue, repairs, open, gameDir, plug } = await unplugged({
        mustBeThere: () => (isThere ? Promise.resolve() : Promise.reject(gone)),
      })
      isThere = false
      await queue.close()
      await repairs.close()
      const second = open()
      await second.repairs.recover()
      await second.queue.goOn()
      expect([states(second.queue), second.queue.view.wentOn]).toEqual([['1 waiting'], false])
      plug()
      isThere = true
      await second.queue.lookForFolder()
      expect(second.queue.view.wentOn).toBe(true)
      await empties(second.queue)
      expect(second.repairs.states).toMatchObject([{ outcome: { stopped: null, repaired: 3 } }])
      expect(read(gameDir, one)?.equals(bytesOf('one', 90_000))).toBe(true)
    })

    it('waits with a mod whose check finds no folder', async () => {
      let isThere = false
      const told: unknown[] = []
      const { needs, repairs, recheck } = await openRepairs()
      const gone = new Failure('game-dir-unusable', { path: '', errno: 'ENOENT' })
      const mustBeThere = () => (isThere ? Promise.resolve() : Promise.reject(gone))
      const check = () => mustBeThere().then(recheck)
      const failed = (error: unknown) => void told.push(error)
      const queue = new RepairQueue({ ...needs, service: repairs, check, mustBeThere, failed })
      await queue.add([1])
      await until(queue, () => told.length === 1)
      await queue.lookForFolder()
      expect([states(queue), told]).toEqual([['1 waiting'], [gone]])
      isThere = true
      await queue.lookForFolder()
      await empties(queue)
      expect(repairs.states).toMatchObject([{ outcome: { stopped: null, repaired: 3 } }])
      await queue.close()
    })

    it('looks only once if it does not answer', async () => {
      let looks: number | undefined
      const mustBeThere = () => {
        if (looks === undefined) return Promise.resolve()
        looks++
        return new Promise(() => undefined)
      }
      const { queue } = await unplugged({ mustBeThere })
      looks = 0
      void queue.lookForFolder()
      void queue.lookForFolder()
      expect(looks).toBe(1)
    })
  })

  it('begins nothing while it is paused, nor while the game runs', async () => {
    const game = { runs: true, sure: () => Promise.resolve({ running: true }) }
    const { queue } = await openRepairs({ game })
    await queue.add([1])
    expect(states(queue)).toEqual(['1 game'])
    game.runs = false
    queue.pause()
    queue.next()
    expect(states(queue)).toEqual(['1 waiting'])
    await queue.resume()
    await empties(queue)
  })

  it('resumes a repair that a full disk has stopped, and says until then why it stopped', async () => {
    let isFull = true
    const rename: Disk['rename'] = (from, to) =>
      isFull && String(to).endsWith('two.pbo')
        ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
        : realDisk.rename(from, to)
    const { queue, repairs, gameDir } = await openRepairs({ disk: { ...realDisk, rename } })
    await queue.begin(1)
    await repairs.rests(1)
    await repairs.recover() // at every new list of mods
    expect(repairs.states).toMatchObject([{ phase: 'ended', outcome: { stopped: { kind: 'disk-full' } } }])
    isFull = false
    await queue.resume(1)
    await repairs.rests(1)
    expect(repairs.states).toMatchObject([{ outcome: { stopped: null, repaired: 3 } }])
    expect(read(gameDir, two)?.equals(bytesOf('two', 80_000))).toBe(true)
  })

  it('resumes a repair that the player asks for although it is closed, as after an error that ended all work', async () => {
    const { queue, repairs, faults, reached, gameDir } = await openRepairs()
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    await queue.add([1])
    await reached('fetching', ({ progress }) => progress.filesDone > 0)
    await queue.close()
    void repairs.stop(1)
    await reached('interrupted')
    await queue.resume(1)
    await repairs.rests(1)
    expect(read(gameDir, two)?.equals(bytesOf('two', 80_000))).toBe(true)
  })

  it('goes on after a restart with what was running, and says so; not with what was paused', async () => {
    const { queue, repairs, open, gameDir, faults, reached, needs } = await openRepairs()
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    await queue.add([1])
    await reached('fetching', ({ progress }) => progress.filesDone > 0)
    await queue.close()
    await repairs.close() // as at the app's end
    const file = join(needs.dataDir, 'repair-queue.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ mods: [{ modId: 1 }], paused: false })

    const second = open()
    await second.repairs.recover()
    await second.queue.goOn()
    expect(second.queue.view.wentOn).toBe(true)
    await empties(second.queue)
    expect(read(gameDir, two)?.equals(bytesOf('two', 80_000))).toBe(true)
    await second.queue.close()

    const third = open()
    third.queue.pause()
    await third.queue.add([1])
    third.queue.pause()
    await third.queue.close()
    const fourth = open()
    await fourth.queue.goOn()
    expect(fourth.queue.view).toMatchObject({ paused: true, wentOn: false, mods: [{ modId: 1, state: 'waiting' }] })
    expect(existsSync(file)).toBe(true)
  })

  it('is on the disk before a repair begins or goes on, and as before if that is refused', async () => {
    const { queue, repairs, open, needs, faults, reached } = await openRepairs()
    const file = join(needs.dataDir, 'repair-queue.json')
    const stored: unknown[] = []
    needs.game.sure = () => {
      stored.push(JSON.parse(readFileSync(file, 'utf8')).mods)
      return Promise.resolve({ running: null })
    }
    const ours = [{ modId: 1, isPlan: false }]
    await expect(queue.begin(1)).rejects.toMatchObject({ code: 'game-unseen' })
    expect([stored, queue.view.mods]).toEqual([[ours], []])
    const plan = await repairs.plans.whole(1)
    await expect(queue.start(plan.id, wholeOf(plan))).rejects.toMatchObject({ code: 'game-unseen' })
    expect([stored.at(-1), queue.view.mods]).toEqual([[{ modId: 1, isPlan: true }], []])

    Object.assign(needs.game, { runs: true }) // so it waits
    await queue.add([1])
    queue.pause()
    Object.assign(needs.game, { runs: false })
    await expect(queue.begin(1, true)).rejects.toMatchObject({ code: 'game-unseen' })
    expect(queue.view).toMatchObject({ mods: [{ modId: 1, state: 'waiting' }], paused: true })

    const isSeen = needs.game.sure
    needs.game.sure = () => isSeen().then(() => ({ running: false }))
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    expect(await queue.begin(1, true)).toBe(true)
    await reached('fetching', ({ progress }) => progress.filesDone > 0)
    await queue.takeOut(1)
    await queue.close()
    await repairs.close()
    const second = open()
    await second.repairs.recover()
    await second.queue.resume(1)
    expect(stored.at(-1)).toEqual([{ modId: 1, isPlan: true }])
    await empties(second.queue)
  })

  it('goes on after a kill with a removal', async () => {
    const game = { runs: false, sure: () => Promise.resolve({ running: game.runs }) }
    const { queue, repairs, repairAll, reached, open, gameDir } = await openRepairs({ game })
    await repairAll()
    await reached('ended')
    game.runs = true // so it waits before its first file
    await queue.remove(await repairs.plans.removal(1))
    await reached('paused')
    expect(repairs.stateOf(1)?.work).toBe('moving')
    await queue.close()
    await repairs.close()
    expect(read(gameDir, one)).toBeDefined()
    game.runs = false
    const second = open()
    await second.repairs.recover()
    await second.queue.goOn()
    expect(second.queue.view.wentOn).toBe(true)
    await empties(second.queue)
    expect([read(gameDir, one), read(gameDir, two)]).toEqual([undefined, undefined])
    expect(second.repairs.states).toMatchObject([{ phase: 'ended', work: 'moving', outcome: { setAside: 3 } }])
  })

  it('begins nothing for a plan that had ended before a kill', async () => {
    const { queue, needs, gameDir } = await openRepairs()
    const left = { gameDir, mods: [{ modId: 1, isPlan: true }], paused: false }
    writeFileSync(join(needs.dataDir, 'repair-queue.json'), JSON.stringify(left))
    await queue.goOn()
    await empties(queue)
    expect(read(gameDir, one)).toBeUndefined()
  })

  it('does no more after a restart than the player chose of a plan', async () => {
    const { queue, repairs, open, gameDir, faults, service } = await openRepairs()
    const plan = await repairs.plans.whole(1)
    const at = plan.fetch.findIndex(({ path }) => path === two)
    const choice = { ...wholeOf(plan), fetch: plan.fetch.map((_file, index) => (index === at ? '1' : '0')).join('') }
    faults.set(/two/, { kind: 'stall', share: 0.5 }, 1)
    const before = service.asked.length
    await queue.start(plan.id, choice)
    await expect.poll(() => service.asked.length).toBeGreaterThan(before)
    await queue.close()
    await repairs.close()
    const second = open()
    await second.repairs.recover()
    await second.queue.goOn()
    await empties(second.queue)
    expect(read(gameDir, two)?.equals(bytesOf('two', 80_000))).toBe(true)
    expect(read(gameDir, one)).toBeUndefined()
  })
})
