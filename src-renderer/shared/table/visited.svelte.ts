import { untrack } from 'svelte'

/** The row that was opened last in each table, by the table's name. */
const visited: Record<string, string> = {}

export const noteVisit = (table: string, row: string): void => void (visited[table] = row)

/** At a component's top: shows the last opened row again when the player comes back. `rows`: once laid out. */
export function returnToVisited<R>(
  table: () => string,
  rows: () => readonly R[],
  nameOf: (row: R) => string,
  show: (at: number) => void,
): void {
  const sought = visited[untrack(table)]
  let isDone = sought === undefined
  $effect(() => {
    if (isDone) return
    const shown = rows()
    if (shown.length === 0) return
    isDone = true
    const at = shown.findIndex((row) => nameOf(row) === sought)
    if (at >= 0) untrack(() => show(at))
  })
}

/**
 * At a component's top: shows the marked row. `marked` gives another function when another row is marked, and undefined when none is
 * any more, which `unmark` tells.
 */
export function revealMarked<R>(
  marked: () => ((row: R) => boolean) | undefined,
  rows: () => readonly R[],
  show: (at: number) => void,
  unmark: () => void,
): void {
  let wasMarked = false
  $effect(() => {
    const isMarked = marked()
    if (!isMarked && wasMarked) untrack(unmark)
    wasMarked = isMarked !== undefined
    if (!isMarked) return
    const at = untrack(() => rows().findIndex(isMarked))
    if (at >= 0) untrack(() => show(at))
  })
}
