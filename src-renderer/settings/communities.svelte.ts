import type { CommunityDraft, CommunityList, ConnectionTest } from '../../src-preload/contract/communities.ts'
import { Attempt } from '#shared/attempt.svelte.ts'
import type { Main } from '#shared/bridge/index.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import { describeFailure, type Speech } from '#shared/failure/describe.ts'
import { faultHere } from './profile/values.ts'

/** How many profiles one address may lead to in turn before the search ends. */
const MOST_PROFILES = 2

/** The list of communities, and the one that the player adds: read, tested, added. */
export class Communities {
  readonly #main: Main
  /** Reads and tests an address or a file. It is replaced when the player gives another one. */
  #finding = $state.raw(new Attempt())
  readonly #adding = new Attempt()
  readonly #listing = new Attempt()
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

  /** Why the list cannot be read in this run. */
  get failure() {
    return this.#failure
  }

  /** True if the list's height is known, so that the content below it can be drawn. */
  get isKnown(): boolean {
    return this.#list !== undefined || this.#failure !== undefined
  }

  /** The community that was read and is not added yet. */
  get draft() {
    return this.#draft
  }

  /** The answer of the draft's service. */
  get test() {
    return this.#test
  }

  /** The draft was typed and not read from a file, so its failures use the form's labels. */
  get isTyped(): boolean {
    return this.#isTyped
  }

  get finding() {
    return this.#finding
  }

  get adding() {
    return this.#adding
  }

  /** Choosing and removing communities. */
  get listing() {
    return this.#listing
  }

  /** The player said yes to the draft, but its service does not answer. */
  get isSilent(): boolean {
    const { failure } = this.#finding
    return (
      this.#draft?.isProfile === false && failure !== undefined && !(isFailure(failure) && failure.is('question-open'))
    )
  }

  /** Drops the draft and ignores answers that are still to come for it. */
  readonly cancel = (): void => {
    this.#draft = undefined
    this.#test = undefined
    this.#finding = new Attempt()
    this.#adding.forget()
  }

  /** Reads and tests a typed address. */
  readonly find = (address: string, name = '', infoUrl = '') => {
    const given = { address, name: name || undefined, infoUrl: infoUrl || undefined }
    return this.#take(() => this.#main.communities.describe(given), true)
  }

  /** Reads a profile from a file that the player dropped or picked. */
  readonly readFile = (handOver: () => Promise<number>) =>
    this.#take(async () => this.#main.communities.readDropped({ file: await handOver() }))

  /** Reads the profile of a request that the player accepted. */
  readonly readRequest = (request: number) => this.#take(() => this.#main.communities.readRequest({ request }))

  /** Tests the draft's service again. */
  readonly testAgain = async (): Promise<void> => {
    const draft = this.#draft
    if (draft && !this.#finding.busy) await this.#finding.make(() => this.#ask(draft, this.#finding))
  }

  /** Adds the draft after `first`; the app restarts with it. */
  readonly add = async (first?: () => Promise<unknown>): Promise<void> => {
    const draft = this.#draft?.draft
    if (draft === undefined || this.#adding.busy) return
    await this.#adding.make(async () => {
      await first?.()
      await this.#main.communities.add({ draft })
    })
  }

  readonly choose = (id: string) => this.#do(() => this.#main.communities.choose({ id }))
  /** Removes a community. `removed` is called with a function that restores it. */
  readonly remove = (id: string, removed: (restore: () => void) => void) =>
    this.#do(async () => {
      await this.#main.communities.remove({ id })
      removed(() => void this.#do(() => this.#main.communities.restore({ id })))
    })

  async #take(read: () => Promise<CommunityDraft>, isTyped = false): Promise<void> {
    this.cancel()
    this.#isTyped = isTyped
    const attempt = this.#finding
    await attempt.make(async () => this.#ask(await read(), attempt))
  }

  /** Lets main ask the player and then the service. If the address is that of a profile, that profile is tested too. */
  async #ask(first: CommunityDraft, attempt: Attempt): Promise<void> {
    let draft = first
    for (let profiles = 0; profiles <= MOST_PROFILES; profiles++) {
      if (attempt !== this.#finding) return
      this.#draft = draft
      const found = await this.#main.communities.test({ draft: draft.draft })
      if (attempt !== this.#finding) return
      draft = this.#draft = found.draft
      this.#test = found.test
      if (found.test) return
    }
  }

  async #do(work: () => Promise<unknown>): Promise<void> {
    if (!this.#listing.busy) await this.#listing.make(work)
  }
}

/** The fields of a profile that the form has. */
const formFields = ['name', 'baseUrl', 'infoUrl']

/** The host that answered as a web page does; undefined for any other failure. */
function hostOfPage(failure: unknown): string | undefined {
  if (!isFailure(failure)) return undefined
  if (failure.is('not-json') && failure.facts.contentType.includes('html')) return failure.facts.host
  return failure.is('http-status') && failure.facts.status === 404 ? failure.facts.host : undefined
}

/** What is wrong with the input, as it is said at the form's field. */
export function faultOf(failure: unknown, speech: Speech): string {
  const host = hostOfPage(failure)
  if (host !== undefined) return speech.t('settings.community.no-community', { host })
  const facts = isFailure(failure) && failure.is('profile-invalid') ? failure.facts : undefined
  if (!facts || !formFields.includes(facts.field)) return describeFailure(failure, speech).sentence
  return faultHere(facts.reason, speech.t)
}

/** The form's field that a failure is about; the address if it is about none of the others. */
export function fieldOf(failure: unknown): 'address' | 'name' | 'bank' {
  const field = isFailure(failure) && failure.is('profile-invalid') ? failure.facts.field : ''
  return field === 'name' ? 'name' : field === 'infoUrl' ? 'bank' : 'address'
}
