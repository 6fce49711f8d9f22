import { untrack } from 'svelte'
import type {
  PageEndpoint,
  ReadRequestFor,
  ReadEndpoint,
  Reading,
  ValueOf,
} from '../../../src-preload/contract/community/index.ts'
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
 * The question is a getter: when what it reads changes, the resource asks again and aborts the request that is under way;
 * `undefined` asks nothing. It lives as long as its component: refreshed by the reading's own freshness while on screen (see
 * `pacer`), later after failures, and on F5. The last reading of a question is kept, so a screen that is opened again shows it
 * at once instead of a skeleton.
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

  /** What is there to show, with its age; undefined while nothing came yet. */
  get reading() {
    return this.#reading
  }

  get value(): ValueOf<E> | undefined {
    return this.#reading?.value
  }

  /** Why there is nothing, or why what is shown is a stored copy. */
  get failure(): unknown {
    return this.#failure ?? this.#reading?.refreshFailure
  }

  get busy() {
    return this.#busy
  }

  /** `gone`: the service knows no such thing any more; an older copy may still be there to show. */
  get state(): 'loading' | 'ready' | 'gone' | 'failed' {
    if (this.#reading?.value !== undefined) return this.#reading.state === 'gone' ? 'gone' : 'ready'
    if (this.#reading?.state === 'gone') return 'gone'
    return this.#failure === undefined ? 'loading' : 'failed'
  }

  /** Asks the service now, however fresh the value is. */
  readonly refresh = (): void => {
    const asked = untrack(this.#question)
    if (asked) void this.#ask({ ...asked, maxAgeMs: 0 })
  }

  #live(asked: ReadRequestFor<E> | undefined): () => void {
    this.#reading = asked && (keptReading(JSON.stringify(asked)) as Reading<ValueOf<E>> | undefined)
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
    // What is kept and fresh is what main would answer: a long list need not cross again with each change of screen.
    if (this.#isGood(asked)) this.#pacer.plan()
    else void this.#ask(asked)
    const leave = onScreen(this.refresh)
    return () => {
      leave()
      this.#pacer?.stop()
      this.#control?.abort()
      this.#control = undefined
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
        // the copy that is shown already would only hide for a moment why it could not be refreshed
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
    keepReading(JSON.stringify({ endpoint, params }), reading)
  }
}

/** What is told of any resource beside its value: its age, and why it is not the present one. */
export interface ResourceStatus extends Pick<Resource<PageEndpoint>, 'failure' | 'busy' | 'refresh'> {
  readonly state: Resource<PageEndpoint>['state']
  readonly reading: Omit<Reading<unknown>, 'freshMs'> | undefined
}

/** A resource over the page's bridge; at a component's top only. */
export const useResource = <const E extends PageEndpoint>(question: () => ReadRequestFor<E> | undefined): Resource<E> =>
  new Resource<E>(useMain().community.read as ReadEndpoint, question)
