import type { GameServer } from './community/index.ts'
import type { ModView } from './mods.ts'

/** The folders that a server's start parameters name. Some admins write `-mod=` before them. */
export const foldersIn = (startParameters: string): string[] =>
  startParameters
    .replace(/^\s*-mod=/i, '')
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** A mod in the community's list. */
export type ListedMod = Pick<ModView, 'id' | 'name' | 'folder' | 'active' | 'hasFiles'>

/**
 * The ids of the community's mods that a server loads: the mod of its record, then those whose folder its start parameters name. The game
 * ignores upper and lower case. A mod without files is not among them. Of two mods with one folder, the record's own counts, or the one in use.
 */
export function modsOfServer(
  { modId, startParameters }: Pick<GameServer, 'modId' | 'startParameters'>,
  mods: readonly ListedMod[],
): number[] {
  const rank = ({ id, active }: ListedMod) => (id === modId ? 2 : Number(active))
  const ranked = mods.filter(({ hasFiles }) => hasFiles).toSorted((a, b) => rank(a) - rank(b))
  const byFolder = new Map(ranked.map(({ id, folder }) => [folder.toLowerCase(), id])) // the last one counts
  const named = foldersIn(startParameters).flatMap((folder) => byFolder.get(folder.toLowerCase()) ?? [])
  const hasNoFiles = mods.some(({ id, hasFiles }) => id === modId && !hasFiles)
  return [...new Set([...(modId === null || hasNoFiles ? [] : [modId]), ...named])]
}
