import {
  filesThatDiffer,
  isPartlyInstalled,
  isForPlayer,
  isUnloaded,
  type ModView,
} from '../../src-preload/contract/mods.ts'
import type { ModUpdate, RepairQueueView, RepairState, RepairWork } from '../../src-preload/contract/repair.ts'
import { mayResume, stopCause } from '../../src-preload/contract/repair-cause.ts'
import { wireOf } from '#shared/failure/describe.ts'
import type { Translate } from '#shared/i18n/index.ts'
import type { Standing } from '#shared/standing-tones.ts'

/** `repair`: the mod's current or last repair. */
export function standingOf(
  { hasFiles, verification, distrust }: ModView,
  update: ModUpdate | undefined,
  repair: RepairState | undefined,
): Standing {
  if (!hasFiles) return 'no-files'
  if (repair?.phase === 'fetching' || repair?.phase === 'checking') return 'working'
  if (repair?.phase === 'paused' || repair?.phase === 'interrupted') return 'paused'
  if (verification.state === 'verifying') return 'working'
  if (verification.state === 'interrupted') return 'paused'
  if (distrust) return 'not-trusted'
  if (verification.state === 'unknown') return 'unknown'
  if (verification.state !== 'ready' && mayResume(repair)) return 'stopped'
  if (!verification.last.isInstalled) return 'not-installed'
  if (update) return 'update'
  return verification.state
}

/**
 * A mod as screens show it. A list that could not be loaded changes nothing about what the last check found wrong: a repair goes by that
 * check's list. Of any other mod nothing is certain while the community is away, whether a check has tried to load its list or not.
 */
export function asShown(mod: ModView, away: Away): ModView {
  const { distrust, hasFiles } = mod
  if (!hasFiles || (distrust && !isUnloaded(distrust.reason))) return mod
  if (mod.verification.last?.result === 'damaged') return { ...mod, distrust: null }
  return away && !distrust ? { ...mod, distrust: { reason: whyUnloaded(away), detail: '', at: '' } } : mod
}

const whyUnloaded = (away: NonNullable<Away>) => (away === 'offline' ? 'offline' : 'unreachable')

/** Why nothing new can be loaded while the community is away. */
export const awayWord = (away: Away, t: Translate): string | undefined =>
  away && t(`mods.distrust.${whyUnloaded(away)}`)

/** True if it waits for the player to begin or to go on with something. */
export const isDue = (standing: Standing): boolean =>
  ['paused', 'stopped', 'not-installed', 'update', 'damaged'].includes(standing)

/** True if it has stopped until the player frees space. */
export const lacksSpace = (repair: RepairState | undefined): boolean => stopCause(repair?.outcome)?.kind === 'disk-full'

/** True if the files are right, but there are others, for which a server may kick the player. It stays true while the mod is checked again. */
export const hasExtras = ({ verification }: Pick<ModView, 'verification'>): boolean =>
  (verification.state === 'ready' || verification.state === 'verifying') &&
  verification.last?.result === 'ready' &&
  verification.last.counts.extra > 0

/** True if the repair has ended, was not stopped and left no trouble. */
export const hasEndedWell = (repair: RepairState | undefined): boolean =>
  repair?.phase === 'ended' && repair.outcome?.stopped === null && repair.outcome.troubles.length === 0

export const noQueue: RepairQueueView = { mods: [], paused: false, wentOn: false }

/** What a mod waits for in the queue: its turn, the game's end or the network. */
export type Wait = 'waiting' | 'game' | 'network'

/** Undefined if it is not in the queue, or does not wait. */
export function waitIn({ mods }: RepairQueueView, modId: number): Wait | undefined {
  const state = mods.find((one) => one.modId === modId)?.state
  return state === 'waiting' || state === 'game' || state === 'network' ? state : undefined
}

/** What a repair does. */
export function phaseWord({ forGame, phase, work }: Pick<RepairState, 'forGame' | 'phase' | 'work'>, t: Translate) {
  if (work === 'moving' && phase === 'checking') return t('mods.standing.working')
  return t(forGame ? 'mods.paused-for-game' : `repair.phase.${phase}`, { work })
}

/** The text for what a mod waits for, for the work on it, or for its standing. */
export function standingWord(
  mod: ModView,
  standing: Standing,
  repair: RepairState | undefined,
  wait: Wait | undefined,
  t: Translate,
): string {
  const { verification, distrust } = mod
  if (wait) return t(`mods.queue.${wait}`)
  if (repair && repair.phase !== 'ended') return phaseWord(repair, t)
  if (standing === 'not-trusted' && distrust && isUnloaded(distrust.reason)) return t('mods.standing.not-loaded')
  if (standing === 'stopped' && lacksSpace(repair)) return t('mods.standing.no-space')
  const { last } = mod.verification
  if (standing === 'not-installed' && last && isPartlyInstalled(last)) return t('mods.standing.partly-installed')
  if (standing === 'ready' && hasExtras(mod)) return t('play.ready.care')
  if (verification.state !== 'verifying') return t(`mods.standing.${standing}`)
  const { paused, forGame } = verification
  return t(forGame ? 'mods.paused-for-game' : paused ? 'common.paused' : 'mods.standing.working')
}

/** What brings a mod to "ready": files and bytes to fetch, as far as the list says. */
export interface Offer {
  kind: RepairWork
  files: number
  bytes: number
}

/** Why the community did not answer: this computer has no network, or the community is down. */
export type Away = 'offline' | 'down' | undefined

/** True if the mod's list is not loaded because the community cannot be reached. The line below the screen's header says why. */
export const isWithoutList = ({ distrust }: Pick<ModView, 'distrust'>, away: Away): boolean =>
  away !== undefined && distrust !== null && isUnloaded(distrust.reason)

/** `failure`: of the last reading, if it failed. */
export function awayOf(failure: unknown): Away {
  if (!failure) return undefined
  return wireOf(failure).code === 'offline' ? 'offline' : 'down'
}

/**
 * Without a network nothing can be downloaded. While only the community is down, an update cannot begin, since it needs the new list; a repair
 * goes by the list of the last check.
 */
export const mayBegin = (kind: RepairWork, away: Away): boolean => !away || (away === 'down' && kind !== 'update')

/** What the player can do about a mod without a plan: check it by its list anew, free up space, or go on with stopped work. */
export type Mend = 'check' | 'make-room' | 'resume'

/** Undefined if there is nothing of that kind. A list that got much shorter is for the player to judge, and without the community none is loaded. */
export function mendOf(
  { distrust }: Pick<ModView, 'distrust'>,
  standing: Standing,
  repair: RepairState | undefined,
  away: Away,
): Mend | undefined {
  if (standing === 'not-trusted') return away || !distrust || isForPlayer(distrust.reason) ? undefined : 'check'
  const isHalted = standing === 'stopped' || standing === 'paused' || standing === 'working' // it is checked meanwhile
  if (!isHalted || !mayResume(repair)) return undefined
  if (lacksSpace(repair)) return 'make-room'
  return mayBegin('repair', away) ? 'resume' : undefined
}

/** The words for what can be done. */
export const mendWords = {
  check: 'play.preflight.refresh',
  'make-room': 'repair.make-room',
  resume: 'common.resume',
} as const

/** Follows the last check's result, also while the mod is checked again. Undefined if nothing is to be done or the state is unknown. */
export function offerOf(mod: ModView, update: ModUpdate | undefined): Offer | undefined {
  const { hasFiles, distrust } = mod
  const { last } = mod.verification
  if (!hasFiles || distrust || !last) return undefined
  if (update && last.isInstalled)
    return { kind: 'update', files: update.added + update.changed, bytes: update.fetchBytes }
  if (last.result !== 'damaged') return undefined
  return {
    kind: last.isInstalled ? 'repair' : 'install',
    files: filesThatDiffer(last.counts),
    bytes: last.missingBytes,
  }
}
