/** A piece of work that goes on while the player looks elsewhere. Its words are asked for as they are shown, in the language of then. */
export interface JobView {
  title: () => string
  /** What it is at now. */
  detail?: () => string
  /** From 0 to 1; absent when nobody knows. */
  progress?: number
  state: 'running' | 'paused'
}

export interface JobControls {
  cancel?: () => void
  pause?: () => void
  resume?: () => void
  /** Shows the screen it belongs to. */
  open?: () => void
}

export type ShownJob = JobView & JobControls & { id: number }

/** What the owner of a job holds. */
export interface JobHandle {
  update(change: Partial<JobView>): void
  /** Takes it off the bar; say how it ended with a toast or on the screen. */
  end(): void
}

/** What the bar at the foot of the window shows. `const job = jobs.start({ title: () => t('…') }, { cancel })`. */
export class Jobs {
  #last = 0
  #shown = $state.raw<readonly ShownJob[]>([])
  #ended = $state.raw<JobView['title'] | undefined>()

  get shown() {
    return this.#shown
  }

  /** The title of the job that ended last, until another begins. */
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

/** The page's one job list. */
export const jobs = new Jobs()
