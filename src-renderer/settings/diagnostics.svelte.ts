import type { SetAsideRow, TrafficRow } from '../../src-preload/contract/diagnostics.ts'
import { Attempt } from '#shared/attempt.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'
import { copyText } from '#shared/clipboard.ts'

/** The support report, and the lists of requests and of unreadable records. */
export class Diagnostics {
  readonly #main: Main
  readonly attempt = new Attempt()
  #report = $state.raw<string | undefined>()
  #copied = $state(false)
  #traffic = $state.raw<readonly TrafficRow[] | undefined>()
  #setAside = $state.raw<readonly SetAsideRow[] | undefined>()

  constructor(main: Main) {
    this.#main = main
  }

  readonly follow = (): (() => void) => {
    const { traffic, setAside } = this.#main.diagnostics
    const stops = [traffic((rows) => (this.#traffic = rows)), setAside((rows) => (this.#setAside = rows))]
    return () => stops.forEach((stop) => stop())
  }

  /** The report as it is copied; undefined until the player asks for it. */
  get report() {
    return this.#report
  }

  get copied() {
    return this.#copied
  }

  /** The app's requests to other computers; undefined until main has sent them. */
  get traffic() {
    return this.#traffic
  }

  /** Records of the community's answers that could not be read; undefined until main has sent them. */
  get setAside() {
    return this.#setAside
  }

  readonly preview = () =>
    this.attempt.make(async () => (this.#report = await this.#main.diagnostics.report(undefined)))

  readonly closePreview = (): void => {
    this.#report = undefined
    this.#copied = false
  }

  readonly copy = (): void => {
    this.#copied = copyText(this.#report ?? '')
  }

  readonly openLogs = () => this.attempt.make(() => this.#main.diagnostics.openLogFolder(undefined))
}
