import { basename, dirname, join } from 'node:path'
import type { GameInstall } from '../../../src-preload/contract/play.ts'
import type { GamePlatform, FileView } from '../platform/index.ts'
import { readVdf, vdfAt, vdfText, type VdfTable } from './vdf.ts'

/** A game's folder in a Steam library, from its manifest. */
type SteamInstall = Pick<GameInstall, 'path' | 'source' | 'buildId' | 'updateWaiting'>

/** Bit of `StateFlags`: the files are older than the newest build. */
const UPDATE_REQUIRED = 2

/** A file of KeyValues; undefined if it cannot be read. */
export async function readTable(files: FileView, path: string): Promise<VdfTable | undefined> {
  const text = await files.readText(path)
  if (text === undefined) return undefined
  try {
    return readVdf(text)
  } catch {
    return undefined // half-written or damaged: the search goes on in other places
  }
}

/** The library folders that a Steam root names; the root itself is always one. Also reads the old format (number → path). */
async function libraryFolders(root: string, platform: GamePlatform, files: FileView): Promise<string[]> {
  const { join } = platform.path
  const folders = [root]
  for (const place of ['steamapps', 'config']) {
    const read = await readTable(files, join(root, place, 'libraryfolders.vdf'))
    const list = read && vdfAt(read, 'libraryfolders')
    if (typeof list !== 'object') continue
    for (const [name, entry] of Object.entries(list)) {
      if (!/^\d+$/.test(name)) continue
      const path = typeof entry === 'string' ? entry : vdfText(entry, 'path')
      if (path !== undefined && platform.path.isAbsolute(path)) folders.push(platform.path.normalize(path))
    }
  }
  return [...new Set(folders)]
}

/** The game's folder in one library; undefined if it is not installed there. */
export async function installIn(
  library: string,
  appId: number,
  platform: GamePlatform,
  files: FileView,
): Promise<Omit<SteamInstall, 'source'> | undefined> {
  const { join, basename } = platform.path
  const apps = join(library, 'steamapps')
  const manifest = await readTable(files, join(apps, `appmanifest_${appId}.acf`))
  if (!manifest) return undefined
  const folder = vdfText(manifest, 'AppState', 'installdir')
  if (!folder || folder !== basename(folder) || folder === '..' || folder === '.') return undefined
  const flags = Number(vdfText(manifest, 'AppState', 'StateFlags') ?? 0)
  return {
    path: join(apps, 'common', folder),
    buildId: vdfText(manifest, 'AppState', 'buildid'),
    updateWaiting: (flags & UPDATE_REQUIRED) !== 0,
  }
}

/** A game's folders in all of Steam's libraries, in the order of the search. */
export async function steamInstalls(appId: number, platform: GamePlatform, files: FileView): Promise<SteamInstall[]> {
  const found: SteamInstall[] = []
  const seen = new Set<string>()
  for (const { path, source } of await platform.steamRoots()) {
    const root = await files.realPath(path)
    if (root === undefined || seen.has(root)) continue
    seen.add(root)
    for (const library of await libraryFolders(root, platform, files)) {
      const install = await installIn(library, appId, platform, files)
      if (install && (await files.isFolder(install.path))) found.push({ ...install, source })
    }
  }
  return found
}

/**
 * Folders of the player's workshop subscriptions for installs in `steamapps/common/GAME`. They need not exist. The game's own folder
 * has only links to them.
 */
export const workshopFolders = (installs: readonly string[], appId: number): string[] =>
  installs
    .filter((install) => basename(dirname(install)).toLowerCase() === 'common')
    .map((install) => join(install, '../../workshop/content', String(appId)))
