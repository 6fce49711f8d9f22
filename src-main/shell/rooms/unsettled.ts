import { readFile } from 'node:fs/promises'

/** States of a transfer that the bank must be asked about. */
const open = new Set(['sending', 'unknown'])

/** True when the record of transfers at `path` holds one whose outcome nobody knows. Loads nothing of the bank for that. */
export async function hasUnsettled(path: string): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const states = new Map<string, string>()
  for (const line of text.split('\n')) {
    try {
      const { id, state } = JSON.parse(line) as { id: string; state: string }
      states.set(id, state)
    } catch {
      // torn or empty: the journal itself passes over it too
    }
  }
  return [...states.values()].some((state) => open.has(state))
}
