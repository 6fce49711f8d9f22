import { readFile } from 'node:fs/promises'
import { readLines } from './journal-lines.ts'

/** True when the journal at `path` holds a transfer whose outcome nobody knows. Loads nothing else of the bank for that. */
export async function hasUnsettled(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return [...readLines(text).entries.values()].some(({ state }) => state === 'sending' || state === 'unknown')
}
