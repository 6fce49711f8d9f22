import { decimals, type Language } from '../../src-preload/contract/languages.ts'
import type { RunningCheck } from '../../src-preload/contract/mods.ts'
import type { ModsMove } from '../../src-preload/contract/moving.ts'
import { type ByteProgress, progressFacts, shareDone } from '../../src-preload/contract/progress.ts'
import type { QueueTotal, RepairState, RepairWork } from '../../src-preload/contract/repair.ts'
import { Emitter, withoutHidden } from '../lib/index.ts'
import type { Say } from './texts.ts'

interface ShownWork {
  /** The mod's name; empty if it is about all mods. */
  name: string
  word: 'tray.moving' | 'tray.fetching' | 'tray.checking'
  /** True if it is paused because the game runs. */
  forGame?: boolean
  /** What a repair does. */
  work?: RepairWork
  isPaused: boolean
  progress: ByteProgress
  /** The sum, if it is about one of several mods. */
  total?: QueueTotal
}

/** Windows cuts off a tooltip after 127 letters. */
const NAME_LETTERS = 40

/** The running work for the taskbar and the tray's tooltip: a move of the mods if there is one, else a repair, else a check; at rest, a mod that has stopped, or an update. */
export class WorkProgress {
  readonly #setBar: (share: number | null, mode: 'paused' | 'normal') => void
  readonly #changed = new Emitter()
  readonly onChange = this.#changed.on
  #check: RunningCheck | null = null
  #repair: RepairState | undefined
  #total: QueueTotal | undefined
  #move: ModsMove | null = null
  #update: string | undefined
  #stopped: { name: string; kind: string } | undefined

  /** `setBar` shows a share from 0 to 1 on the taskbar; null if nothing runs. */
  constructor(setBar: (share: number | null, mode: 'paused' | 'normal') => void) {
    this.#setBar = setBar
  }

  readonly checks = (check: RunningCheck | null): void => {
    this.#check = check
    this.#show()
  }

  readonly moves = (move: ModsMove | null): void => {
    const before = this.#move
    this.#move = move
    if (move !== before) this.#show()
  }

  /** `total`: the sum, if there are several. */
  readonly repairs = (states: readonly RepairState[], total?: QueueTotal): void => {
    const before = this.#repair
    const isNews = total !== undefined || this.#total !== undefined
    this.#total = total
    const at = (...phases: RepairState['phase'][]) => states.find(({ phase }) => phases.includes(phase))
    this.#repair = at('fetching', 'paused') ?? at('checking')
    if (this.#repair !== before || isNews) this.#show()
  }

  /** A mod whose work has stopped. */
  readonly stopped = (mod: { name: string; kind: string } | undefined): void => {
    const isNews = mod?.name !== this.#stopped?.name || mod?.kind !== this.#stopped?.kind
    this.#stopped = mod
    if (isNews) this.#changed.emit()
  }

  /** Mods with an update, by their names. */
  readonly updates = ([name]: readonly string[]): void => {
    this.#update = name
    this.#changed.emit()
  }

  get #shown(): ShownWork | undefined {
    const [move, total] = [this.#move, this.#total]
    if (move) return { name: '', word: 'tray.moving', isPaused: move.isPaused, progress: move }
    const one = this.#ofOneMod
    return one && total ? { ...one, progress: total, total } : one
  }

  get #ofOneMod(): ShownWork | undefined {
    const [repair, check] = [this.#repair, this.#check]
    if (check && (!repair || repair.phase === 'checking'))
      return { ...check, name: check.modName, word: 'tray.checking' }
    if (!repair) return undefined
    const { modName: name, phase, forGame, work, progress } = repair
    const word = phase === 'checking' ? 'tray.checking' : 'tray.fetching'
    return { name, word, work, isPaused: phase === 'paused', forGame, progress }
  }

  #show(): void {
    const shown = this.#shown
    this.#setBar(shown ? (shareDone(shown.progress) ?? 0) : null, shown?.isPaused ? 'paused' : 'normal')
    this.#changed.emit()
  }

  /** One line for the tray, with the same words as the list of jobs. */
  tooltip(say: Say, language: Language): string {
    const shown = this.#shown
    const short = (name: string) => withoutHidden(name, ' ').slice(0, NAME_LETTERS)
    if (!shown) {
      const [stopped, update] = [this.#stopped, this.#update]
      if (stopped) return `Loadout · ${say('notice.mod-stopped', { ...stopped, name: short(stopped.name) })}`
      return ['Loadout', ...(update ? [say('notice.mod-update', { name: short(update) })] : [])].join(' · ')
    }
    const { name, word, work = 'repair', isPaused, forGame, progress, total } = shown
    return [
      'Loadout',
      ...(name === '' ? [] : [short(name)]),
      say(forGame ? 'tray.paused-game' : isPaused ? 'tray.paused' : word, { work }),
      ...(total ? [say('tray.of', { at: total.at, mods: total.mods })] : []),
      decimals(language, { style: 'percent', roundingMode: 'floor' }).format(shareDone(progress) ?? 0),
      ...progressFacts(progress, language, (time) => say('tray.left', { time })),
    ].join(' · ')
  }
}
