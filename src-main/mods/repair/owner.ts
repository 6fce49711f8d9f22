import { foldKey } from '../list/index.ts'
import type { RepairNeeds } from './needs.ts'
import type { SessionHead } from './session-shape.ts'

/** Part files and quarantine lie in folders, and so does what a repair belongs to: the command line knows no mod of a list from a file. */
export const isSameFolder = (a: string, b: string): boolean => foldKey(a) === foldKey(b)

/**
 * Whose a session is: the mod that lives in its folder, whoever began it, the command line or another community included.
 * Of a folder that no mod has it is as it was begun; undefined where that mod lives elsewhere.
 */
export function ownerOf(
  { mods }: Pick<RepairNeeds, 'mods'>,
  { modId, modName, modFolder }: SessionHead,
): Pick<SessionHead, 'modId' | 'modName'> | undefined {
  const known = mods()
  const inFolder = known.filter(({ folder }) => isSameFolder(folder, modFolder))
  const owner = inFolder.find(({ id }) => id === modId) ?? inFolder[0]
  if (owner) return { modId: owner.id, modName: owner.name }
  return known.some(({ id }) => id === modId) ? undefined : { modId, modName }
}
