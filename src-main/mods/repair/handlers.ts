import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Failure, isFailure } from '../../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../../src-preload/contract/members.ts'
import { MOST_KEPT, type QuarantineSession, type repairContract } from '../../../src-preload/contract/repair.ts'
import { repairCodes } from '../../../src-preload/contract/repair-cause.ts'
import { inSlices, topicOf } from '../../lib/index.ts'
import type { Ahead } from './ahead.ts'
import { statsAt } from './disk.ts'
import { busyWith } from './mod-lock.ts'
import { checkOwners, mustKnowIfGameRuns, type RepairNeeds } from './needs.ts'
import { emptySession, readQuarantine } from './quarantine.ts'
import type { RepairQueue } from './queue.ts'
import type { RepairService } from './service.ts'
import { openRepairSession, storeOf } from './session.ts'
import { discardLeftOver, leftOverIn } from './space.ts'
import { troubleOf } from './trouble.ts'
import { undo } from './undo.ts'
import { aheadIn, ownerOf } from './unfinished.ts'

const LOCKED_FOR_MS = 5_000

async function areSame(some: QuarantineSession['files'], others: QuarantineSession['files']): Promise<boolean> {
  let [same, at] = [some.length === others.length, 0]
  await inSlices(some, (file) => {
    same &&= isDeepStrictEqual(file, others[at++])
  })
  return same
}

/** Works on a session's files while nothing else works on its mod. Then the mod is checked. */
function sessionWork(service: RepairService, needs: RepairNeeds) {
  return async <T>(sessionId: string, work: (gameDir: string) => Promise<T>): Promise<T> => {
    const gameDir = needs.gameDir()
    // not its journal, which `work` may read too: so many objects would block main during garbage collection
    const head = gameDir === undefined ? undefined : (await openRepairSession(needs.disk, gameDir, sessionId))?.head
    if (gameDir === undefined || !head) throw new Failure('quarantine-gone', {})
    const letGo = await service.lockSession(gameDir, head)
    if (!letGo) throw await busyWith(gameDir, { ...head, ...ownerOf(needs, head) })
    try {
      return await work(gameDir)
    } catch (error) {
      if (isFailure(error)) throw error
      throw new Failure('quarantine-stuck', { code: repairCodes[troubleOf(error).reason.kind] })
    } finally {
      letGo()
      void checkOwners(needs, head).catch((error: unknown) => needs.log('after work on the quarantine', error))
    }
  }
}

type Handlers = DomainHandlers<typeof repairContract>

const queueHandlers = (service: RepairService, queue: RepairQueue, needs: RepairNeeds) =>
  ({
    begin: ({ modId }) => queue.begin(modId),
    start: ({ planId, choice }) => queue.start(planId, choice),
    queue: topicOf(() => queue.view, queue.onChange, service.onChange), // its sum changes with each repair
    enqueue: ({ modIds }) => queue.add(modIds),
    moveUp: ({ modId }) => queue.moveUp(modId),
    pause: () => queue.pause(),
    goOn: () => queue.resume(),
    resume: ({ modId }) => queue.resume(modId),
    stop: ({ modId }) => queue.takeOut(modId),
    async remove({ modId }) {
      const removal = await service.plans.removal(modId)
      const { mod, steps, bytes } = removal
      const folder = join(removal.gameDir, mod.modFolder)
      const others = Math.max(0, steps.count - (needs.lastCheck(modId)?.filesStay ?? 0))
      return {
        question: { kind: 'remove-mod', mod: mod.modName, files: steps.count, bytes, others, folder },
        yes: () => queue.remove(removal),
        other: () => queue.remove({ ...removal, forGood: true }),
      }
    },
    async dismiss({ modId }) {
      await queue.takeOut(modId)
      await service.dismiss(modId)
    },
  }) satisfies Partial<Handlers>

export function repairHandlers(
  service: RepairService,
  queue: RepairQueue,
  needs: RepairNeeds,
  lists: Pick<Ahead, 'updates' | 'onUpdates' | 'change' | 'discard'>,
  showFolder: (path: string) => Promise<void>,
): Handlers {
  const { disk } = needs
  const onSession = sessionWork(service, needs)
  return {
    states: topicOf(() => service.states, service.onChange),
    plan: ({ modId }) => service.plans.plan(modId),
    planFiles: ({ planId, piece }) => service.plans.files(planId, piece),
    speed: () => service.speed.bytesPerSecond(),
    ...queueHandlers(service, queue, needs),
    async quarantine() {
      const gameDir = needs.gameDir()
      if (gameDir === undefined) return { sessions: [], unknown: 0, ahead: [], leftOver: [] }
      const { sessions, unknown } = await readQuarantine(disk, gameDir)
      const shown = sessions.map((one) => {
        const [files, others] = [one.files.slice(0, MOST_KEPT), one.others.slice(0, MOST_KEPT)]
        return { ...one, files, others }
      })
      const left = await leftOverIn(needs, gameDir).catch(() => []) // what cannot be read may be needed
      const leftOver = left.map(({ modName, bytes }) => ({ modName, bytes }))
      return { sessions: shown, unknown, ahead: await aheadIn(needs, gameDir), leftOver }
    },
    discardAhead: () => lists.discard(),
    async discardLeftOver() {
      const gameDir = needs.gameDir()
      if (gameDir !== undefined) await discardLeftOver(needs, gameDir, (mod) => service.lockSession(gameDir, mod))
    },
    async openQuarantine() {
      const gameDir = needs.gameDir()
      const folder = gameDir === undefined ? undefined : storeOf(gameDir)
      const isThere = folder !== undefined && ((await statsAt(disk, folder))?.isDirectory() ?? false)
      if (!isThere) throw new Failure('quarantine-gone', {})
      return { pressOr: { kind: 'open-folder', folder }, yes: () => showFolder(folder) }
    },
    async undo({ sessionId, paths }, { signal }) {
      const look = (runs = needs.game.runs) => {
        if (runs) throw new Failure('undo-while-playing', {})
      }
      look(await mustKnowIfGameRuns(needs))
      return onSession(sessionId, async (gameDir) => {
        look()
        const tools = { ...needs, lockedForMs: LOCKED_FOR_MS, signal }
        const work = { community: needs.community, gameDir, tools, now: needs.now(), look }
        return (await undo(sessionId, paths, work)) ?? { restored: 0, left: [] }
      })
    },
    async empty({ sessionIds }) {
      const gameDir = needs.gameDir()
      const keptIn = async (folder: string) =>
        (await readQuarantine(disk, folder)).sessions.filter(({ sessionId }) => sessionIds.includes(sessionId))
      const sessions = gameDir === undefined ? [] : await keptIn(gameDir)
      if (gameDir === undefined || sessions.length < sessionIds.length) throw new Failure('quarantine-gone', {})
      const mods = [...new Set(sessions.map(({ modName }) => modName))]
      const files = sessions.reduce((sum, session) => sum + session.count, 0)
      const bytes = sessions.reduce((sum, session) => sum + session.bytes, 0)
      const emptyOne = (session: QuarantineSession) =>
        onSession(session.sessionId, async (present) => {
          const found = present === gameDir ? await keptIn(present) : []
          const same = found.find(({ sessionId }) => sessionId === session.sessionId)
          // the player has not agreed to delete what was added since
          if (!same || !(await areSame(same.files, session.files))) throw new Failure('quarantine-gone', {})
          return emptySession(disk, present, session.sessionId)
        })
      return {
        question: { kind: 'empty-quarantine', mods, files, bytes, folder: gameDir },
        async yes() {
          let freed = 0
          for (const session of sessions) freed += await emptyOne(session)
          return { bytes: freed }
        },
      }
    },
    updates: topicOf(() => lists.updates, lists.onUpdates),
    listChange: ({ modId }) => lists.change(modId),
  }
}
