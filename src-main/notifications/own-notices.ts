import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Template } from '../../src-preload/contract/bank-book.ts'
import type { TransferEntry } from '../../src-preload/contract/bank.ts'
import type { Upkeep } from '../../src-preload/contract/player.ts'
import { countsHours } from '../../src-preload/contract/upkeep.ts'
import type { ModsView } from '../../src-preload/contract/mods.ts'
import type { ModUpdate, RepairCause, RepairQueueView, RepairState } from '../../src-preload/contract/repair.ts'
import { stopCause } from '../../src-preload/contract/repair-cause.ts'
import { playerCopiesIn } from '../community/index.ts'
import type { Log } from '../lib/index.ts'
import type { PlayPorts } from '../play/index.ts'
import { type PlayerService, upkeepOf } from '../player/index.ts'
import type { SettingsStore } from '../settings/index.ts'
import type { Notice } from './notice.ts'

/** The states after a transfer was sent or given up. */
const outcomes = new Set<TransferEntry['state']>(['succeeded', 'refused', 'not-sent', 'unknown'])

/**
 * The notice of a changed transfer, if it is news: an unknown one was found among the bookings, or there is an outcome while no window
 * has the focus (`watched` is false). The player's own statement is no news.
 */
export function transferNotice(entry: TransferEntry, currency: string, watched: boolean): Notice | undefined {
  const { id, state, settledBy, overridden, amount, payee, to } = entry
  const found = settledBy === 'transactions'
  const unseen = !watched && !overridden && settledBy !== 'player' && outcomes.has(state)
  if (!found && !unseen) return undefined
  return {
    class: 'transfer',
    key: `transfer:${id}:${state}`,
    name: payee || to,
    facts: { state: state.replace('-', '_'), amount, currency },
    isPrivate: true,
    place: { screen: 'bank' },
  }
}

export const reminderNotices = ({ id, name, due }: Template): Notice[] =>
  due === undefined
    ? []
    : [
        {
          class: 'upkeep',
          key: `reminder:${id}:${due}`,
          name,
          facts: { kind: 'reminder', stage: 'due', id, count: 0 },
          isPrivate: true,
          place: { screen: 'bank' },
        },
      ]

/** The notice of the end of a wait for a seat. The player starts each wait, so it is always a new one. */
export const seatNotice = (...[serverId, name, news]: Parameters<PlayPorts['seatFree']>): Notice => ({
  class: news === 'back' ? 'server-online' : 'seat-free',
  key: `seat:${serverId}:${Date.now()}`,
  name,
  place: { screen: 'server', id: String(serverId) },
})

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** How soon a term ends. Each stage is one notice. */
const stageOf = (hours: number) => (hours <= 0 ? 'over' : hours <= 24 ? 'day' : hours <= 72 ? 'days' : undefined)

/**
 * The known end of each term, ms since the epoch. The service counts in whole hours, so a calculated end moves by up to an hour. Within
 * half a day of a known end, it is the same end.
 */
export type KnownEnds = Map<string, number>

function sameEnd(known: KnownEnds, item: string, end: number): number {
  const before = known.get(item)
  if (before !== undefined && Math.abs(before - end) < DAY / 2) return before
  known.set(item, end)
  return end
}

/** Notices of what the player must pay for soon. `asOf`: when the hours were counted, ms since the epoch. `known` is kept between looks. */
export function upkeepNotices(upkeep: readonly Upkeep[], asOf: number, now: number, known: KnownEnds): Notice[] {
  return upkeep.flatMap(({ kind, id, name, hoursLeft }): Notice[] => {
    const item = `${kind}:${id}`
    const end = sameEnd(known, item, asOf + hoursLeft * HOUR)
    const hours = Math.floor((end - now) / HOUR)
    const stage = stageOf(hours)
    if (!stage) return []
    // The service does not say when a term ended, so an ended one is a notice once a month.
    const when = stage === 'over' ? new Date(now).toISOString().slice(0, 7) : Math.round(end / DAY)
    const inDays = stage === 'days' && !countsHours({ hoursLeft: hours })
    const told = inDays
      ? { stage, count: Math.floor(hours / 24) }
      : { stage: stage === 'over' ? stage : 'day', count: hours }
    return [
      {
        class: 'upkeep',
        key: `upkeep:${item}:${stage}:${when}`,
        name,
        facts: { kind, id: String(id), ...told },
        isPrivate: true,
        holdsUntil: now + HOUR,
        place: { screen: 'player' },
      },
    ]
  })
}

const LOOK_EVERY_MS = 30 * 60_000

/** True if there is a copy of a player's data: somebody signed in here and did not sign out. */
function hasCopies(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.json'))
  } catch {
    return false
  }
}

export interface UpkeepWatchNeeds {
  profileDir: string
  settings: Pick<SettingsStore, 'settings'>
  now: () => Date
  log: Pick<Log, 'info'>
  onQuit: (step: () => void) => void
}

/**
 * Posts every half hour what the player must pay for. Returns the first look, to run after the start: it reads the player, so that
 * Home shows upkeep even if its notifications are off.
 */
export function watchUpkeep(
  { profileDir, settings, now, log, onQuit }: UpkeepWatchNeeds,
  player: Pick<PlayerService, 'view' | 'player'>,
  post: (notice: Notice) => void,
): () => Promise<void> {
  const known: KnownEnds = new Map()
  // If nobody has signed in, reading the player would open the keychain for nothing.
  const isHere = () =>
    player.view.state === 'signed-in' ||
    (player.view.state === 'unasked' && hasCopies(playerCopiesIn(join(profileDir, 'cache'))))
  const isSilent = () => settings.settings.silenced.includes('upkeep')
  const look = async () => {
    if (!isHere()) return
    const { value, asOf } = await player.player(false)
    if (!value || isSilent()) return
    upkeepNotices(upkeepOf(value), Date.parse(asOf), now().getTime(), known).forEach(post)
  }
  const lookSafely = () => look().catch(() => log.info('upkeep could not be looked at'))
  const timer = setInterval(() => (isSilent() ? undefined : void lookSafely()), LOOK_EVERY_MS)
  onQuit(() => clearInterval(timer))
  return lookSafely
}

export interface ModsReady {
  isReady: (modId: number) => boolean
  /** A server may kick the player for a file of the mod's folder. */
  hasExtras: (modId: number) => boolean
}

/** True if a notice's text is no longer true, as after the computer has slept. `now`: epoch ms. */
export const hasRunOut = ({ holdsUntil = Infinity }: Notice, now: number): boolean => holdsUntil < now

/** True if a notice is no longer true, or is about a player who has signed out. */
export function isOutdated(
  { class: what, place }: Notice,
  mods: Pick<ModsReady, 'isReady'>,
  isSignedOut: boolean,
): boolean {
  if (what === 'transfer' || what === 'upkeep') return isSignedOut
  const isReady = mods.isReady(Number(place.id)) // a notice of an earlier version names no mod
  return (what === 'mod-ready' && !isReady) || (what === 'mod-stopped' && isReady)
}

/** A mod whose work has stopped, and does not continue by itself. `asks`: the player should see the plan first. `folder`: it is gone. */
export interface StoppedMod {
  modId: number
  name: string
  kind: 'space' | 'asks' | 'folder' | 'failed' | 'stopped'
}

interface StoppableMods extends Pick<ModsReady, 'isReady'> {
  mod: (modId: number) => { name: string } | undefined
  readonly view: { gameDirExists: boolean }
}

const kindOf = (cause: RepairCause | undefined): StoppedMod['kind'] => {
  if (!cause) return 'failed'
  return cause.kind === 'disk-full' ? 'space' : cause.kind === 'folder-gone' ? 'folder' : 'stopped'
}

export function stoppedMods(
  repairs: readonly RepairState[],
  { mods: queued, paused }: RepairQueueView,
  mods: StoppableMods,
): StoppedMod[] {
  const ended = repairs.flatMap(({ modId, modName: name, phase, outcome }): StoppedMod[] => {
    const cause = stopCause(outcome)
    const goesOn = queued.some((one) => one.modId === modId) && cause?.kind !== 'folder-gone'
    const isOver = phase === 'ended' && !goesOn && !mods.isReady(modId)
    if (!isOver || !outcome || (!cause && outcome.troubles.length === 0)) return []
    return [{ modId, name, kind: kindOf(cause) }]
  })
  const nameOf = (modId: number) => mods.mod(modId)?.name ?? `${modId}`
  const inQueue = queued.flatMap(({ modId, state }): StoppedMod[] =>
    state === 'asks' || state === 'failed' ? [{ modId, name: nameOf(modId), kind: state }] : [],
  )
  const [next] = queued
  const isKept =
    next?.state === 'waiting' && !paused && !mods.view.gameDirExists && !ended.some(({ kind }) => kind === 'folder')
  const kept: StoppedMod[] = isKept ? [{ modId: next.modId, name: nameOf(next.modId), kind: 'folder' }] : []
  return [...inQueue, ...kept, ...ended]
}

/** A mod of which the tray tells while nothing is at work, and the word for it. */
export interface RestingMod {
  name: string
  kind: StoppedMod['kind'] | RepairState['work'] | 'paused' | 'waiting' | 'game' | 'network' | 'damaged'
}

/** What has stopped, was interrupted, waits in the queue or is damaged, in this order. */
export function restingMods(
  repairs: readonly RepairState[],
  queue: RepairQueueView,
  mods: StoppableMods & { view: Pick<ModsView, 'mods'> },
  updates: readonly Pick<ModUpdate, 'modId'>[],
): RestingMod[] {
  const interrupted = repairs.flatMap(({ modName: name, phase, work: kind }) =>
    phase === 'interrupted' ? [{ name, kind }] : [],
  )
  const waiting = queue.mods.flatMap(({ modId, state }): RestingMod[] => {
    if (state !== 'waiting' && state !== 'game' && state !== 'network') return []
    return [{ name: mods.mod(modId)?.name ?? `${modId}`, kind: queue.paused ? 'paused' : state }]
  })
  const damaged = mods.view.mods.flatMap(({ id, name, verification: now, distrust }): RestingMod[] => {
    const isRejected = distrust?.reason === 'refused-rows'
    const isDamaged =
      now.state === 'damaged' && now.last.isInstalled && !isRejected && !updates.some(({ modId }) => modId === id)
    return isDamaged ? [{ name, kind: 'damaged' }] : []
  })
  return [...stoppedMods(repairs, queue, mods), ...interrupted, ...waiting, ...damaged]
}

const keyOf = ({ modId, kind }: StoppedMod): string => `${modId}:${kind}`

/** The notices of mods that a repair has made ready, or that have stopped. Each repair's end is at most one notice. */
export class RepairNotices {
  readonly #mods: ModsReady
  readonly #ended = new Set<string>()
  #stopped: ReadonlySet<string> = new Set()
  readonly #joining = new Set<number>()

  constructor(mods: ModsReady) {
    this.#mods = mods
  }

  of(repairs: readonly RepairState[]): Notice[] {
    return repairs.flatMap(({ modId, modName: name, sessionId, phase }): Notice[] => {
      if (phase !== 'ended' || this.#ended.has(sessionId)) return []
      this.#ended.add(sessionId)
      if (!this.#mods.isReady(modId) || this.#joining.has(modId)) return []
      const facts = { warned: `${this.#mods.hasExtras(modId)}` }
      return [{ class: 'mod-ready', key: `ready:${sessionId}`, name, facts, place: { screen: 'mods', id: `${modId}` } }]
    })
  }

  /** The notices of mods that have stopped since the last call. `at`: epoch ms. */
  ofStopped(stopped: readonly StoppedMod[], at: number): Notice[] {
    const before = this.#stopped
    this.#stopped = new Set(stopped.map(keyOf))
    return stopped
      .filter((one) => !before.has(keyOf(one)) && !this.#joining.has(one.modId))
      .map((one) => {
        const place = { screen: 'mods', id: `${one.modId}` } as const
        const key = `stopped:${keyOf(one)}:${at}`
        return { class: 'mod-stopped', key, name: one.name, facts: { kind: one.kind }, place }
      })
  }

  /** Suppresses a mod's notices while a join waits for it, because the join continues by itself, or says why not. */
  async without<T>(modId: number, work: () => Promise<T>): Promise<T> {
    this.#joining.add(modId)
    try {
      return await work()
    } finally {
      this.#joining.delete(modId)
    }
  }
}
