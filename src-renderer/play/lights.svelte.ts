import type { Light, Preflight } from '../../src-preload/contract/play.ts'
import type { Main } from '#shared/bridge/index.ts'
import { joinsOf } from './join.svelte.ts'

/** The lights of one server, looked at when the server is chosen, on demand, and when the window gets the focus. */
export class Lights {
  readonly #main: Main
  readonly #serverId: () => number | undefined
  #preflight = $state.raw<Preflight | undefined>()
  #failure = $state.raw<unknown>()
  #control = $state.raw<AbortController | undefined>()

  constructor(main: Main, serverId: () => number | undefined) {
    this.#main = main
    this.#serverId = serverId
  }

  /** Of the chosen server, never of another. */
  get preflight() {
    return this.#preflight?.serverId === this.#serverId() ? this.#preflight : undefined
  }

  get busy() {
    return this.#control !== undefined
  }

  get failure() {
    return this.#failure
  }

  /** What stands most in the way, in the order of the way into the game: what will fail, then what may, then what is not known. */
  get worst(): readonly Light[] {
    const lights = this.preflight?.lights ?? []
    return (['bad', 'care', 'unknown'] as const).map((state) => lights.filter((light) => light.state === state)).flat()
  }

  /** True where the service calls the server offline and the server itself did not say otherwise. */
  isOffline({ online }: { online: boolean }): boolean {
    return !online && !this.preflight?.lights.some(({ id, state }) => id === 'server' && state === 'good')
  }

  async look(): Promise<void> {
    const serverId = this.#serverId()
    if (serverId === undefined) return
    this.#control?.abort()
    const control = new AbortController()
    this.#control = control
    try {
      const preflight = await this.#main.play.preflight({ serverId })
      if (control.signal.aborted) return
      this.#preflight = preflight
      joinsOf(this.#main).settle(preflight) // a repair since then makes what stopped the last join untrue
      this.#failure = undefined
    } catch (error) {
      if (!control.signal.aborted) this.#failure = error
    } finally {
      if (this.#control === control) this.#control = undefined
    }
  }
}
