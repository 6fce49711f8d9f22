import { readFile } from 'node:fs/promises'
import { readLines } from './lines.ts'

/** How many transfers of the journal at `path` have an outcome that nobody knows. Loads nothing else of the bank for that. */
export async function countUnsettled(path: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const states = [...readLines(text).entries.values()].map(({ state }) => state)
  return states.filter((state) => state === 'sending' || state === 'unknown').length
}
