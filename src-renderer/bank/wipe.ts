import { tick } from 'svelte'

/**
 * Empties records, for whoever still holds them: the engine keeps what was on screen for as long as it likes. Waits until
 * nothing draws them any more.
 */
export async function wipe(...lists: (readonly object[] | undefined)[]): Promise<void> {
  await tick()
  for (const item of lists.flatMap((list) => list ?? []))
    for (const key of Object.keys(item)) (item as Record<string, unknown>)[key] = undefined
}
