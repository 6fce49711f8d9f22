import { existsSync } from 'node:fs'
import type { ModsView, ModView, Verification } from '../../src-preload/contract/mods.ts'
import { createChecker } from './room-check.ts'
import type { RoomContext, RoomState, Running } from './room-context.ts'
import type { ModRecord, ModsNeeds, ModsRoom } from './room-shape.ts'
import { openStateStore, type Remembered } from './state-store.ts'

function verificationOf(running: Running | undefined, known: Remembered | undefined): Verification {
  const last = known?.last ?? null
  if (running) return { state: 'verifying', tier: running.tier, paused: running.paused, forGame: running.forGame, last }
  if (known?.paused) return { state: 'paused', ...known.paused, last }
  return last ? { state: last.verdict, last } : { state: 'unknown' }
}

/** Opens the room: what is remembered is read, nothing is checked yet. */
export async function openModsRoom(needs: ModsNeeds): Promise<ModsRoom> {
  const store = await openStateStore(needs.dataDir, needs.log)
  const state: RoomState = {
    mods: [],
    asOf: null,
    stored: false,
    gameDirExists: existsSync(needs.gameDir() ?? ''),
    running: new Map(),
    held: new Set(),
    distrust: new Map(),
    checked: new Map(),
  }
  const listeners = new Set<(view: ModsView) => void>()
  const known = (modId: number, gameDir = needs.gameDir()) => {
    return store
      .all()
      .get(modId)
      ?.find((remembered) => remembered.gameDir === gameDir)
  }
  const viewOf = (): ModsView => ({
    gameDir: needs.gameDir() ?? null,
    gameDirExists: state.gameDirExists,
    mods: state.mods.map((mod) => modView(mod, state, known(mod.id))),
    asOf: state.asOf,
    stored: state.stored,
  })
  const tell = () => {
    const view = viewOf()
    for (const listener of listeners) listener(view)
  }
  const context: RoomContext = { needs, store, state, known, tell }
  const checker = createChecker(context)
  const parts = roomParts(context)
  return {
    ...parts,
    get view() {
      return viewOf()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    check: checker.check,
    pause: (modId) => checker.setPaused(modId, true),
    resume: (modId) => checker.setPaused(modId, false),
    gameRuns: checker.gameRuns,
    freshList: checker.freshList,
    async hold(modId) {
      await checker.quickEnd(modId)
      return parts.hold(modId)
    },
    close: checker.close,
  }
}

/** Reads what the last checks found in the present game folder, of mods whose is not in memory. */
async function recall({ needs, store, state, known }: RoomContext): Promise<void> {
  const gameDir = needs.gameDir()
  if (gameDir === undefined) return
  const isKnown = (modId: number) => state.checked.get(modId)?.gameDir === gameDir
  for (const { id, name } of state.mods) {
    const last = known(id, gameDir)?.last && !isKnown(id) ? await store.readCheck(id, gameDir) : undefined
    // meanwhile another folder may have been chosen, or a check have ended
    if (last && needs.gameDir() === gameDir && !isKnown(id))
      state.checked.set(id, { gameDir, modId: id, modName: name, ...last })
  }
}

/** What the room does besides checking. */
function roomParts(context: RoomContext) {
  const { needs, store, state, known, tell } = context
  const lastCheck = (modId: number) => {
    const checked = known(modId)?.last ? state.checked.get(modId) : undefined
    return checked?.gameDir === needs.gameDir() ? checked : undefined
  }
  let recalled = Promise.resolve()
  return {
    async refresh() {
      const { mods, asOf, stored } = await needs.listMods(true)
      Object.assign(state, { mods, asOf, stored, gameDirExists: existsSync(needs.gameDir() ?? '') })
      await (recalled = recall(context))
      tell()
    },
    forget(modId: number) {
      const remembered = known(modId)
      if (remembered) void store.save(modId, { ...remembered, paused: null })
      tell()
    },
    mod: (modId: number) => state.mods.find(({ id }) => id === modId),
    lastCheck,
    async problems(modId: number) {
      await recalled
      return lastCheck(modId)?.problems ?? []
    },
    hold(modId: number) {
      if (state.running.has(modId) || state.held.has(modId)) return undefined
      state.held.add(modId)
      tell()
      return () => {
        state.held.delete(modId)
        tell()
      }
    },
    gameDirChanged() {
      state.gameDirExists = existsSync(needs.gameDir() ?? '')
      state.distrust.clear()
      recalled = recall(context)
      tell()
    },
  }
}

function modView(mod: ModRecord, state: RoomState, remembered: Remembered | undefined): ModView {
  const { id, name, description, imageUrl, active, hasFiles, directory } = mod
  return {
    ...{ id, name, description, imageUrl, active, hasFiles: hasFiles && directory !== '', folder: directory },
    verification: verificationOf(state.running.get(id), remembered),
    distrust: state.distrust.get(id) ?? null,
    held: state.held.has(id),
  }
}
