// Tested in Electron: first-play.spec.ts
import { BrowserWindow } from 'electron'
import type { RepairState } from '../../src-preload/contract/repair.ts'
import type { Say } from '../desktop/index.ts'
import { Emitter } from '../lib/index.ts'

/** How far a repair is, as one share: by bytes, or by files where it fetches none. */
const shareOf = ({ progress: { bytes, bytesDone, files, filesDone } }: RepairState): number =>
  bytes > 0 ? bytesDone / bytes : filesDone / Math.max(1, files)

/** What is at work, for the taskbar and the tray's tooltip: a repair before a check. */
export class WorkProgress {
  readonly #changed = new Emitter()
  readonly onChange = this.#changed.on
  #check: number | null = null
  #repair: RepairState | undefined

  /** The share done of a check, from 0 to 1; null where none runs. */
  readonly checks = (share: number | null): void => {
    this.#check = share
    this.#show()
  }

  readonly repairs = (states: readonly RepairState[]): void => {
    const before = this.#repair
    this.#repair = states.find(({ phase }) => phase === 'fetching' || phase === 'paused')
    if (this.#repair !== before) this.#show()
  }

  #show(): void {
    const share = this.#repair ? shareOf(this.#repair) : (this.#check ?? -1)
    const mode = this.#repair?.phase === 'paused' ? 'paused' : 'normal'
    for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(share, { mode })
    this.#changed.emit()
  }

  /** One line for the tray. */
  tooltip(say: Say): string {
    if (!this.#repair) return 'Loadout'
    const { modName, phase, progress } = this.#repair
    const percent = Math.floor(shareOf(this.#repair) * 100)
    const minutes = progress.secondsLeft === null ? -1 : Math.ceil(progress.secondsLeft / 60)
    const state = phase === 'paused' ? 'paused' : minutes < 0 ? 'open' : 'left'
    return `Loadout · ${say('tray.progress', { mod: modName, percent, minutes, state })}`
  }
}
