import { isFailure } from '../../src-preload/contract/failure.ts'
import type { JoinResult, JoinStep, Preflight } from '../../src-preload/contract/play.ts'
import type { Main } from '#shared/bridge/index.ts'

/** One join at a time: its steps as they come, and how it ended. */
export class Join {
  readonly #main: Main
  #steps = $state.raw<readonly JoinStep[]>([])
  #result = $state.raw<JoinResult | undefined>()
  #failure = $state.raw<unknown>()
  #control = $state.raw<AbortController | undefined>()
  #wish: { serverId: number; voice: boolean } | undefined

  constructor(main: Main) {
    this.#main = main
  }

  get steps() {
    return this.#steps
  }

  get running() {
    return this.#control !== undefined
  }

  get result() {
    return this.#result
  }

  /** A mistake of ours, or a cancel; everything expected stands at its step. */
  get failure() {
    return this.#failure
  }

  get cancelled() {
    return isFailure(this.#failure) && this.#failure.is('cancelled')
  }

  async run(serverId: number, voice: boolean, anyway = false): Promise<void> {
    if (this.running) return
    const control = new AbortController()
    this.#wish = { serverId, voice }
    this.#control = control
    this.#result = undefined
    this.#failure = undefined
    try {
      const watch = { signal: control.signal, onProgress: ({ steps }: { steps: JoinStep[] }) => (this.#steps = steps) }
      const result = await this.#main.play.join({ serverId, voice, anyway }, watch)
      this.#steps = result.steps
      this.#result = result
    } catch (error) {
      this.#failure = error
    } finally {
      this.#control = undefined
    }
  }

  /** The same once more; `anyway`: over what can be gone over. */
  again(anyway = false): Promise<void> {
    return this.#wish ? this.run(this.#wish.serverId, this.#wish.voice, anyway) : Promise.resolve()
  }

  cancel(): void {
    this.#control?.abort()
  }

  /** Forgets a join that damaged files stopped, once the lights of its server show those files good. */
  settle({ serverId, lights }: Preflight): void {
    const stoppedAt = this.#steps.find(({ state }) => state === 'failed')?.id
    const whole = lights.some(({ id, state }) => id === 'mods' && state === 'good')
    if (serverId === this.#wish?.serverId && stoppedAt === 'files' && whole) this.clear()
  }

  /** Forgets the last join: another server is looked at. */
  clear(): void {
    if (this.running) return
    this.#steps = []
    this.#result = undefined
    this.#failure = undefined
  }
}

const joins = new WeakMap<Main, Join>()

/** The page's one join: it goes on, and is seen again, when the player looks at other screens meanwhile. */
export function joinOf(main: Main): Join {
  const join = joins.get(main) ?? new Join(main)
  joins.set(main, join)
  return join
}

let asked: number | undefined

/** Notes that a Join was pressed on another screen. */
export const askToJoin = (serverId: number): void => void (asked = serverId)

/** True once after a Join was pressed for this server; never again on the way back to the screen. */
export function wasAskedToJoin(serverId: number): boolean {
  const hit = asked === serverId
  asked = undefined
  return hit
}
