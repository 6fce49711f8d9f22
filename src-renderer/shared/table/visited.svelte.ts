import { untrack } from 'svelte'

/** The row that was opened last in each table, by the table's name. */
const visited: Record<string, string> = {}

export const noteVisit = (table: string, row: string): void => void (visited[table] = row)

/** At a component's top: shows the last opened row again when the player comes back. `names`: those of the rows, once laid out. */
export function returnToVisited(table: string, names: () => readonly string[], show: (at: number) => void): void {
  const sought = visited[table]
  let isDone = sought === undefined
  $effect(() => {
    if (isDone) return
    const rows = names()
    if (rows.length === 0) return
    isDone = true
    const at = rows.findIndex((name) => name === sought)
    if (at >= 0) untrack(() => show(at))
  })
}
