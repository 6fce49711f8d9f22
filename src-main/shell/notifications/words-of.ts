import type { Say } from '../words.ts'
import type { Notice } from './notice.ts'
import type { Shown } from './notifier.ts'

const LINES = 5

/** Whose news it is. */
export interface Sender {
  title: string
  /** Sign of the community's money. */
  currency: string
}

/** The title and the lines of what is shown. `hide`: without what is private. */
export function wordsOf(
  shown: Shown,
  say: Say,
  { title, currency }: Sender,
  hide = false,
): { title: string; body: string } {
  const line = (notice: Notice) => {
    if (notice.isBare || (hide && notice.isPrivate))
      return say(notice.class === 'transfer' ? 'notice.transfer-hidden' : 'notice.hidden')
    return say(noticeKey(notice.class), { currency, ...notice.facts, name: notice.name })
  }
  if (shown.kind === 'notice') return { title, body: line(shown.notice) }
  const lines = shown.notices.slice(0, LINES).map(line)
  if (shown.notices.length > LINES) lines.push('…')
  return { title: say('notice.digest', { count: shown.notices.length }), body: lines.join('\n') }
}

const noticeKey = (what: Notice['class']) => `notice.${what}` as const
