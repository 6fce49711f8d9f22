import type { PlayerSettings } from '../../src-preload/contract/settings.ts'
import type { OtherWay, UpdateState } from '../../src-preload/contract/updates.ts'
import { Failure, isFailure } from '../../src-preload/contract/failure.ts'
import { Emitter, errnoOf, untilAborted } from '../lib/index.ts'
import type { UpdateEngine } from './engine.ts'

export interface UpdateNeeds {
  /** The engine, or the other way to update this package. */
  engine: UpdateEngine | { way: OtherWay }
  wish: () => PlayerSettings['updates']
  /** True while the game or a job runs. Then nothing is loaded or installed. */
  isBusy: () => boolean
  now: () => Date
  log: (line: string, error: unknown) => void
}

/** The update's state machine, drawn at `UpdateState`. */
export class UpdateService {
  readonly #needs: UpdateNeeds
  readonly #engine: UpdateEngine | undefined
  readonly #changed = new Emitter<UpdateState>()
  #state: UpdateState
  /** Aborts the running check or download. */
  #work: AbortController | undefined
  #missedLook = false

  constructor(needs: UpdateNeeds) {
    const { engine } = needs
    this.#needs = needs
    this.#engine = 'way' in engine ? undefined : engine
    this.#state = 'way' in engine ? { phase: 'by-other-way', way: engine.way } : { phase: 'idle' }
  }

  get state(): UpdateState {
    return this.#state
  }

  readonly onChange = this.#changed.on

  async check(): Promise<void> {
    if (!this.#engine || !['idle', 'failed', 'available'].includes(this.#state.phase)) return
    this.#become({ phase: 'checking' })
    const { signal } = (this.#work = new AbortController())
    try {
      const version = await untilAborted(this.#engine.check(), signal)
      const checkedAt = this.#needs.now().getTime()
      this.#become(version ? { phase: 'available', version } : { phase: 'idle', checkedAt })
    } catch (error) {
      this.#fail(error)
    }
  }

  /** @throws Failure `update-while-busy` */
  async load(): Promise<void> {
    if (this.#state.phase !== 'available') return
    if (this.#needs.isBusy()) throw new Failure('update-while-busy', {})
    await this.#download(this.#state.version)
  }

  /** @throws Failure `update-while-busy` */
  install(): void {
    if (this.#state.phase !== 'ready') return
    if (this.#needs.isBusy()) throw new Failure('update-while-busy', {})
    this.#engine?.installNow((cause) =>
      this.#fail(Object.assign(new Error('not installed', { cause }), { code: 'not-installed' })),
    )
  }

  /** Checks if the player allows it, and loads if the update is to be installed on quit. */
  async look(): Promise<void> {
    const { isBusy, wish } = this.#needs
    this.#missedLook = isBusy()
    if (this.#missedLook || wish() === 'never') return
    await this.check()
    if (wish() !== 'on-quit' || this.#state.phase !== 'available') return
    if (isBusy()) this.#become({ phase: 'waiting', version: this.#state.version })
    else await this.load()
  }

  /** To be called when the game or a job begins or ends. Stops the download, and continues when nothing else runs. */
  readonly giveWay = (): void => {
    if (this.#needs.isBusy()) {
      if (this.#state.phase === 'loading') this.#work?.abort()
      return
    }
    this.#continue()
    if (this.#missedLook) void this.look()
  }

  /** Fails the running check or download. */
  fail(why: Failure): void {
    this.#work?.abort(why)
  }

  /**
   * To be called when the app quits. Decides whether a loaded update is installed.
   * @param isRestart the app starts again by itself: an installer would end it, or replace it while it starts
   */
  beforeQuit(isRestart: boolean): void {
    const { wish, isBusy } = this.#needs
    this.#engine?.installOnQuit(this.#state.phase === 'ready' && wish() === 'on-quit' && !isRestart && !isBusy())
  }

  async #download(version: string): Promise<void> {
    const { signal } = (this.#work = new AbortController())
    const progress = (share: number) => {
      if (!signal.aborted) this.#become({ phase: 'loading', version, share })
    }
    progress(0)
    try {
      await this.#engine?.load(progress, signal)
      this.#become({ phase: 'ready', version })
    } catch (error) {
      if (isFailure(signal.reason)) this.#fail(signal.reason)
      else if (signal.aborted) this.#become({ phase: 'waiting', version })
      else this.#fail(error)
    }
    this.#continue() // the reason of an interruption may be over by now
  }

  /** Loads the update that waits, if nothing else runs. */
  #continue(): void {
    if (this.#state.phase !== 'waiting' || this.#needs.isBusy()) return
    const { version } = this.#state
    if (this.#needs.wish() === 'never') this.#become({ phase: 'available', version })
    else void this.#download(version)
  }

  #become(next: UpdateState): void {
    this.#state = next
    this.#changed.emit(next)
  }

  #fail(error: unknown): void {
    this.#needs.log('the app could not be updated', error)
    this.#become({ phase: 'failed', reason: errnoOf(error) || (/ERR_\w+/.exec(String(error))?.[0] ?? 'unknown') })
  }
}
