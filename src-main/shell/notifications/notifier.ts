import type { Place } from '../../../src-preload/contract/shell.ts'
import type { Held } from './held-file.ts'
import { judge, type Notice, type NoticeRules } from './notice.ts'
import type { Seen } from './seen.ts'

/** One thing to show: a notice, or the digest of several. */
export type Shown = { kind: 'notice'; notice: Notice } | { kind: 'digest'; notices: readonly Notice[] }

export interface NotifierNeeds {
  rules: () => NoticeRules
  isPlaying: () => boolean
  /** Minute of the player's day. */
  minute: () => number
  seen: Seen
  held: Held
  /** Shows it; a click leads to `place`. */
  show: (shown: Shown, place: Place) => void
}

export interface Notifier {
  /** Tells a notice, holds it for later, or drops it when it is switched off or was told before. */
  post(notice: Notice): void
  /** Looks whether held notices may be told: when the game ends, and every minute. */
  look(): void
}

/** Most notices held; of more, the oldest give way. */
const MOST_HELD = 50

/** Decides what is told and when. Nothing is told twice; what is held is told as one digest. */
export function createNotifier({ rules, isPlaying, minute, seen, held: kept, show }: NotifierNeeds): Notifier {
  let held = kept.read().filter(({ key }) => !seen.has(key))
  const hold = (notices: Notice[]) => {
    if (notices.length === held.length && notices.every((notice, at) => notice === held[at])) return
    held = notices
    kept.write(held)
  }
  const now = () => ({ playing: isPlaying(), minute: minute() })
  const tell = (notices: readonly Notice[]) => {
    const [first] = notices
    if (!first) return
    seen.add(notices.map(({ key }) => key))
    if (notices.length === 1) show({ kind: 'notice', notice: first }, first.place)
    else show({ kind: 'digest', notices }, first.place)
  }
  return {
    post(notice) {
      const at = held.findIndex(({ key }) => key === notice.key)
      if (held[at]?.isBare) return hold(held.with(at, notice)) // what it was about is known again
      if (seen.has(notice.key) || at >= 0) return
      const verdict = judge(rules(), notice.class, now())
      if (verdict === 'tell') tell([notice])
      if (verdict === 'hold') hold([...held, notice].slice(-MOST_HELD))
    },
    look() {
      const wanted = held.filter((notice) => judge(rules(), notice.class, now()) !== 'drop')
      const waiting = wanted.filter((notice) => judge(rules(), notice.class, now()) === 'hold')
      tell(wanted.filter((notice) => !waiting.includes(notice)))
      hold(waiting)
    },
  }
}
