import type { CheckTier, ListDistrust } from '../../src-preload/contract/mods.ts'
import type {
  Fix,
  JoinStepId,
  Preflight,
  PreflightCheck,
  PreflightCheckId,
  PreflightReason,
  PreflightState,
} from '../../src-preload/contract/play.ts'
import { checkedWhen } from '#shared/checked-when.ts'
import type { Format } from '#shared/format/index.ts'
import type { MessageKey, Translate } from '#shared/i18n/index.ts'
import type { Need } from './need.ts'
import { shownFacts } from '#shared/privacy/index.ts'
import { type Standing, standingTones } from '#shared/standing-tones.ts'
import type { Tone } from '#shared/ui/icon.ts'

export const fixLabels: Record<Fix, MessageKey> = {
  'choose-install': 'play.installs.choose',
  repair: 'play.fix.repair',
  'check-files': 'play.fix.check-files',
  'get-voice-client': 'play.fix.get-voice-client',
  'open-voice': 'play.voice.join',
  'install-plugin': 'play.fix.install-plugin',
  'watch-seat': 'play.fix.watch-seat',
  'watch-server': 'play.fix.watch-server',
  'validate-game': 'play.installs.validate',
  retry: 'play.preflight.refresh',
}

/** True for the mod's files while nobody knows whether they are right. */
const isUnchecked = ({ id, state }: PreflightCheck): boolean => id === 'mods' && state === 'unknown'

/** True if it needs the player. Without the game's folder no mod can be right, so nothing is said of the mods. */
export const isUrgent = (check: PreflightCheck, blocker?: PreflightCheck): boolean =>
  !(blocker?.id === 'install' && check.id === 'mods') &&
  (check.state === 'bad' || check.state === 'care' || isUnchecked(check))

/** The check to show where there is room for one: what the button above mends, or the worst. */
export const firstOf = (urgent: readonly PreflightCheck[], blocker?: PreflightCheck): PreflightCheck | undefined =>
  urgent.find((one) => one === blocker) ??
  urgent.find(({ state }) => state === 'bad') ??
  urgent.find(isUnchecked) ??
  urgent[0]

/** What says nothing of the mod. */
const ofServer: readonly PreflightReason[] = ['server-offline', 'server-no-network']

/** True for what the screen says elsewhere. `awaits`: a wait for a seat says itself that the server is full, or that only the list tells of it. */
export const isTold = ({ state, reason, fix = 'repair' }: PreflightCheck, awaits: boolean): boolean =>
  reason === 'server-offline' || (awaits && state === 'care' && ['retry', 'watch-seat', 'watch-server'].includes(fix))

/** The label of a check's fix. A repair of nothing but extra files moves them. A list that got much shorter is for the player to judge. */
export function fixLabel({ id, fix, reason }: Pick<PreflightCheck, 'id' | 'reason'> & { fix: Fix }): MessageKey {
  if (reason === 'server-no-network') return 'play.fix.retry'
  if (reason === 'mods-not-trusted' && fix === 'check-files') return 'play.details'
  return id === 'foreign' && fix === 'repair' ? 'mods.set-aside' : fixLabels[fix]
}

export const stepNames: Record<JoinStepId, MessageKey> = {
  files: 'play.step.files',
  voice: 'play.step.voice',
  start: 'play.step.start',
  playing: 'play.step.playing',
}

export const checkNames: Record<PreflightCheckId, MessageKey> = {
  install: 'play.check.install',
  version: 'play.check.version',
  mods: 'play.check.mods',
  foreign: 'play.check.foreign',
  signatures: 'play.check.signatures',
  'own-mods': 'play.check.own-mods',
  steam: 'play.check.steam',
  proton: 'play.check.proton',
  battleye: 'play.check.battleye',
  server: 'play.check.server',
  restart: 'play.check.restart',
  seats: 'play.check.seats',
  password: 'play.check.password',
  voice: 'play.check.voice',
  plugin: 'play.check.plugin',
  disk: 'play.check.disk',
}

export const checkStates: Record<PreflightState, MessageKey> = {
  good: 'play.check-state.good',
  care: 'play.check-state.care',
  bad: 'play.check-state.bad',
  unknown: 'play.check-state.unknown',
}

/** What is in the way, in the word of the other screens. */
const stateWords: Partial<Record<PreflightReason, MessageKey>> = {
  'install-gone': 'mods.standing.no-folder',
  'mods-no-folder': 'mods.standing.no-mods-folder',
  'mods-absent': 'mods.standing.not-installed',
  'mods-partial': 'mods.standing.partly-installed',
  'mods-outdated': 'mods.standing.update',
  'mods-problems': 'mods.standing.damaged',
  'mods-not-trusted': 'mods.standing.not-trusted',
  'mods-not-loaded': 'mods.standing.not-loaded',
}

const readyWords: Record<PreflightState, MessageKey> = {
  good: 'play.ready.good',
  care: 'play.ready.care',
  bad: 'play.ready.bad',
  unknown: 'play.ready.unknown',
}

/** What is in the way, if it is one thing that has a word: the folder, without which no mod can be right, or else the mod's files. */
function inTheWay({ checks }: Pick<Preflight, 'checks'>): { check: PreflightCheck; word: MessageKey } | undefined {
  const bad = checks.filter(({ state, reason }) => state === 'bad' && !ofServer.includes(reason))
  const check = bad.find(({ reason }) => reason === 'install-gone') ?? (bad.length === 1 ? bad[0] : undefined)
  const word = check && stateWords[check.reason]
  return word && { check, word }
}

/** The result of all checks. "No known problems" would be too much for a mod that is not checked. */
export function readyWord({ state, checks }: Pick<Preflight, 'state' | 'checks'>): MessageKey {
  const isUnsure = state === 'unknown' && checks.some((check) => isUnchecked(check))
  return inTheWay({ checks })?.word ?? (isUnsure ? 'mods.standing.stale' : readyWords[state])
}

const checkTones: Record<PreflightState, Tone> = { good: 'ok', care: 'warn', bad: 'bad', unknown: 'neutral' }

/** The mod's state that a check tells of, as other screens name it. */
const standings: Partial<Record<PreflightReason, Standing>> = {
  'install-gone': 'no-folder',
  'mods-no-folder': 'no-folder',
  'mods-absent': 'not-installed',
  'mods-partial': 'not-installed',
  'mods-several': 'update',
  'mods-outdated': 'update',
  'mods-problems': 'damaged',
  'mods-stale': 'stale',
  'mods-not-loaded': 'not-trusted',
  'mods-not-trusted': 'not-trusted',
}

/** How a check looks: a mod's state as on every screen. It says nothing about whether the player can join. */
export const toneOf = ({ state, reason, facts }: Pick<PreflightCheck, 'state' | 'reason' | 'facts'>): Tone =>
  standingTones[(facts.damaged ? 'damaged' : standings[reason]) ?? 'unknown'] ?? checkTones[state]

/** How the result of all checks looks: as the worst of them, but a mod to install, to update or to check is never fine. */
export function readyTone({ state, checks }: Pick<Preflight, 'state' | 'checks'>): Tone {
  const one = inTheWay({ checks })
  if (one) return toneOf(one.check)
  const isBad = checks.some((check) => check.state === 'bad' && toneOf(check) === 'bad')
  const isMild = (state === 'bad' && !isBad) || (state === 'unknown' && checks.some(isUnchecked))
  return isMild ? 'warn' : checkTones[state]
}

/** The type allows only reasons with a text. */
const reasonKey = (reason: PreflightReason): MessageKey => `play.reason.${reason}`

type CheckFormat = Pick<Format, 'bytes' | 'relative'>

/** A check's facts as its sentence shows them: main sends sizes in bytes, and times. */
function toldBy({ id, reason, facts, at }: PreflightCheck, t: Translate, { bytes, relative }: CheckFormat) {
  if (reason === 'mods-not-trusted' || reason === 'mods-not-loaded')
    return { why: t(`mods.distrust.${facts.why as ListDistrust}`) }
  if (reason === 'mods-ready') {
    const fullAt = facts.fullAt === undefined ? null : String(facts.fullAt)
    return { checked: checkedWhen({ tier: facts.tier as CheckTier, checkedAt: at, fullAt }, t, relative) }
  }
  const sized = (value: string | number) => (id === 'disk' && typeof value === 'number' ? bytes(value) : value)
  return shownFacts(Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, sized(value)])))
}

/** The sentence of a check; for the mod with the cost of what it needs. */
export function checkSentence(check: PreflightCheck, t: Translate, format: CheckFormat, need?: Need): string {
  const { id, state, reason, fix } = check
  const price = need && id === 'mods' && state === 'bad' && fix === 'repair' ? need.brief : ''
  const sentence = t(reasonKey(reason), toldBy(check, t, format))
  return [sentence, price].filter(Boolean).join(sentence.endsWith('.') ? ' ' : ' · ')
}
