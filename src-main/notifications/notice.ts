import * as v from 'valibot'
import { type NoticeClass, noticeClasses, type PlayerSettings } from '../../src-preload/contract/settings.ts'
import { screens } from '../../src-preload/contract/shell.ts'
import type { Say } from '../desktop/index.ts'
import { withoutHidden } from '../lib/index.ts'

/** The part of a notice that is kept while it waits. */
export const KeptNotice = v.object({
  class: v.picklist(noticeClasses),
  /** Identifies the event. A key is shown only once, also over restarts. */
  key: v.string(),
  /** The subject of the sentence: a server, a mod, an item. */
  name: v.string(),
  facts: v.exactOptional(v.record(v.string(), v.union([v.string(), v.number()]))),
  /** Contains names or money. In streamer mode it only says that something happened. */
  isPrivate: v.exactOptional(v.boolean()),
  /** A private notice from disk, without its content. */
  isBare: v.exactOptional(v.boolean()),
  place: v.object({ screen: v.picklist(screens), id: v.exactOptional(v.string()) }),
})

/** Something that the player may want to be notified of. */
export interface Notice extends v.InferOutput<typeof KeptNotice> {
  /** When its text is no longer true, epoch ms. Whoever posts it posts it again with a new text. */
  holdsUntil?: number
}

export type Shown = { kind: 'notice'; notice: Notice } | { kind: 'digest'; notices: readonly Notice[] }

/** The settings that decide whether and when a notice is shown. */
export type NoticeRules = Pick<
  PlayerSettings,
  'silenced' | 'quietHours' | 'quietFromMinute' | 'quietUntilMinute' | 'quietWhilePlaying'
>

/** True within the quiet hours, which may include midnight. `minute`: minute of the player's day. */
export function isQuiet(rules: NoticeRules, minute: number): boolean {
  const { quietHours, quietFromMinute: from, quietUntilMinute: until } = rules
  if (!quietHours || from === until) return false
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}

/** Decides about one notice. Notices that wait are shown together later. */
export function decide(
  rules: NoticeRules,
  what: NoticeClass,
  now: { playing: boolean; minute: number },
): 'show' | 'wait' | 'drop' {
  if (rules.silenced.includes(what)) return 'drop'
  return (rules.quietWhilePlaying && now.playing) || isQuiet(rules, now.minute) ? 'wait' : 'show'
}

const DIGEST_LINES = 5
const MOST_LETTERS = 300

/** A text for a notification. Linux desktops interpret `<` as a tag and would show a service's links and pictures. */
const plain = (text: string): string => withoutHidden(text, ' ').replaceAll('<', '‹').slice(0, MOST_LETTERS)

/** Who may see the screen. `streamer`: viewers of a stream. `locked`: the player's money is locked. */
export interface Onlookers {
  streamer?: boolean
  locked?: boolean
}

/** The title and the text of a notification, without what onlookers must not see. `currency`: the sign of the community's money. */
export function notificationText(
  shown: Shown,
  say: Say,
  { title, currency }: { title: string; currency: string },
  { streamer = false, locked = false }: Onlookers = {},
): { title: string; body: string } {
  const isOfBank = ({ class: what, facts }: Notice) => what === 'transfer' || facts?.kind === 'reminder'
  const isHidden = (notice: Notice) => notice.isBare || (notice.isPrivate && (streamer || (locked && isOfBank(notice))))
  const line = (notice: Notice) => {
    if (isHidden(notice)) return say('notice.hidden', { what: notice.class })
    // a notice of an earlier version does not say whether there is a warning, and of what kind the price is
    return plain(say(`notice.${notice.class}`, { currency, warned: '', kind: '', ...notice.facts, name: notice.name }))
  }
  if (shown.kind === 'notice') return { title: plain(title), body: line(shown.notice) }
  const lines = shown.notices.slice(0, DIGEST_LINES).map(line)
  if (shown.notices.length > DIGEST_LINES) lines.push('…')
  return { title: say('notice.digest', { count: shown.notices.length }), body: lines.join('\n') }
}
