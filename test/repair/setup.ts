import { onTestFinished } from 'vitest'
import type { CheckOutcome, CheckSummary } from '../../src-preload/contract/mods.ts'
import type { PlanChoice, PlanFiles, RepairState } from '../../src-preload/contract/repair.ts'
import {
  openSourceConnections,
  type QueueNeeds,
  repairHandlers,
  type RepairNeeds,
  RepairQueue,
  RepairService,
} from '../../src-main/mods/repair/index.ts'
import { digestHere, findBlocksHere } from './digest-here.ts'
import { realDisk } from './real-disk.ts'
import { tempDir } from '../support/temp.ts'
import { check, type Files } from './checked.ts'
import { bytesOf, hastyClock, MOD, openWorld } from './support.ts'

export const one = `${MOD}/addons/one.pbo`
export const two = `${MOD}/addons/two.pbo`
export const three = `${MOD}/addons/three.pbo`
export const old: Files = {
  [one]: bytesOf('one', 90_000),
  [two]: bytesOf('two', 80_000),
  [three]: bytesOf('three', 700),
}

/** The whole plan, without its extras. */
export const wholeOf = ({ fetch, rename }: PlanFiles): PlanChoice => ({
  fetch: '1'.repeat(fetch.length),
  rename: '1'.repeat(rename.length),
  extras: '',
})

type Needs = RepairNeeds & Pick<QueueNeeds, 'isOnline' | 'missingBytes'>

/** A repairs over a real service and a real game folder; `listed` is what the community says now. */
export async function openRepairs(change: Partial<Needs> = {}, modId = 1) {
  const served: Files = { ...old }
  const world = await openWorld(served)
  const { gameDir } = world
  const community = { listed: { ...old } }
  let checked = check(gameDir, community.listed, modId)
  const connections = openSourceConnections('http://127.0.0.1')
  const recheck = (): Promise<CheckOutcome> => {
    checked = check(gameDir, community.listed, modId)
    const result = checked.problems.length > 0 ? 'damaged' : 'ready'
    return Promise.resolve({ trusted: true, summary: { result } as CheckSummary })
  }
  const standard: Needs = {
    gameDir: () => gameDir,
    mods: () => [{ id: modId, name: 'Nordwind', folder: MOD }],
    lastCheck: () => checked,
    problems: () => Promise.resolve({ problems: checked.problems, pieces: 1 }),
    downloadUrls: () => [world.base.href],
    listVersion: () => Promise.resolve(check(gameDir, community.listed, modId).listVersion),
    areFromCommunity: () => Promise.resolve(false),
    otherFolders: () => Promise.resolve([]),
    mustBeThere: () => Promise.resolve(),
    hold: () => Promise.resolve(() => undefined),
    game: { runs: false, sure: () => Promise.resolve({ running: false }) },
    changed: () => recheck(),
    allowHttp: false,
    limits: () => ({ concurrency: 2, bytesPerSecond: 0 }),
    dataDir: tempDir(),
    speedDir: tempDir(),
    connections,
    disk: realDisk,
    digestOf: digestHere,
    findBlocks: findBlocksHere,
    clock: hastyClock,
    isOnline: () => true,
    missingBytes: () => 0,
    now: () => new Date(),
    whoHolds: () => Promise.resolve(null),
    failed: (error) => {
      throw new Error('a repair failed', { cause: error })
    },
    log: (line, error) => {
      throw new Error(line, { cause: error })
    },
  }
  const needs: Needs = { ...standard, ...change }
  const open = () => {
    const repairs = new RepairService(needs)
    const queue = new RepairQueue({ ...needs, service: repairs, check: recheck })
    onTestFinished(async () => {
      await queue.close()
      await repairs.close()
      await connections.close()
    })
    /** The first state that is like this. */
    const reached = (phase: RepairState['phase'], like: (state: RepairState) => boolean = () => true) =>
      new Promise<RepairState>((resolve) => {
        const look = () => {
          const state = repairs.states.find((known) => known.phase === phase && like(known))
          if (!state) return
          leave()
          resolve(state)
        }
        const leave = repairs.onChange(look)
        look()
      })
    const repairAll = async () => {
      const plan = await repairs.plans.whole(modId)
      await repairs.start(plan.id, wholeOf(plan))
      return plan
    }
    const handlers = () => {
      const none = { updates: [], onUpdates: () => () => undefined, change: () => Promise.resolve(null) }
      const ahead = { ...none, discard: () => repairs.discardAhead() }
      return repairHandlers(repairs, queue, needs, ahead, () => Promise.resolve())
    }
    return { repairs, queue, reached, repairAll, handlers }
  }
  return { ...world, served, community, needs, open, recheck, ...open() }
}
