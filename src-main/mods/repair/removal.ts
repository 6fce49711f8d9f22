import { join, relative, sep } from 'node:path'
import { ifThere } from '../../lib/index.ts'
import { isPartName, parseSafePath } from '../list/index.ts'
import { type Disk, statsAt } from './disk.ts'
import { StepList } from './steps.ts'

/** The files that a mod's removal moves to the quarantine. */
export interface Removal {
  gameDir: string
  mod: { modId: number; modName: string; modFolder: string; listVersion: string }
  steps: StepList
  bytes: number
}

/** Plans to move everything in the mod's folder. Files that no repair would touch stay, and so do the targets of links. */
export async function planRemoval(disk: Disk, gameDir: string, mod: Removal['mod']): Promise<Removal> {
  const removal: Removal = { gameDir, mod, steps: new StepList(), bytes: 0 }
  const folder = join(gameDir, mod.modFolder)
  for (const entry of (await ifThere(disk.readdir(folder, { recursive: true, withFileTypes: true }))) ?? []) {
    const at = join(entry.parentPath, entry.name)
    const parsed = parseSafePath(relative(gameDir, at).replaceAll(sep, '/'), mod.modFolder)
    if (entry.isDirectory() || isPartName(entry.name) || !parsed.ok) continue
    removal.steps.add({ do: 'set-aside', path: parsed.path })
    removal.bytes += (await statsAt(disk, at))?.size ?? 0
  }
  return removal
}
