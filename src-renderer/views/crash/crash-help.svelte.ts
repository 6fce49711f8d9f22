import { createContext } from 'svelte'
import type { CrashCause, CrashReading } from '../../../src-preload/contract/diagnostics.ts'
import { Attempt } from '#shared/attempt.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'

/** What puts a cause right, as far as a button can: a full check of the mods, after which each offers what helps, Steam's look at the game, a screen. */
export type CrashFix = 'mods' | 'validate' | 'voice' | 'servers'

/** The likeliest first step for a cause; where only the computer or a person helps, none. */
export const crashFixes: Partial<Record<CrashCause, CrashFix>> = {
  'missing-addon': 'mods',
  'wrong-signature': 'mods',
  'modified-files': 'mods',
  'corrupt-file': 'mods',
  'missing-file': 'mods',
  'config-error': 'mods',
  'disk-full': 'mods',
  'battleye-kick': 'validate',
  'battleye-service': 'validate',
  'version-mismatch': 'validate',
  'memory-damaged': 'validate',
  'access-violation': 'validate',
  'memory-allocator': 'validate',
  'missing-dll': 'voice',
  'connection-lost': 'servers',
  'high-ping': 'servers',
  'wrong-password': 'servers',
  'steam-ticket': 'servers',
  kicked: 'servers',
}

/** What the game's last log tells: read when the player asks, and by itself when the game has ended as it should not. */
export class CrashHelp {
  readonly #main: Main
  readonly attempt = new Attempt()
  #reading = $state.raw<CrashReading | undefined>()
  #unasked = $state(false)
  #copied = $state(false)

  constructor(main: Main) {
    this.#main = main
  }

  get reading() {
    return this.#reading
  }

  /** It came by itself. */
  get unasked() {
    return this.#unasked
  }

  get copied() {
    return this.#copied
  }

  /** Looks at the log when the game ends: one that was written since the start and tells of a crash or a kick is shown. */
  readonly follow = (): (() => void) => {
    let startedAt: number | undefined
    return this.#main.play.game((game) => {
      if (game.running !== false) {
        startedAt = game.running ? game.since : startedAt
        return
      }
      const since = startedAt
      startedAt = undefined
      if (since !== undefined) void this.#lookAfter(since)
    })
  }

  readonly read = () =>
    this.attempt.make(async () => this.#show(await this.#main.diagnostics.readCrash(undefined), false))

  readonly copy = () =>
    this.attempt.make(async () => {
      await this.#main.diagnostics.copyCrash(undefined)
      this.#copied = true
    })

  readonly validate = () => this.attempt.make(() => this.#main.play.validateGame(undefined))

  readonly close = (): void => {
    this.#reading = undefined
    this.attempt.forget()
  }

  async #lookAfter(since: number): Promise<void> {
    // A game that leaves no log has told nothing, and nobody asked.
    const reading = await this.#main.diagnostics.readCrash(undefined).catch(() => undefined)
    if (reading?.abnormal && reading.at >= since) this.#show(reading, true)
  }

  #show(reading: CrashReading, unasked: boolean): void {
    this.#copied = false
    this.#unasked = unasked
    this.#reading = reading
  }
}

export const [useCrashHelp, provideCrashHelp] = createContext<CrashHelp>()
