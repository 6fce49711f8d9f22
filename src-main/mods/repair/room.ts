import { Failure } from '../../../src-preload/contract/failure.ts'
import type { RepairPlan, RepairState } from '../../../src-preload/contract/repair.ts'
import { repairCodes } from '../../../src-preload/contract/repair-cause.ts'
import { freeBytes } from './disk.ts'
import { createFloor, type Floor } from './floor.ts'
import { hasEnded, letGo, readUnfinished } from './leftovers.ts'
import type { RepairNeeds } from './needs.ts'
import { ownerOf } from './owner.ts'
import { chosenSteps } from './plan.ts'
import { asUnusable, createProposals, type Proposal } from './proposals.ts'
import { restingState } from './running.ts'
import { beginSession, openSession, readSession, type Session } from './session.ts'
import type { Step } from './session-shape.ts'
import { openSpeedMemory } from './speed.ts'
import { isTrouble } from './trouble.ts'

/** Repairs mods, one at a time each; what is begun survives a restart. */
export interface RepairRoom {
  readonly states: RepairState[]
  /** Calls `listener` after every change; returns the way to stop. */
  onChange(listener: () => void): () => void
  plan(modId: number): Promise<RepairPlan>
  start(planId: string, leaveOut: readonly string[], setAside: readonly string[]): Promise<void>
  pause(modId: number): void
  resume(modId: number): Promise<void>
  stop(modId: number): Promise<void>
  dismiss(modId: number): Promise<void>
  /** Looks for repairs that an earlier run of the app left unfinished; also after the game folder changed. */
  recover(): Promise<void>
  setLimit(bytesPerSecond: number): void
  /** The game starts or ends: repairs give it the disk and the line, and go on by themselves after it. */
  gameRuns(runs: boolean): void
  /** Connections may be dead, as after a sleep: what is fetched goes on over new ones at once. */
  reconnect(): void
  close(): Promise<void>
}

/** Room that must stay free beyond what a repair writes: 64 MiB. */
const MARGIN = 64 << 20

const bytesOf = (step: Step): number => (step.do === 'fetch' ? (step.size ?? 0) : 0)

/** @throws Failure `repair-disk-full` */
async function mustFit(needs: RepairNeeds, gameDir: string, steps: readonly Step[]): Promise<void> {
  const bytes = steps.reduce((sum, step) => sum + bytesOf(step), 0)
  const free = await freeBytes(needs.disk, gameDir)
  if (bytes > 0 && free < bytes + MARGIN)
    throw new Failure('repair-disk-full', { neededBytes: bytes + MARGIN, freeBytes: free })
}

/** Whether the game runs; a repair that begins meanwhile is held from its first file on. @throws Failure `game-unseen` */
export async function mustSeeGame({ game }: Pick<RepairNeeds, 'game'>): Promise<boolean> {
  const runs = await game.sure()
  if (runs === null) throw new Failure('game-unseen', {})
  return runs
}

async function begin(needs: RepairNeeds, floor: Floor, { checked, gameDir }: Proposal, steps: Step[]): Promise<void> {
  const { modId, modName, modFolder, listVersion } = checked
  const free = await floor.holdAlone(modId, gameDir, modFolder)
  try {
    const validators = await letGo(needs.disk, gameDir, modFolder, new Set(steps.map(({ path }) => path)))
    const kind = steps.every((step) => step.do === 'set-aside') ? 'set-aside' : 'repair'
    const head = { kind, modId, modName, modFolder, listVersion, steps } as const
    const session = await beginSession(needs.disk, gameDir, head, needs.now())
    for (const [path, validator] of validators) await session.note({ w: 'part', path, validator })
    floor.work(session, gameDir, free)
  } catch (error) {
    free()
    if (isTrouble(error)) throw new Failure('quarantine-stuck', { code: repairCodes[error.reason.kind] })
    throw asUnusable(error, gameDir)
  }
}

/**
 * Forgets a mod's repair that is not at work, and its part files. One that rests is taken for it: another process may be at
 * work on it, with the same part files; one that is just ending here is held already.
 * @throws Failure `repair-busy`
 */
async function dismiss(needs: RepairNeeds, floor: Floor, modId: number): Promise<void> {
  const rests = floor.resting.get(modId)
  const sessionId = rests?.sessionId ?? floor.running.get(modId)?.state.sessionId
  const gameDir = needs.gameDir()
  if (gameDir === undefined || sessionId === undefined) return void floor.forget(modId)
  const left = await readSession(needs.disk, gameDir, sessionId)
  const free = rests && left ? await floor.holdAlone(modId, gameDir, left.head.modFolder) : undefined
  try {
    if (!floor.forget(modId)) return
    if (left) await letGo(needs.disk, gameDir, left.head.modFolder)
    floor.tell()
  } finally {
    free?.()
  }
}

async function goOn(needs: RepairNeeds, floor: Floor, modId: number): Promise<void> {
  const rests = floor.resting.get(modId)
  const gameDir = floor.gameDir(modId)
  const left = rests && (await readSession(needs.disk, gameDir, rests.sessionId))
  if (!left) throw new Failure('repair-plan-gone', {})
  await mustSeeGame(needs)
  const free = await floor.holdAlone(modId, gameDir, left.head.modFolder)
  // read only now: until here it may have been another process's
  const session = await openSession(needs.disk, gameDir, left.head.id).catch(() => undefined)
  // what another process has ended would now be done again, by a list that may be an old one
  if (session && !hasEnded(session.did)) return floor.work(ownedBy(session, rests), gameDir, free)
  await session?.close()
  free()
  if (session) floor.resting.delete(modId)
  floor.tell()
  throw new Failure('repair-plan-gone', {})
}

/** The session of this mod, by whatever id it was begun. */
const ownedBy = (session: Session, { modId, modName }: RepairState): Session => ({
  ...session,
  head: { ...session.head, modId, modName },
})

const unfinishedIn = ({ disk }: RepairNeeds, gameDir: string) =>
  readUnfinished(disk, gameDir).catch((error: unknown) => {
    throw asUnusable(error, gameDir)
  })

/** Opens the room. */
export function openRepairRoom(needs: RepairNeeds): RepairRoom {
  const speed = openSpeedMemory(needs.dataDir, needs.log)
  const floor = createFloor(needs, speed)
  const proposals = createProposals(needs, floor, speed)
  const { running, resting } = floor
  return {
    get states() {
      return floor.states
    },
    onChange: floor.onChange,
    plan: proposals.plan,
    async start(planId, leaveOut, setAside) {
      const proposal = proposals.find(planId)
      const steps = chosenSteps(proposal.made, proposal.checked.modFolder, leaveOut, setAside)
      await mustFit(needs, proposal.gameDir, steps)
      await mustSeeGame(needs)
      await begin(needs, floor, proposal, steps)
      proposals.drop(planId)
    },
    pause(modId) {
      running.get(modId)?.pause(true, false)
    },
    async resume(modId) {
      const one = running.get(modId)
      if (one) one.pause(false, false)
      else await goOn(needs, floor, modId)
    },
    async stop(modId) {
      const one = running.get(modId)
      one?.stop()
      await one?.ended
    },
    dismiss: (modId) => dismiss(needs, floor, modId),
    async recover() {
      const gameDir = needs.gameDir()
      const unfinished = gameDir === undefined ? [] : await unfinishedIn(needs, gameDir)
      if (needs.gameDir() !== gameDir) return // what is in the present one is looked for by itself
      // not before they are read: who asks meanwhile would hear of none, and of these later
      for (const [modId, { phase }] of resting) if (phase === 'interrupted') resting.delete(modId)
      for (const { head, done } of unfinished) {
        const owner = ownerOf(needs, head)
        if (owner && !running.has(owner.modId))
          resting.set(owner.modId, restingState({ ...head, ...owner }, 'interrupted', done))
      }
      floor.tell()
    },
    gameRuns: (runs) => running.forEach((one) => one.gameRuns(runs)),
    reconnect: () => running.forEach((one) => one.reconnect()),
    setLimit: (bytesPerSecond) => running.forEach((one) => one.setLimit(bytesPerSecond)),
    async close() {
      for (const one of running.values()) one.stop()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}
