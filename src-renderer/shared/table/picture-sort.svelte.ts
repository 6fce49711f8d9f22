import { SvelteMap } from 'svelte/reactivity'
import type { Sorting } from './columns.ts'

type Columns = readonly { key: string; title: string; sort?: unknown }[]

interface Sorter {
  readonly sorting: Sorting | undefined
  sort: (by: Sorting) => void
}

/** How a list that is shown as pictures is sorted. */
export interface PictureSort {
  columns: () => Columns
  by: Sorter
}

const shown = new SvelteMap<string, PictureSort>()

/** The sorting of the list of this name, while it is on the screen. */
export const pictureSortOf = (name: string): PictureSort | undefined => shown.get(name)

/** At a component's top: offers its sorting to the control beside the toggle, which is in the screen's header. */
export function offerPictureSort({ name, ...sort }: PictureSort & { name: () => string }): void {
  $effect.pre(() => {
    const own = name()
    shown.set(own, sort)
    return () => {
      if (shown.get(own) === sort) shown.delete(own)
    }
  })
}
