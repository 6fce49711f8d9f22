import type { Notice } from './notice.ts'

/** A mod that this player has: one whose files were checked here. */
export interface OwnMod {
  id: number
  name: string
}

/** The version of each mod's list as it was last known, by mod id. */
export type KnownLists = Readonly<Record<string, string>>

/** What is worth telling of the lists as they are now. A mod seen for the first time is only learnt. */
export function compareLists(
  known: KnownLists,
  now: readonly (OwnMod & { version: string })[],
): { notices: Notice[]; known: KnownLists } {
  const notices = now
    .filter(({ id, version }) => known[id] !== undefined && known[id] !== version)
    .map(({ id, name, version }) => ({
      class: 'mod-update' as const,
      key: `mod:${id}:${version}`,
      name,
      place: { screen: 'mods' as const, id: String(id) },
    }))
  return { notices, known: { ...known, ...Object.fromEntries(now.map(({ id, version }) => [id, version])) } }
}
