import type { ModsMove } from '../../src-preload/contract/moving.ts'
import type { RepairState } from '../../src-preload/contract/repair.ts'
import { Emitter } from '../lib/index.ts'
import type { Say } from './texts.ts'

/** How far a repair is, as one share: by bytes, or by files where it fetches none. */
const shareOf = ({ progress: { bytes, bytesDone, files, filesDone } }: RepairState): number =>
  bytes > 0 ? bytesDone / bytes : filesDone / Math.max(1, files)

const shareMoved = ({ bytesDone, bytesTotal }: ModsMove): number => bytesDone / Math.max(1, bytesTotal)

/** What is at work, for the taskbar and the tray's tooltip: a move of the mods before a repair, a repair before a check. */
export class WorkProgress {
  readonly #setBar: (share: number | null, mode: 'paused' | 'normal') => void
  readonly #changed = new Emitter()
  readonly onChange = this.#changed.on
  #check: number | null = null
  #repair: RepairState | undefined
  #move: ModsMove | null = null

  /** `setBar` shows a share from 0 to 1 on the taskbar; null: nothing is at work. */
  constructor(setBar: (share: number | null, mode: 'paused' | 'normal') => void) {
    this.#setBar = setBar
  }

  /** The share done of a check, from 0 to 1; null where none runs. */
  readonly checks = (share: number | null): void => {
    this.#check = share
    this.#show()
  }

  readonly moves = (move: ModsMove | null): void => {
    const before = this.#move
    this.#move = move
    if (move !== before) this.#show()
  }

  readonly repairs = (states: readonly RepairState[]): void => {
    const before = this.#repair
    this.#repair = states.find(({ phase }) => phase === 'fetching' || phase === 'paused')
    if (this.#repair !== before) this.#show()
  }

  get #share(): number | null {
    if (this.#move) return shareMoved(this.#move)
    return this.#repair ? shareOf(this.#repair) : this.#check
  }

  get #isPaused(): boolean {
    return this.#move ? this.#move.isPaused : this.#repair?.phase === 'paused'
  }

  #show(): void {
    this.#setBar(this.#share, this.#isPaused ? 'paused' : 'normal')
    this.#changed.emit()
  }

  /** One line for the tray. */
  tooltip(say: Say): string {
    const share = this.#share
    if (share === null) return 'Loadout'
    const what = this.#move ? say('tray.moving') : (this.#repair?.modName ?? say('tray.checking'))
    const percent = Math.floor(share * 100)
    const secondsLeft = this.#move ? null : (this.#repair?.progress.secondsLeft ?? null)
    const minutes = secondsLeft === null ? -1 : Math.ceil(secondsLeft / 60)
    const state = this.#isPaused ? 'paused' : minutes < 0 ? 'open' : 'left'
    return `Loadout · ${say('tray.progress', { mod: what, percent, minutes, state })}`
  }
}
