import { untrack } from 'svelte'
import type { ServerLive } from '../../src-preload/contract/play.ts'
import type { Main } from '#shared/bridge/index.ts'
import { agedAt, pageClock, pacer, surroundings } from '#shared/resource/index.ts'

/** How long a server's own answer counts as fresh. */
const FRESH_MS = 30_000
/** Most servers in one query: the bridge accepts no more. */
const MOST = 256

/**
 * The own answers of the servers on screen. They are asked again and again while they are on screen. A silent server has an entry that says
 * so; a server that was not asked yet has none. Create it while a component is set up.
 */
export class LiveNumbers {
  readonly #main: Main
  #answers = $state.raw<readonly ServerLive[]>([])
  #control: AbortController | undefined
  #failures = 0
  #at = 0
  #askAgain = () => undefined as void

  constructor(main: Main, servers: () => readonly { id: number }[]) {
    this.#main = main
    const wanted = $derived(servers().map(({ id }) => id))
    const key = $derived(wanted.join(' '))
    $effect(() => {
      if (key === '') return
      return untrack(() => this.#follow(wanted.slice(0, MOST)))
    })
    // whoever has the list read anew, as by Refresh, wants the servers' own numbers too
    let known: { list: unknown; key: string } | undefined
    $effect(() => {
      const list = servers()
      if (known?.key === key && known.list !== list && !this.#control) untrack(() => this.#askAgain())
      known = { list, key }
    })
  }

  of = (serverId: number): ServerLive | undefined => this.#answers.find((one) => one.serverId === serverId)

  #follow(serverIds: readonly number[]): () => void {
    const ask = () => void this.#ask(serverIds, paces.plan)
    this.#askAgain = ask
    const paced = {
      reading: () => (this.#at === 0 ? undefined : agedAt(this.#at, FRESH_MS)),
      failures: () => this.#failures,
      ask,
      refresh: ask,
    }
    const paces = pacer(paced, surroundings, pageClock)
    ask()
    // without a network nobody is asked again, so the last answers would stay
    const leave = surroundings.onChange(({ online }, before) => void (online !== before.online && ask()))
    // each look for a seat, and the end of a wait, has news of its server
    let waits = 0
    const stop = this.#main.play.seatWatches((watched) => {
      if (waits > 0) ask()
      waits = watched.length
    })
    return () => {
      this.#askAgain = () => undefined
      stop()
      leave()
      paces.stop()
      this.#control?.abort()
    }
  }

  async #ask(serverIds: readonly number[], then: () => void): Promise<void> {
    this.#control?.abort()
    const control = new AbortController()
    this.#control = control
    try {
      const answers = await this.#main.play.live({ serverIds: [...serverIds] })
      if (control.signal.aborted) return
      this.#answers = answers
      this.#failures = 0
    } catch {
      if (control.signal.aborted) return
      this.#failures += 1 // the list itself shows why it failed
    }
    this.#control = undefined
    this.#at = Date.now()
    then()
  }
}
