import { createContext } from 'svelte'
import type { CrashCause, CrashReading } from '../../../src-preload/contract/diagnostics.ts'
import { Attempt } from '#shared/attempt.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'
import { copyText } from '#shared/clipboard.ts'

/** What a button can do about a cause: check all mods fully, let Steam check the game, or open a screen or the start options. */
export type CrashFix = 'mods' | 'validate' | 'voice' | 'servers' | 'options'

/** The steps against a cause, best first; none if no button can help. The start options also choose the install. */
export const crashFixes: Partial<Record<CrashCause, readonly CrashFix[]>> = {
  'missing-addon': ['mods'],
  'wrong-signature': ['mods'],
  'modified-files': ['mods'],
  'corrupt-file': ['mods'],
  'missing-file': ['mods'],
  'config-error': ['mods'],
  'disk-full': ['mods'],
  'battleye-kick': ['validate'],
  'battleye-service': ['validate'],
  'version-mismatch': ['validate', 'options'],
  'memory-damaged': ['validate'],
  'access-violation': ['validate'],
  'memory-allocator': ['options', 'validate'],
  'illegal-instruction': ['options'],
  'missing-dll': ['voice'],
  'connection-lost': ['servers'],
  'high-ping': ['servers'],
  'wrong-password': ['servers'],
  'steam-ticket': ['servers'],
  kicked: ['servers'],
}

/** How long the copy button says that it copied. */
const COPIED_MS = 3000

/** The reading of the game's last log. The player asks for it, or it comes by itself after an abnormal end of the game. */
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

  /** True if the reading came by itself. */
  get unasked() {
    return this.#unasked
  }

  get copied() {
    return this.#copied
  }

  /** Reads the log when the game ends. It is shown if it is newer than the start and contains a crash or a kick. */
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

  /** Copies the log that is shown. Meanwhile the game may have begun another one. */
  readonly copy = (): void => {
    const { file = '', lines = [] } = this.#reading ?? {}
    this.#copied = copyText([file, '', ...lines.map(({ text }) => text)].join('\n'))
    setTimeout(() => (this.#copied = false), COPIED_MS)
  }

  readonly validate = () => this.attempt.make(() => this.#main.play.validateGame(undefined))

  readonly close = (): void => {
    this.#reading = undefined
    this.attempt.forget()
  }

  async #lookAfter(since: number): Promise<void> {
    // Without a log there is nothing to show, and the player did not ask.
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
