import { untrack } from 'svelte'
import { SvelteMap } from 'svelte/reactivity'
import type { MessageKey } from '../i18n/index.ts'

/** Work in the background. Its words are functions, so that they follow a change of language. */
export interface JobView {
  title: () => string
  /** The present step. */
  detail?: () => string
  /** From 0 to 1; absent if it is unknown. */
  progress?: number
  state: 'running' | 'paused'
  /** It is paused until the game ends. */
  forGame?: boolean
  /** Names the place on a screen that shows this job in full, see {@link Jobs.show}. */
  place?: string
}

export interface JobControls {
  cancel?: () => void
  pause?: () => void
  resume?: () => void
  /** What `cancel` and `pause` keep. Without them, `cancel` keeps nothing, and is called so. */
  words?: Record<'pauseNote' | 'cancelNote', MessageKey>
  /** Opens the job's screen. */
  open?: () => void
}

export type ShownJob = JobView & JobControls & { id: number }

/** What a job's owner can do with it. */
export interface JobHandle {
  update(change: Partial<JobView>): void
  /** Removes the job from the bar. Its owner shows the outcome in a toast or on the screen. */
  end(): void
}

/** The jobs in the bar at the bottom of the window. `const job = jobs.start({ title: () => t('…') }, { cancel })`. */
class Jobs {
  #last = 0
  #shown = $state.raw<readonly ShownJob[]>([])
  #ended = $state.raw<JobView['title'] | undefined>()

  get shown() {
    return this.#shown
  }

  readonly #places = new SvelteMap<string, number>()
  /** The bar leaves out a job while its place is on the screen, because one screen shows its progress once. */
  readonly isInPlace = ({ place }: JobView): boolean => place !== undefined && this.#places.has(place)

  /** An attachment for a job's place. While the player sees it, the place counts as on the screen. */
  readonly inPlace = (place: string) => (element: Element) => {
    let isSeen = false
    const see = (now: boolean) => {
      if (now === isSeen) return
      isSeen = now
      const seen = (this.#places.get(place) ?? 0) + (now ? 1 : -1)
      if (seen > 0) this.#places.set(place, seen)
      else this.#places.delete(place)
    }
    untrack(() => see(true)) // a new place is mostly in sight, and the bar must not flash
    const observer = new IntersectionObserver((entries) => entries.forEach((entry) => see(entry.isIntersecting)))
    observer.observe(element)
    return () => {
      observer.disconnect()
      untrack(() => see(false))
    }
  }

  /** The title of the job that ended last; undefined after another one has started. */
  get ended(): string | undefined {
    return this.#ended?.()
  }

  start(view: Omit<JobView, 'state'> & Partial<JobView>, controls: JobControls = {}): JobHandle {
    const id = ++this.#last
    this.#ended = undefined
    this.#shown = [...this.#shown, { state: 'running', ...view, ...controls, id }]
    return {
      update: (change) => {
        this.#shown = this.#shown.map((job) => (job.id === id ? { ...job, ...change } : job))
      },
      end: () => {
        this.#ended = this.#shown.find((job) => job.id === id)?.title ?? this.#ended
        this.#shown = this.#shown.filter((job) => job.id !== id)
      },
    }
  }
}

/** The page's only job list. */
export const jobs = new Jobs()
