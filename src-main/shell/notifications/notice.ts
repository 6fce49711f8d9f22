import type { NoticeClass } from '../../../src-preload/contract/settings.ts'
import type { Place } from '../../../src-preload/contract/shell.ts'

/** Something worth telling. */
export interface Notice {
  class: NoticeClass
  /** What happened, once and for ever: the same key is never told twice, not after a restart either. */
  key: string
  /** What the sentence is about: a server, a mod, an item. */
  name: string
  /** What else the sentence names. */
  facts?: Readonly<Record<string, string | number>>
  /** Names or money: streamer mode tells only that it happened. */
  isPrivate?: boolean
  /** Private, and kept over a restart: that it happened is known, and no more. */
  isBare?: boolean
  /** Where a click leads. */
  place: Place
}

/** What decides whether and when a notice is told. */
export interface NoticeRules {
  silenced: readonly NoticeClass[]
  quietHours: boolean
  quietFromMinute: number
  quietUntilMinute: number
  quietWhilePlaying: boolean
}

/** True within the quiet hours, which may run over midnight. `minute` is of the player's own day. */
export function isQuiet(rules: NoticeRules, minute: number): boolean {
  const { quietHours, quietFromMinute: from, quietUntilMinute: until } = rules
  if (!quietHours || from === until) return false
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}

/** What becomes of a notice now. */
export type Verdict = 'tell' | 'hold' | 'drop'

/** Decides about one notice. Held ones are told together once nothing speaks against it. */
export function judge(rules: NoticeRules, what: NoticeClass, now: { playing: boolean; minute: number }): Verdict {
  if (rules.silenced.includes(what)) return 'drop'
  return (rules.quietWhilePlaying && now.playing) || isQuiet(rules, now.minute) ? 'hold' : 'tell'
}
