import { Failure } from '../../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../../src-preload/contract/kit.ts'
import type { ListChange, ModUpdate, repairContract, RepairState } from '../../../src-preload/contract/repair.ts'
import { repairCodes } from '../../../src-preload/contract/repair-cause.ts'
import { holdSession } from './hold-session.ts'
import type { RepairNeeds } from './needs.ts'
import { emptySession, listQuarantine } from './quarantine.ts'
import { mustSeeGame, type RepairRoom } from './room.ts'
import { readSession } from './session.ts'
import { diskTrouble, isTrouble } from './trouble.ts'
import { undo } from './undo.ts'

const EVERY_MS = 100
const LOCKED_FOR_MS = 5_000

const turnOf = (states: readonly RepairState[]): string =>
  states.map(({ sessionId, phase }) => `${sessionId} ${phase}`).join()

/**
 * Tells the repairs at most ten times a second, and always as they are last. A turn is told at once: a short repair would
 * otherwise be heard of only after the check that follows it, as if the mod had become ready by itself.
 */
function tellStates(room: RepairRoom, announce: (states: RepairState[]) => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let told: string
  const tell = () => {
    clearTimeout(timer)
    timer = undefined
    told = turnOf(room.states)
    announce(room.states)
  }
  tell()
  const leave = room.onChange(() => {
    if (turnOf(room.states) === told) timer ??= setTimeout(tell, EVERY_MS)
    else tell()
  })
  return () => {
    leave()
    clearTimeout(timer)
  }
}

/** Does something with a session's files while nothing else works on its mod, and has the mod looked at again. */
function holder(room: RepairRoom, needs: RepairNeeds) {
  const { disk } = needs
  const folder = (): string => {
    const gameDir = needs.gameDir()
    if (gameDir === undefined) throw new Failure('quarantine-gone', {})
    return gameDir
  }
  return async <T>(sessionId: string, work: (gameDir: string) => Promise<T>): Promise<T> => {
    const gameDir = folder()
    const session = await readSession(disk, gameDir, sessionId)
    if (!session) throw new Failure('quarantine-gone', {})
    const { modId, modName, letGo } = await holdSession(room, needs, gameDir, session.head)
    if (!letGo) throw new Failure('repair-busy', { mod: modName })
    try {
      return await work(gameDir)
    } catch (error) {
      const trouble = diskTrouble(error)
      throw isTrouble(trouble) ? new Failure('quarantine-stuck', { code: repairCodes[trouble.reason.kind] }) : error
    } finally {
      letGo()
      void needs.changed(modId, []).catch((error: unknown) => needs.log('after work on the quarantine', error))
    }
  }
}

/** What the mods' lists changed; the mods service knows it. */
export interface ListUpdates {
  readonly updates: ModUpdate[]
  onUpdates(listener: () => void): () => void
  listChange(modId: number): Promise<ListChange | null>
}

/** The repair domain for the bridge. */
export function repairHandlers(
  room: RepairRoom,
  needs: RepairNeeds,
  updates: ListUpdates,
): DomainHandlers<typeof repairContract> {
  const { disk } = needs
  const held = holder(room, needs)
  return {
    states: (announce) => tellStates(room, announce),
    plan: ({ modId }) => room.plan(modId),
    start: ({ planId, leaveOut, setAside }) => room.start(planId, leaveOut, setAside),
    pause: ({ modId }) => room.pause(modId),
    resume: ({ modId }) => room.resume(modId),
    stop: ({ modId }) => room.stop(modId),
    dismiss: ({ modId }) => room.dismiss(modId),
    quarantine: () => {
      const gameDir = needs.gameDir()
      return gameDir === undefined ? [] : listQuarantine(disk, gameDir)
    },
    async undo({ sessionId, paths }, { signal }) {
      if (await mustSeeGame(needs)) throw new Failure('undo-while-playing', {})
      return held(sessionId, async (gameDir) => {
        const { clock, whoHolds } = needs
        const patience = { clock, lockedForMs: LOCKED_FOR_MS, whoHolds, signal }
        const restored = await undo(sessionId, paths, { disk, gameDir, patience, now: needs.now() })
        return { restored: restored ?? 0 }
      })
    },
    empty: ({ sessionId }) =>
      held(sessionId, async (gameDir) => ({ bytes: await emptySession(disk, gameDir, sessionId) })),
    updates: (announce) => {
      announce(updates.updates)
      return updates.onUpdates(() => announce(updates.updates))
    },
    listChange: ({ modId }) => updates.listChange(modId),
  }
}
