// Tested in Electron: mods.spec.ts
import { shell } from 'electron'
import { Failure } from '../../src-preload/contract/failure.ts'

/** Shows a folder of the game in the file manager. @throws Failure `game-dir-unusable` */
export async function showFolder(path: string): Promise<void> {
  const problem = await shell.openPath(path)
  if (problem) throw new Failure('game-dir-unusable', { path, errno: problem })
}
