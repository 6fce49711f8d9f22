import { Failure } from '../../src-preload/contract/failure.ts'
import type { CheckTier } from '../../src-preload/contract/mods.ts'
import pLimit from 'p-limit'
import { windowGone } from '../lib/index.ts'
import { readListText } from './basis.ts'
import { createPoolKeeper } from './pool-keeper.ts'
import { folderOf, type RoomContext, type RoomState, type Running } from './room-context.ts'
import { runCheck } from './room-run.ts'
import { ListUnavailable, type ModsRoom } from './room-shape.ts'

/** Pauses checks. What the game has paused goes on when the game ends, unless the player has taken it over meanwhile. */
function pauser({ state, tell }: RoomContext) {
  const put = (running: Running, paused: boolean, forGame: boolean) => {
    Object.assign(running, { paused, forGame })
    if (paused) running.controls?.pause()
    else running.controls?.resume()
  }
  return {
    setPaused(modId: number, paused: boolean): void {
      const running = state.running.get(modId)
      if (!running) return
      put(running, paused, false)
      tell()
    },
    gameRuns(runs: boolean): void {
      for (const running of state.running.values())
        if (runs ? !running.paused : running.forGame) put(running, runs, runs)
      tell()
    },
  }
}

const beginning = (tier: CheckTier, control: AbortController): Running => ({
  tier,
  paused: false,
  forGame: false,
  controls: undefined,
  progress: undefined,
  control,
})

/** Waits for quick checks: the app begins them by itself, and what the player asks for is not refused for one. */
function quickChecks(state: RoomState, ends: ReadonlyMap<number, Promise<unknown>>) {
  const quickBefore = (modId: number): Promise<unknown> | undefined =>
    state.running.get(modId)?.tier === 'quick' ? ends.get(modId)?.catch(() => undefined) : undefined
  // one that waits itself, paused or for a full one of another mod, may take long
  const isAtWork = () => [...state.running.values()].every(({ tier, paused }) => tier === 'quick' && !paused)
  return {
    quickBefore,
    async quickEnd(modId: number): Promise<void> {
      for (let end = quickBefore(modId); end && isAtWork(); end = quickBefore(modId)) await end
    },
  }
}

/** Runs checks, one at a time: two would only take the disk from each other. */
export function createChecker(context: RoomContext) {
  const { needs, state, known, tell } = context
  const inTurn = pLimit(1)
  const pools = createPoolKeeper(needs.workerUrl)
  const ends = new Map<number, Promise<unknown>>()

  const { quickBefore, quickEnd } = quickChecks(state, ends)

  const check: ModsRoom['check'] = async (wish, signal, report) => {
    const mod = state.mods.find(({ id }) => id === wish.modId)
    if (!mod?.hasFiles || folderOf(mod) === undefined) throw new Failure('mod-not-checkable', { id: wish.modId })
    for (let before = quickBefore(mod.id); before; before = quickBefore(mod.id)) await before
    signal.throwIfAborted()
    if (state.running.has(mod.id) || state.held.has(mod.id)) throw new Failure('mod-busy', { mod: mod.name })
    const control = new AbortController()
    const stop = () => control.abort(signal.reason)
    const running = beginning(wish.tier, control)
    state.running.set(mod.id, running)
    signal.addEventListener('abort', stop, { once: true })
    tell()
    const work = inTurn(async () => {
      control.signal.throwIfAborted()
      return runCheck({ ...context, pools }, mod, wish, running, report)
    })
    ends.set(mod.id, work)
    try {
      return await work
    } finally {
      ends.delete(mod.id)
      signal.removeEventListener('abort', stop)
      state.running.delete(mod.id)
      needs.onActivity(null)
      tell()
    }
  }

  const freshList: ModsRoom['freshList'] = async (modId, signal) => {
    const mod = state.mods.find(({ id }) => id === modId)
    const modFolder = mod && folderOf(mod)
    if (modFolder === undefined) return undefined
    try {
      const reading = await readListText(await needs.hashList(modId, signal), modFolder)
      const least = (known(modId)?.last?.filesListed ?? 0) / 2
      return reading.trusted && reading.list.entries.length >= least ? reading.list : undefined
    } catch (error) {
      if (error instanceof ListUnavailable) return undefined
      throw error
    }
  }

  return {
    check,
    quickEnd,
    freshList,
    ...pauser(context),
    async close() {
      for (const { control } of state.running.values()) control.abort(windowGone)
      await Promise.allSettled([...ends.values()])
      pools.close()
    },
  }
}
