import type { SetAsideRow, TrafficRow } from '../../src-preload/contract/diagnostics.ts'
import { Attempt } from '#shared/attempt.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'

/** Support report, and the list of what left this computer. */
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

  /** The report as it would be copied, once it was asked for. */
  get report() {
    return this.#report
  }

  get copied() {
    return this.#copied
  }

  /** What left this computer, once it was told. */
  get traffic() {
    return this.#traffic
  }

  /** What could not be read of the community's answers, once it was told. */
  get setAside() {
    return this.#setAside
  }

  readonly preview = () =>
    this.attempt.make(async () => (this.#report = await this.#main.diagnostics.report(undefined)))

  readonly closePreview = (): void => {
    this.#report = undefined
    this.#copied = false
  }

  readonly copy = () =>
    this.attempt.make(async () => {
      await this.#main.diagnostics.copyReport(undefined)
      this.#copied = true
    })

  readonly openLogs = () => this.attempt.make(() => this.#main.diagnostics.openLogFolder(undefined))
}
