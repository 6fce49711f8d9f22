import { onDestroy, untrack } from 'svelte'
import { jobs, type JobControls, type JobHandle, type JobView } from './jobs.svelte.ts'

type Now = Partial<Pick<JobView, 'state' | 'forGame' | 'progress' | 'detail'>>

/** A job's lasting part, by a key that is its own, and how far it is. */
export interface Work extends Pick<JobView, 'title' | 'place'> {
  key: string
  controls: JobControls
  now: Now
}

/** Keeps one job in the bar for each piece of work. Call it while a component is set up. */
export function useJobs(work: () => readonly Work[]): void {
  let shown: { key: string; handle: JobHandle }[] = []
  const show = (present: readonly Work[]) => {
    for (const { key, handle } of shown) if (!present.some((one) => one.key === key)) handle.end()
    shown = present.map(({ key, controls, now, ...view }) => {
      const handle = shown.find((one) => one.key === key)?.handle ?? jobs.start(view, controls)
      handle.update(now)
      return { key, handle }
    })
  }
  $effect(() => {
    const present = work()
    untrack(() => show(present))
  })
  onDestroy(() => shown.forEach(({ handle }) => handle.end()))
}
