import type { NoticeClass } from '../../src-preload/contract/settings.ts'
import type { Place } from '../../src-preload/contract/shell.ts'
import type { PlayPorts } from '../play/index.ts'
import { decide, type Notice, type NoticeRules, type Shown } from './notice.ts'
import type { SeenKeys, WaitingNotices } from './stored.ts'

export interface NotifierNeeds {
  rules: () => NoticeRules
  isPlaying: () => boolean
  /** Minute of the player's day. */
  minute: () => number
  /** What it says is no longer so. */
  isOutdated: (notice: Notice) => boolean
  seen: SeenKeys
  waiting: WaitingNotices
  /** Shows it; a click leads to `place`. */
  show: (shown: Shown, place: Place) => void
}

/** Most notices that wait; the oldest are dropped. */
const MOST_WAITING = 50

/** Most that are shown each by itself between two looks; the next look shows the others together. */
const MOST_ALONE = 5
/** Most notices of one class between two looks: a service may send any number. */
const MOST_OF_CLASS = 20

/** Decides what is shown and when. Nothing is shown twice; what has waited is shown as one digest. */
export class Notifier {
  readonly #needs: NotifierNeeds
  #waiting: Notice[]
  #shownAlone = 0
  #taken: Partial<Record<NoticeClass, number>> = {}

  constructor(needs: NotifierNeeds) {
    this.#needs = needs
    this.#waiting = needs.waiting.read().filter(({ key }) => !needs.seen.has(key))
  }

  /** Shows a notice, lets it wait, or drops it when its class is switched off or it was shown before. */
  readonly post = (notice: Notice): void => {
    const at = this.#waiting.findIndex(({ key }) => key === notice.key)
    if (this.#waiting[at]?.isBare) return this.#keep(this.#waiting.with(at, notice)) // its content is known again
    if (this.#needs.seen.has(notice.key) || at >= 0) return
    const decision = this.#decide(notice)
    const taken = (this.#taken[notice.class] = (this.#taken[notice.class] ?? 0) + 1)
    if (decision === 'drop' || taken > MOST_OF_CLASS) return
    if (decision === 'show' && ++this.#shownAlone <= MOST_ALONE) this.#show([notice])
    else this.#keep([...this.#waiting, notice].slice(-MOST_WAITING))
  }

  /** Shows the waiting notices that may be shown by now, and drops what is no longer so. */
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

/** Keeps notices until the notifier is open: modules post before the window exists. */
export class NotificationQueue {
  readonly #early: Notice[] = []
  #notifier: Pick<Notifier, 'post'> | undefined

  readonly post = (notice: Notice): void => {
    if (this.#notifier) this.#notifier.post(notice)
    else this.#early.push(notice)
  }

  /** Each wait for a seat was started by the player, so its end is always a new notice. */
  readonly seatFree: PlayPorts['seatFree'] = (serverId, name, news) =>
    this.post({
      class: news === 'back' ? 'server-online' : 'seat-free',
      key: `seat:${serverId}:${Date.now()}`,
      name,
      place: { screen: 'server', id: String(serverId) },
    })

  open(notifier: Pick<Notifier, 'post'>): void {
    this.#notifier = notifier
    this.#early.forEach(notifier.post)
  }
}
