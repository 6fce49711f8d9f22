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
    const remembered = store.all().get(modId)
    return remembered?.gameDir === gameDir ? remembered : undefined
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
  return {
    ...roomParts(context),
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
    close: checker.close,
  }
}

/** What the room does besides checking. */
function roomParts({ needs, store, state, known, tell }: RoomContext) {
  return {
    async refresh() {
      const { mods, asOf, stored } = await needs.listMods(true)
      Object.assign(state, { mods, asOf, stored, gameDirExists: existsSync(needs.gameDir() ?? '') })
      for (const { id, name } of mods) {
        const last = known(id)?.last && !state.checked.has(id) ? await store.readCheck(id) : undefined
        if (last) state.checked.set(id, { modId: id, modName: name, ...last })
      }
      tell()
    },
    forget(modId: number) {
      const remembered = known(modId)
      if (remembered) void store.save(modId, { ...remembered, paused: null })
      tell()
    },
    mod: (modId: number) => state.mods.find(({ id }) => id === modId),
    lastCheck: (modId: number) => (known(modId)?.last ? state.checked.get(modId) : undefined),
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
