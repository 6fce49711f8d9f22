import type { GameInstall } from '../../../src-preload/contract/play.ts'
import type { FileView, GamePlatform } from '../platform/index.ts'
import type { GameRecipe } from '../../settings/index.ts'
import { exeVersion } from './exe-version.ts'
import { safeName } from '../launch/server-fields.ts'
import { installIn, steamInstalls } from './steam-library.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface FindParts {
  platform: GamePlatform
  files: FileView
  recipe: GameRecipe
}

/** Folders that are known without a search. */
export interface ChosenFolders {
  chosen: readonly string[]
  /** The folder to play from. */
  used?: string
  demo?: string
}

type Candidate = Pick<GameInstall, 'path' | 'source' | 'buildId'> & Partial<Pick<GameInstall, 'updateWaiting'>>

/** The first of the recipe's executables that is in the folder, relative to it. */
export async function executableIn(
  folder: string,
  { platform, files, recipe }: FindParts,
): Promise<string | undefined> {
  for (const name of recipe.executables[platform.name] ?? [])
    if (await files.isFile(platform.path.join(folder, name))) return name
  return undefined
}

/** The version in the game's executable. Only Windows programs have one, also under Proton. */
async function versionIn(folder: string, { platform, recipe }: FindParts): Promise<string | undefined> {
  for (const name of recipe.versioned) {
    const version = await exeVersion(platform.path.join(folder, name))
    if (version !== undefined) return version
  }
  return undefined
}

async function describe(candidate: Candidate, inUse: boolean, parts: FindParts): Promise<GameInstall> {
  const { path, source, buildId, updateWaiting = false } = candidate
  const [executable, version] = await Promise.all([executableIn(path, parts), versionIn(path, parts)])
  return { path, source, executable, version, buildId, updateWaiting, inUse }
}

/** An install as it is now. Steam may have updated the game since the search, or be about to. */
export async function asItIsNow(install: GameInstall, parts: FindParts): Promise<GameInstall> {
  const { platform, files, recipe } = parts
  const { path, source, inUse } = install
  const library = platform.path.join(path, '../../..')
  const steam = source.startsWith('steam') ? await installIn(library, recipe.appId, platform, files) : undefined
  return describe({ ...(steam ?? install), path, source }, inUse, parts)
}

/**
 * All installs of the game: from Steam, the registry and the demo, and the folders that the player chose, while they exist. A folder
 * that is found in two ways is one install.
 */
export async function findInstalls(parts: FindParts, { chosen, used, demo }: ChosenFolders): Promise<GameInstall[]> {
  const { platform, files, recipe } = parts
  const candidates: Candidate[] = [
    ...(await steamInstalls(recipe.appId, platform, files)),
    ...(await platform.registeredFolders(recipe.registry)).map((path) => ({ path, source: 'registry' as const })),
    ...(demo === undefined ? [] : [{ path: demo, source: 'demo' as const }]),
    ...[...chosen, ...(used === undefined ? [] : [used])].map((path) => ({ path, source: 'chosen' as const })),
  ]
  const byFolder = new Map<string, Candidate>()
  for (const candidate of candidates) {
    const real = await files.realPath(candidate.path)
    if (real === undefined || !(await files.isFolder(real))) continue
    const key = platform.name === 'win32' ? real.toLowerCase() : real
    if (!byFolder.has(key)) byFolder.set(key, { ...candidate, path: real })
  }
  const inUse = used === undefined ? undefined : await files.realPath(used)
  return Promise.all([...byFolder.values()].map((found) => describe(found, found.path === inUse, parts)))
}

/** Where to look for a game's profiles. */
interface ProfilePlace {
  game: Pick<GameRecipe, 'appId' | 'crashLogs'>
  /** The install in use, absolute. */
  gameDir: string | undefined
  /** The player's documents, absolute; undefined if their drive is gone. */
  documents: string | undefined
}

const MOST_PROFILES = 50
const LONGEST_NAME = 64

/** Folders of profiles: in the player's documents, and in Proton's documents in the install's library. */
function foldersOf({ game, gameDir, documents }: ProfilePlace): string[] {
  const user = gameDir && join(gameDir, '../../compatdata', String(game.appId), 'pfx/drive_c/users/steamuser')
  const inProton = user ? ['Documents', 'My Documents'].map((name) => join(user, name)) : []
  return [...(documents ? [documents] : []), ...inProton].map((folder) =>
    join(folder, `${game.crashLogs.folder} - Other Profiles`),
  )
}

/** The profile's name as the player typed it. The game percent-encodes it for the folder. */
function typed(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Names of the game's profiles on this computer that a start can name. Each has its own folder. */
export async function findProfiles(place: ProfilePlace): Promise<string[]> {
  const found = foldersOf(place).map(async (folder) => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => typed(name))
  })
  const canStart = (name: string) => name.length <= LONGEST_NAME && safeName(name) !== ''
  const names = new Set((await Promise.all(found)).flat().filter(canStart))
  return [...names].sort((a, b) => a.localeCompare(b)).slice(0, MOST_PROFILES)
}
