import { untrack } from 'svelte'
import type {
  PageEndpoint,
  ReadRequestFor,
  ReadEndpoint,
  Reading,
  ValueOf,
} from '../../../src-preload/contract/community/index.ts'
import { isUnreachable } from '../failure/describe.ts'
import { useMain } from '../bridge/index.ts'
import { onScreen } from './on-screen.ts'
import { isStale, pageClock, pacer } from './pace.ts'
import { surroundings } from './surroundings.ts'
import { keepReading, keptReading } from './kept.ts'

/**
 * One endpoint's value on screen. The pattern of every screen that shows the community's data:
 *
 *     const servers = useResource(() => ({ endpoint: 'servers', params: {} }))     // at the component's top
 *     <ScreenHeader …>{#snippet actions()}<ResourceAge resource={servers} />{/snippet}</ScreenHeader>
 *     <ResourceView resource={servers}>
 *       {#snippet skeleton()}…the content's geometry…{/snippet}
 *       {#snippet children(list)}…{/snippet}
 *     </ResourceView>
 *
 * The question is a getter. When its state changes, the resource aborts the running request and makes a new one. `undefined` makes no
 * request. The resource lives as long as its component. It is refreshed when its reading gets stale (see `pacer`), later after failures,
 * and on F5. The last reading of a question is kept, so a screen that is opened again shows it at once instead of a skeleton.
 */
export class Resource<E extends PageEndpoint> {
  #read: ReadEndpoint
  #question: () => ReadRequestFor<E> | undefined
  #reading = $state.raw<Reading<ValueOf<E>> | undefined>()
  #failure = $state.raw<unknown>()
  #busy = $state(false)
  #control: AbortController | undefined
  #pacer: ReturnType<typeof pacer> | undefined
  #failures = 0

  constructor(read: ReadEndpoint, question: () => ReadRequestFor<E> | undefined) {
    this.#read = read
    this.#question = question
    $effect(() => {
      const asked = question()
      return untrack(() => this.#live(asked))
    })
  }

  /** The value to show, with its age; undefined until the first one comes. */
  get reading() {
    return this.#reading
  }

  get value(): ValueOf<E> | undefined {
    return this.#reading?.value
  }

  /** Why there is no value, or why it is a stored copy. */
  get failure(): unknown {
    return this.#failure ?? this.#reading?.refreshFailure
  }

  /** The community cannot be reached. */
  get isAway(): boolean {
    return isUnreachable(this.failure)
  }

  get busy() {
    return this.#busy
  }

  /** `gone`: the service no longer has it. There may still be an older copy. */
  get state(): 'loading' | 'ready' | 'gone' | 'failed' {
    if (this.#reading?.value !== undefined) return this.#reading.state === 'gone' ? 'gone' : 'ready'
    if (this.#failure !== undefined) return 'failed' // it may have come back since it was gone
    return this.#reading?.state === 'gone' ? 'gone' : 'loading'
  }

  /** Requests the value even if it is fresh. */
  readonly refresh = (): void => {
    const asked = untrack(this.#question)
    if (asked) void this.#ask({ ...asked, maxAgeMs: 0 })
  }

  #live(asked: ReadRequestFor<E> | undefined): () => void {
    this.#reading = asked && (keptReading(this.#read, JSON.stringify(asked)) as Reading<ValueOf<E>> | undefined)
    this.#failure = undefined
    this.#failures = 0
    if (!asked) return () => undefined
    const { endpoint, params } = asked
    const paced = {
      reading: () => this.#reading,
      failures: () => this.#failures,
      ask: () => void this.#ask({ endpoint, params }),
      refresh: this.refresh,
    }
    this.#pacer = pacer(paced, surroundings, pageClock)
    // Main would answer with the kept reading while it is fresh. A long list need not cross the bridge at each change of screen.
    if (this.#isGood(asked)) this.#pacer.plan()
    else void this.#ask(asked)
    const leave = onScreen(this.refresh)
    return () => {
      leave()
      this.#pacer?.stop()
      this.#control?.abort()
      this.#control = undefined
      this.#busy = false
    }
  }

  #isGood({ maxAgeMs }: ReadRequestFor<E>): boolean {
    const kept = this.#reading
    return maxAgeMs === undefined && kept?.source === 'live' && !kept.refreshFailure && !isStale(kept, pageClock.now())
  }

  async #ask(question: ReadRequestFor<E>): Promise<void> {
    this.#control?.abort()
    const control = new AbortController()
    this.#control = control
    this.#busy = true
    try {
      const onProgress = (stored: Reading<ValueOf<E>>) => {
        // a copy that is already shown would only hide the failure for a moment
        if (!control.signal.aborted && stored.asOf !== this.#reading?.asOf) this.#take(question, stored)
      }
      const reading = await this.#read(question, { signal: control.signal, onProgress })
      if (control.signal.aborted) return
      this.#failures = reading.refreshFailure ? this.#failures + 1 : 0
      this.#take(question, reading)
    } catch (failure) {
      if (control.signal.aborted) return
      this.#failures += 1
      this.#failure = failure
    }
    this.#busy = false
    this.#pacer?.plan()
  }

  #take(question: ReadRequestFor<E>, reading: Reading<ValueOf<E>>): void {
    this.#failure = undefined
    this.#reading = reading
    const { endpoint, params } = question
    keepReading(this.#read, JSON.stringify({ endpoint, params }), reading)
  }
}

/** The state of any resource without its value: its age, and why it is not the present one. */
export interface ResourceStatus extends Pick<Resource<PageEndpoint>, 'failure' | 'busy' | 'refresh'> {
  readonly state: Resource<PageEndpoint>['state']
  readonly reading: Omit<Reading<unknown>, 'freshMs'> | undefined
}

/** At a component's top: a resource over the page's bridge. */
export const useResource = <const E extends PageEndpoint>(question: () => ReadRequestFor<E> | undefined): Resource<E> =>
  new Resource<E>(useMain().community.read as ReadEndpoint, question)
