import type { Place, ShellRequest } from '../../src-preload/contract/shell.ts'
import type { Main } from '#shared/bridge/index.ts'
import type { Format } from '#shared/format/index.ts'
import type { Translate } from '#shared/i18n/index.ts'
import type { Router } from '#shared/router/index.ts'
import type { TellFailure } from '#shared/failure/remedies.ts'
import { toasts } from '#shared/ui/toasts.svelte.ts'

/** A request that needs the player's answer. */
type LinkQuestion = Extract<ShellRequest, { kind: 'ask-join' | 'ask-add-community' }>

export interface RequestNeeds {
  main: Main
  router: Router
  t: Translate
  format: Format
  tell: TellFailure
  /** Joins a server with this mod. */
  playMod: (modId: number) => void
}

/** Handles requests from links, notifications, the tray and later starts: opens a screen, asks first, or shows a refusal. */
export class Requests {
  readonly #main: Main
  readonly #router: Router
  readonly #t: Translate
  readonly #format: Format
  readonly #tell: TellFailure
  readonly #playMod: (modId: number) => void
  #waiting = $state.raw<readonly ShellRequest[]>([])
  #done: Record<number, true> = {}

  constructor({ main, router, t, format, tell, playMod }: RequestNeeds) {
    this.#main = main
    this.#router = router
    this.#t = t
    this.#format = format
    this.#tell = tell
    this.#playMod = playMod
  }

  readonly follow = (): (() => void) =>
    this.#main.shell.requests((waiting) => {
      this.#waiting = waiting
      for (const request of waiting) this.#take(request)
    })

  /** The question to show now. Questions come one at a time. */
  get question(): LinkQuestion | undefined {
    return this.#waiting.find((request): request is LinkQuestion => request.kind.startsWith('ask-'))
  }

  readonly dismiss = (): void => this.#settle(this.question)

  /** After the player's yes: opens the screen of the request, which does the rest. */
  readonly accept = (): void => {
    const { question } = this
    if (question?.kind === 'ask-add-community') {
      this.#waiting = this.#waiting.filter((request) => request !== question) // reading the profile settles it
      return this.#router.go('settings', { tab: 'communities' }, `add-request ${question.id}`)
    }
    this.#settle(question)
    if (question) this.#router.go('server', { id: question.serverId })
  }

  #take(request: ShellRequest): void {
    if (this.#done[request.id]) return
    if (request.kind === 'go') this.#lead(request.place)
    else if (request.kind === 'play-mod') this.#playMod(request.modId)
    else if (request.kind === 'show-failure') this.#tell(request.failure)
    else if (request.kind === 'show-quarantine') this.#tellQuarantine(request)
    else if (request.kind === 'refused-link')
      toasts.show({ tone: 'warn', title: this.#t('settings.link.refused'), text: request.link })
    else return
    this.#settle(request)
  }

  #tellQuarantine({ bytes, since }: Extract<ShellRequest, { kind: 'show-quarantine' }>): void {
    const facts = { size: this.#format.bytes(bytes), date: this.#format.date(since) }
    const action = { label: this.#t('repair.quarantine.limits'), run: () => this.#router.go('settings') }
    const text = this.#t('repair.quarantine.told-text', facts)
    toasts.show({ tone: 'warn', title: this.#t('repair.quarantine.told'), text, action })
  }

  #lead({ screen, id }: Place): void {
    this.#router.go(screen, id === undefined ? {} : { id })
  }

  #settle(request: ShellRequest | undefined): void {
    if (!request) return
    this.#done[request.id] = true
    void this.#main.shell.settle({ id: request.id })
  }
}
