import { createHash } from 'node:crypto'
import type { HashList } from '../../mods/index.ts'
import type { Notice } from './notice.ts'

/** A digest of what a list says, whatever the order and the wording it comes in. */
export function listDigest({ entries }: Pick<HashList, 'entries'>): string {
  const lines = entries.map((entry) => `${entry.path.toLowerCase()} ${'hash' in entry ? entry.hash : ''}`).sort()
  return createHash('sha256').update(lines.join('\n')).digest('base64url')
}

/** A mod that this player has: one whose files were checked here. */
export interface OwnMod {
  id: number
  name: string
}

/** The digest of each mod's list as it was last known, by mod id. */
export type KnownLists = Readonly<Record<string, string>>

/** What is worth telling of the lists as they are now. A mod seen for the first time is only learnt. */
export function compareLists(
  known: KnownLists,
  now: readonly (OwnMod & { digest: string })[],
): { notices: Notice[]; known: KnownLists } {
  const notices = now
    .filter(({ id, digest }) => known[id] !== undefined && known[id] !== digest)
    .map(({ id, name, digest }) => ({
      class: 'mod-update' as const,
      key: `mod:${id}:${digest}`,
      name,
      place: { screen: 'mods' as const, id: String(id) },
    }))
  return { notices, known: { ...known, ...Object.fromEntries(now.map(({ id, digest }) => [id, digest])) } }
}
