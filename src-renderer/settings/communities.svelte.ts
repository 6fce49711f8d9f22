import type { CommunityDraft, CommunityList, ConnectionTest } from '../../src-preload/contract/communities.ts'
import { Attempt } from '#shared/attempt.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'
import { Failure, isFailure } from '../../src-preload/contract/failure.ts'
import type { MessageKey, Translate } from '#shared/i18n/index.ts'

/** The list of communities, and the one that is being added: described, tested, added, perhaps chosen. */
export class Communities {
  readonly #main: Main
  #attempt = $state.raw(new Attempt())
  #list = $state.raw<CommunityList | undefined>()
  #failure = $state.raw<unknown>()
  #draft = $state.raw<CommunityDraft | undefined>()
  #test = $state.raw<ConnectionTest | undefined>()
  #isTyped = $state(false)

  constructor(main: Main) {
    this.#main = main
  }

  readonly follow = (): (() => void) =>
    this.#main.communities.state(
      (list) => (this.#list = list),
      (failure) => (this.#failure = failure),
    )

  get list() {
    return this.#list
  }

  /** Why the list will not be known in this run. */
  get failure() {
    return this.#failure
  }

  /** What stands below the list can be laid out. */
  get isKnown(): boolean {
    return this.#list !== undefined || this.#failure !== undefined
  }

  /** The profile that was read and is not added yet. */
  get draft() {
    return this.#draft
  }

  /** What the test of the service that was added last found. */
  get test() {
    return this.#test
  }

  /** What was read last was typed: its fields have the form's labels. */
  get isTyped(): boolean {
    return this.#isTyped
  }

  /** What was asked for last: it ends where another profile is read, or the draft is dropped. */
  get attempt() {
    return this.#attempt
  }

  /** Drops the draft; what is still being found out for it is waited for no longer. */
  readonly cancel = (): void => {
    this.#drop()
    this.#attempt = new Attempt()
  }

  /** Reads a profile from a file that the player dropped or picked. */
  readonly readFile = (handOver: () => Promise<number>) =>
    this.#take(async () => this.#main.communities.readDropped({ file: await handOver() }))

  /** Reads the profile of a request that the player accepted. */
  readonly readRequest = (request: number) => this.#take(() => this.#main.communities.readRequest({ request }))

  /** Makes a profile of typed addresses. */
  readonly describe = (name: string, baseUrl: string, infoUrl: string) =>
    this.#take(() => this.#main.communities.describe({ name, baseUrl, infoUrl: infoUrl || undefined }), true)

  /** Has main ask the player, test the draft's service and add it; `choose` also switches to it, which starts the app anew. */
  readonly add = (choose: boolean, untested = false) =>
    this.#do(async () => {
      const draft = this.#draft
      if (!draft) return
      const test = await this.#main.communities.add({ draft: draft.draft, choose, untested })
      if (draft !== this.#draft) return // dropped meanwhile: it is on the list, and no more is wanted of it
      this.#draft = undefined
      this.#test = test ?? undefined
    })

  readonly choose = (id: string) => this.#do(() => this.#main.communities.choose({ id }))
  /** Takes a community off the list; `removed` hears the way to put it back. */
  readonly remove = (id: string, removed: (restore: () => void) => void) =>
    this.#do(async () => {
      await this.#main.communities.remove({ id })
      removed(() => void this.#do(() => this.#main.communities.restore({ id })))
    })

  readonly #take = async (read: () => Promise<CommunityDraft>, isTyped = false): Promise<void> => {
    this.cancel()
    this.#isTyped = isTyped
    const attempt = this.#attempt
    await attempt.make(async () => {
      const draft = await read()
      if (attempt !== this.#attempt) return
      this.#draft = draft
    })
  }

  #drop(): void {
    this.#draft = undefined
    this.#test = undefined
  }

  async #do(work: () => Promise<unknown>): Promise<void> {
    if (!this.#attempt.busy) await this.#attempt.make(work)
  }
}

/** What the form calls a profile's fields. */
const labels = new Map<string, MessageKey>([
  ['name', 'settings.community.name'],
  ['baseUrl', 'settings.community.base'],
  ['infoUrl', 'settings.community.info'],
])

/** A fault of what was typed, told by its field's label: who types has never seen the field's name in a profile's file. */
export function asTyped(failure: unknown, t: Translate): unknown {
  if (!isFailure(failure) || !failure.is('profile-invalid')) return failure
  const label = labels.get(failure.facts.field)
  return label ? new Failure('profile-invalid', { ...failure.facts, field: t(label) }) : failure
}
