import type { NoticeClass } from '../../src-preload/contract/settings.ts'
import type { Place } from '../../src-preload/contract/shell.ts'
import { decide, type Notice, type NoticeRules, type Shown } from './notice.ts'
import type { SeenKeys, WaitingNotices } from './stored.ts'

export interface NotifierNeeds {
  rules: () => NoticeRules
  isPlaying: () => boolean
  /** Minute of the player's day. */
  minute: () => number
  isOutdated: (notice: Notice) => boolean
  seen: SeenKeys
  waiting: WaitingNotices
  /** Shows it. A click opens `place`. */
  show: (shown: Shown, place: Place) => void
}

/** Most notices that wait; the oldest are dropped. */
const MOST_WAITING = 50

/** Most notices that are shown one by one between two looks. The next look shows the others together. */
const MOST_ALONE = 5
/** Most notices of one class between two looks, since a service may cause any number. */
const MOST_OF_CLASS = 20

/** Decides which notices are shown and when. No notice is shown twice; those that waited are shown as one digest. */
export class Notifier {
  readonly #needs: NotifierNeeds
  #waiting: Notice[]
  #shownAlone = 0
  #taken: Partial<Record<NoticeClass, number>> = {}

  constructor(needs: NotifierNeeds) {
    this.#needs = needs
    this.#waiting = needs.waiting.read().filter(({ key }) => !needs.seen.has(key))
  }

  /** Shows a notice, lets it wait, or drops it if its class is switched off or it was shown before. The latest text of one that waits counts. */
  readonly post = (notice: Notice): void => {
    const at = this.#waiting.findIndex(({ key }) => key === notice.key)
    if (at >= 0) return this.#keep(this.#waiting.with(at, notice))
    if (this.#needs.seen.has(notice.key)) return
    const decision = this.#decide(notice)
    const taken = (this.#taken[notice.class] = (this.#taken[notice.class] ?? 0) + 1)
    if (decision === 'drop' || taken > MOST_OF_CLASS) return
    if (decision === 'show' && ++this.#shownAlone <= MOST_ALONE) this.#show([notice])
    else this.#keep([...this.#waiting, notice].slice(-MOST_WAITING))
  }

  /** Shows the waiting notices that may be shown now, and drops those that are outdated. */
  look(): void {
    this.#shownAlone = 0
    this.#taken = {}
    const { isOutdated } = this.#needs
    const wanted = this.#waiting.filter((notice) => this.#decide(notice) !== 'drop' && !isOutdated(notice))
    const waiting = wanted.filter((notice) => this.#decide(notice) === 'wait')
    this.#show(wanted.filter((notice) => !waiting.includes(notice)))
    this.#keep(waiting)
  }

  #decide(notice: Notice) {
    const { rules, isPlaying, minute } = this.#needs
    return decide(rules(), notice.class, { playing: isPlaying(), minute: minute() })
  }

  #keep(notices: Notice[]): void {
    if (notices.length === this.#waiting.length && notices.every((notice, at) => notice === this.#waiting[at])) return
    this.#waiting = notices
    this.#needs.waiting.write(notices)
  }

  #show(notices: readonly Notice[]): void {
    const [first] = notices
    if (!first) return
    this.#needs.seen.add(notices.map(({ key }) => key))
    this.#needs.show(
      notices.length === 1 ? { kind: 'notice', notice: first } : { kind: 'digest', notices },
      first.place,
    )
  }
}
