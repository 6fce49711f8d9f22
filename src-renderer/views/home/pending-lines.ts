import { isUnloaded, type ModView } from '../../../src-preload/contract/mods.ts'
import type { Upkeep } from '../../../src-preload/contract/player.ts'
import { priceOf } from '../../mods/price.ts'
import {
  asShown,
  type Away,
  mayBegin,
  mendOf,
  mendWords,
  offerOf,
  standingOf,
  standingWord,
  waitIn,
} from '../../mods/standing.ts'
import { leftWords, needsPayment, toneOf } from '#shared/ends.ts'
import type { Format } from '#shared/format/index.ts'
import { describeReading } from '#shared/failure/describe.ts'
import type { I18n, Translate } from '#shared/i18n/index.ts'
import { hinted, mask } from '#shared/privacy/index.ts'
import type { Spot } from '#shared/spot.ts'
import type { StateTone } from '#shared/ui/icon.ts'
import type { PendingActions } from './pending-actions.svelte.ts'

export type { Away }

/** One thing that needs the player: its name, its problem, and what to do about it. */
export interface Line {
  id: string
  tone: StateTone
  name: string
  text: string
  label: string
  run: () => void
  /** Its place on the map. */
  spot?: Spot
}

/** The state of the play card above: it does not know yet, it asks for something, or neither. */
export type CardState = 'looking' | 'asks' | 'quiet'

/** The formatters for the lines. */
type Wording = Pick<Format, 'bytes' | 'day' | 'duration' | 'money' | 'timeOrDate'>

/** The actions of the lines. */
export interface Deeds {
  go: (screen: 'bank' | 'player' | 'settings') => void
  /** False while the game runs or the folder of the mods is gone: nothing can be done about them then. */
  mayMend: boolean
  /** Why the community cannot be reached. What needs its lists is then not offered. */
  away: Away
  /** How long a download takes, in ms; undefined if it is unknown. */
  timeFor: (bytes: number) => number | undefined
  /** Goes to a mod; with `repair`, to the plan of its repair. */
  toMod: (modId: number, repair: boolean) => void
  /** Reads a mod's list again and checks the mod. */
  check: (mod: ModView) => void
  /** Goes to where space on the drive can be freed. */
  makeRoom: () => void
  /** Resumes an interrupted repair. */
  resume: (modId: number) => void
  /** Installs the app's update. */
  install: () => void
}

/** The data for the lines. */
export type Pending = Pick<
  PendingActions,
  'mods' | 'repairs' | 'queue' | 'changes' | 'bank' | 'app' | 'upkeep' | 'notices'
>

/** All lines, most urgent first. `failures`: the lines of failures. */
export function linesOf(
  pending: Pending,
  failures: readonly Line[],
  t: Translate,
  deeds: Deeds,
  format: Wording,
): Line[] {
  const ends = pending.upkeep.filter(needsPayment).map((item, at) => upkeepLine(item, at, t, deeds))
  const mods = modLines(pending, t, deeds, format)
  return [
    ...bankLines(pending, t, deeds, format),
    ...mods.filter(({ tone }) => tone === 'bad'),
    ...ends.filter(({ tone }) => tone === 'bad'),
    ...mods.filter(({ tone }) => tone !== 'bad'),
    ...failures,
    ...ends.filter(({ tone }) => tone !== 'bad'),
    ...settingsLines(pending, t, deeds),
    ...appLines(pending, t, deeds),
  ]
}

/** The line of a failed part of the app, or of the community's service. */
export function failureLine(
  id: 'part' | 'service',
  failure: unknown,
  i18n: Pick<I18n, 't' | 'language'>,
  remedies: (failure: unknown) => readonly Pick<Line, 'label' | 'run'>[],
): Line[] {
  const [remedy] = failure === undefined ? [] : remedies(failure)
  const name = id === 'part' ? i18n.t('home.pending.part') : i18n.t('servers.by-service')
  return remedy ? [{ id, tone: 'warn', name, text: describeReading(failure, i18n), ...remedy }] : []
}

/** Unknown outcomes first, then an ended session, then reminders. */
function bankLines({ bank }: Pending, t: Translate, { go }: Deeds, format: Wording): Line[] {
  const run = () => go('bank')
  const lines: Line[] = []
  for (const { id, payee, amount, at } of bank?.unsettled ?? []) {
    const money = amount === null ? '' : mask(format.money(amount))
    const text = [money, hinted(payee), format.timeOrDate(new Date(at))].filter(Boolean).join(' · ')
    const name = t('home.pending.transfer')
    lines.push({ id: `transfer ${id}`, tone: 'bad', name, text, label: t('home.pending.open'), run })
  }
  if (bank?.ranOut) {
    const text = t('home.pending.bank-text')
    lines.push({ id: 'bank', tone: 'warn', name: t('bank.title'), text, label: t('bank.sign-in'), run })
  }
  for (const { id, name, amount, day } of bank?.due ?? []) {
    const money = amount === null ? '' : mask(format.money(amount))
    const text = [hinted(name), money, format.day(`${day}T00:00`)].filter(Boolean).join(' · ')
    lines.push({
      id: `reminder ${id}`,
      tone: 'warn',
      name: t('home.pending.reminder'),
      text,
      label: t('home.pending.pay'),
      run,
    })
  }
  return lines
}

/** One line for each used mod, with its first problem: an interrupted or stopped repair, a rejected list, an update, damage, or an outdated check. */
const modLines = (pending: Pending, t: Translate, deeds: Deeds, format: Wording): Line[] =>
  pending.mods.flatMap((mod) => {
    const line = deeds.mayMend && mod.active && mod.hasFiles ? modLine(mod, pending, t, deeds, format) : undefined
    return line ? [{ ...line, id: `mod ${mod.id}`, name: mod.name }] : []
  })

function modLine(
  told: ModView,
  { repairs, queue, changes }: Pending,
  t: Translate,
  { away, toMod, check, makeRoom, resume, timeFor }: Deeds,
  format: Wording,
): Omit<Line, 'id' | 'name'> | undefined {
  const { id } = told
  if (!queue.paused && waitIn(queue, id)) return undefined // it goes on by itself
  const repair = repairs.find(({ modId, phase }) => modId === id && phase !== 'ended')
  if (repair) {
    const { phase, forGame, work } = repair
    if (phase !== 'interrupted' && (phase !== 'paused' || forGame)) return undefined // it is running
    return {
      tone: 'warn',
      text: t(`repair.phase.${phase}`, { work }),
      label: t('common.resume'),
      run: () => resume(id),
    }
  }
  const mod = asShown(told, away)
  const change = changes.find(({ modId }) => modId === id)
  const ended = repairs.find(({ modId }) => modId === id)
  const standing = standingOf(mod, change, ended)
  const details = { tone: 'warn', label: t('play.details'), run: () => toMod(id, false) } as const
  if (standing === 'stopped' || standing === 'not-trusted') {
    if (mod.distrust && isUnloaded(mod.distrust.reason)) return undefined // the screen says that the community is away
    const text = standingWord(mod, standing, ended, undefined, t)
    const mend = mendOf(mod, standing, ended, away)
    const mends = { check: () => check(mod), 'make-room': makeRoom, resume: () => resume(id) }
    return { ...details, text, ...(mend && { label: t(mendWords[mend]), run: mends[mend] }) }
  }
  const offer = offerOf(mod, change)
  if (offer?.kind === 'install') return undefined // a player without the mod may not want it
  if (offer) {
    const text = `${t(`mods.standing.${offer.kind === 'update' ? 'update' : 'damaged'}`)} · ${priceOf(offer, t, format, timeFor)}`
    const tone = offer.kind === 'update' ? 'warn' : 'bad'
    const begins = mayBegin(offer.kind, away)
    const label = t(begins ? `mods.offer.${offer.kind}` : 'play.details')
    return { tone, text, label, run: () => toMod(id, begins) }
  }
  if (mod.verification.state !== 'stale') return undefined
  return { tone: 'warn', text: t('mods.standing.stale'), label: t('mods.quick'), run: () => check(mod) }
}

const upkeepLine = (item: Upkeep, at: number, t: Translate, { go }: Deeds): Line => ({
  id: `upkeep ${at}`,
  tone: toneOf(item),
  name: t(`home.pending.due-${item.kind}`, { left: item.hoursLeft <= 0 ? 'none' : 'some' }),
  // the time first, because a narrow line cuts its end
  text: [
    item.hoursLeft > 0 && leftWords(item, t),
    t(`player.upkeep-${item.kind}`, { id: item.id, name: mask(item.name) }),
  ]
    .filter(Boolean)
    .join(' · '),
  label: t('home.pending.open'),
  run: () => go('player'),
  ...(item.spot && { spot: item.spot }),
})

/** The settings were lost, and a copy of the file was kept. The settings screen says where it is. */
const settingsLines = ({ notices }: Pending, t: Translate, { go }: Deeds): Line[] =>
  notices.map(({ kind }) => ({
    id: kind,
    tone: 'warn',
    name: t('settings.screen'),
    text: t('home.pending.settings-text'),
    label: t('home.pending.open'),
    run: () => go('settings'),
  }))

function appLines({ app }: Pending, t: Translate, { install }: Deeds): Line[] {
  if (app?.phase !== 'ready') return []
  const name = t('home.pending.app', { version: app.version })
  const text = t('home.pending.app-text')
  return [{ id: 'app', tone: 'info', name, text, label: t('home.pending.restart'), run: install }]
}
