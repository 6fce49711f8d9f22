import { Failure } from '../../../src-preload/contract/failure.ts'
import type { RepairState } from '../../../src-preload/contract/repair.ts'
import { lockToo } from './mod-lock.ts'
import type { RepairNeeds } from './needs.ts'
import { run, type Running } from './running.ts'
import type { Session } from './session.ts'
import type { SpeedMemory } from './speed.ts'

/** Where repairs are at work or at rest: at most one for each mod. */
export interface Floor {
  readonly states: RepairState[]
  readonly running: ReadonlyMap<number, Running>
  /** Repairs that have ended or were interrupted. */
  readonly resting: Map<number, RepairState>
  onChange(listener: () => void): () => void
  tell(): void
  /** The game folder. @throws Failure `repair-not-checked` where none is chosen */
  gameDir(modId: number): string
  modName(modId: number): string
  /** Takes a mod for repair, in this process and from every other one; call what it gives to let go. @throws Failure `repair-busy` */
  holdAlone(modId: number, gameDir: string, modFolder: string): Promise<() => void>
  /** Sets a session to work; lets go of the mod when it has ended. */
  work(session: Session, gameDir: string, free: () => void): void
  /** Forgets how a mod's last repair ended. False while it is still at work. */
  forget(modId: number): boolean
}

/** A repair is over when the mod was checked after it: until then its last word is not said. */
function untilChecked(state: RepairState): RepairState {
  const hasEnded = state.phase === 'ended' || state.phase === 'interrupted'
  return hasEnded ? { ...state, phase: 'checking', outcome: null } : state
}

/** The checking part of a repair: the mod is looked at again, and only then it is over. */
async function end(
  one: Running,
  { head }: Session,
  { needs, speed, free }: { needs: RepairNeeds; speed: SpeedMemory; free: () => void },
): Promise<void> {
  try {
    await speed.note(one.state, await one.ended)
  } finally {
    free()
  }
  const paths = head.steps.map(({ path }) => path)
  await needs.changed(head.modId, paths)
}

/** Opens the floor. */
export function createFloor(needs: RepairNeeds, speed: SpeedMemory): Floor {
  const running = new Map<number, Running>()
  const resting = new Map<number, RepairState>()
  const forgotten = new Set<Running>()
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  const modName = (modId: number): string => needs.lastCheck(modId)?.modName ?? `${modId}`

  return {
    get states() {
      return [...resting.values(), ...[...running.values()].map(({ state }) => untilChecked(state))]
    },
    running,
    resting,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell,
    gameDir(modId) {
      const gameDir = needs.gameDir()
      if (gameDir === undefined) throw new Failure('repair-not-checked', { mod: modName(modId) })
      return gameDir
    },
    modName,
    async holdAlone(modId, gameDir, modFolder) {
      const free = running.has(modId) ? undefined : await needs.hold(modId)
      const letGo = free && (await lockToo(free, gameDir, modFolder))
      if (letGo) return letGo
      throw new Failure('repair-busy', { mod: modName(modId) })
    },
    work(session, gameDir, free) {
      const { modId } = session.head
      const one = run(session, gameDir, needs, tell)
      if (needs.game.runs) one.gameRuns(true)
      running.set(modId, one)
      resting.delete(modId)
      tell()
      void end(one, session, { needs, speed, free })
        .catch((error: unknown) => needs.log('after a repair', error))
        .finally(() => {
          running.delete(modId)
          if (!forgotten.has(one)) resting.set(modId, one.state)
          tell()
        })
    },
    forget(modId) {
      const one = running.get(modId)
      if (one && untilChecked(one.state) === one.state) return false
      if (one) forgotten.add(one)
      resting.delete(modId)
      return true
    },
  }
}
