import { decimals, type Language } from '../../src-preload/contract/languages.ts'
import type { RunningCheck } from '../../src-preload/contract/mods.ts'
import type { ModsMove } from '../../src-preload/contract/moving.ts'
import { type ByteProgress, progressFacts, shareDone } from '../../src-preload/contract/progress.ts'
import type { QueueTotal, RepairQueueView, RepairState } from '../../src-preload/contract/repair.ts'
import { Emitter, withoutHidden } from '../lib/index.ts'
import type { Say } from './texts.ts'

interface ShownWork {
  /** The mod's name; empty if it is about all mods. */
  name: string
  word: 'tray.moving' | 'tray.fetching' | 'tray.checking' | 'tray.checking-work'
  /** True if it is paused because the game runs. */
  forGame?: boolean
  work?: RepairState['work']
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
  #queue: Pick<RepairQueueView, 'mods' | 'total'> = { mods: [] }
  #move: ModsMove | null = null
  #update: string | undefined
  #rest: { name: string; kind: string } | undefined

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

  readonly repairs = (states: readonly RepairState[], queue: Pick<RepairQueueView, 'mods' | 'total'>): void => {
    const before = this.#repair
    const isNews = queue.total !== undefined || this.#queue.total !== undefined
    this.#queue = queue
    const at = (...phases: RepairState['phase'][]) => states.find(({ phase }) => phases.includes(phase))
    this.#repair = at('fetching', 'paused') ?? at('checking')
    if (this.#repair !== before || isNews) this.#show()
  }

  /** A mod that waits for something, see `restingMods`. */
  readonly rests = (mod: { name: string; kind: string } | undefined): void => {
    const isNews = mod?.name !== this.#rest?.name || mod?.kind !== this.#rest?.kind
    this.#rest = mod
    if (isNews) this.#changed.emit()
  }

  readonly updates = ([name]: readonly string[]): void => {
    this.#update = name
    this.#changed.emit()
  }

  get #shown(): ShownWork | undefined {
    const [move, repair, check] = [this.#move, this.#repair, this.#check]
    if (move) return { name: '', word: 'tray.moving', isPaused: move.isPaused, progress: move }
    const checking = repair && repair.work !== 'moving' ? 'tray.checking-work' : 'tray.checking'
    if (check && (!repair || (repair.phase === 'checking' && repair.modId === check.modId)))
      return this.#inQueue(check.modId, { ...check, name: check.modName, word: checking })
    if (!repair) return undefined
    const { modId, modName: name, phase, forGame, work, progress } = repair
    const word = phase === 'checking' ? checking : 'tray.fetching'
    return this.#inQueue(modId, { name, word, work, isPaused: phase === 'paused', forGame, progress })
  }

  /** With the queue's sum, if it is the queue's work. The player may check another mod meanwhile. */
  #inQueue(modId: number, one: ShownWork): ShownWork {
    const { mods, total } = this.#queue
    const isPart = mods.some((mod) => mod.modId === modId && mod.state === 'working')
    return total && isPart ? { ...one, progress: total, total } : one
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
      const [rest, update] = [this.#rest, this.#update]
      if (rest) return `Loadout · ${say('notice.mod-stopped', { ...rest, name: short(rest.name) })}`
      return ['Loadout', ...(update ? [say('notice.mod-update', { name: short(update) })] : [])].join(' · ')
    }
    const { name, word, work, isPaused, forGame, progress, total } = shown
    const paused = work ? 'tray.paused-work' : 'tray.paused'
    const state = forGame ? 'tray.paused-game' : isPaused ? paused : word
    return [
      'Loadout',
      ...(name === '' ? [] : [short(name)]),
      say(state, { work: work ?? 'repair' }),
      ...(total ? [say('tray.of', { at: total.at, mods: total.mods })] : []),
      decimals(language, { style: 'percent', roundingMode: 'floor' }).format(shareDone(progress) ?? 0),
      ...progressFacts(progress, language, (time) => say('tray.left', { time })),
    ].join(' · ')
  }
}
