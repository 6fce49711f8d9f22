import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { GameRecipe } from '../../settings/index.ts'

/** Where to look for a game's profiles. */
interface ProfilePlace {
  game: Pick<GameRecipe, 'appId' | 'crashLogs'>
  /** The install in use, absolute. */
  gameDir: string | undefined
  /** The player's documents, absolute. */
  documents: string
}

const MOST = 50
const LONGEST = 64

/** Folders of profiles: in the player's documents, and in Proton's documents in the install's library. */
function foldersOf({ game, gameDir, documents }: ProfilePlace): string[] {
  const user = gameDir && join(gameDir, '../../compatdata', String(game.appId), 'pfx/drive_c/users/steamuser')
  const inProton = user ? ['Documents', 'My Documents'].map((name) => join(user, name)) : []
  return [documents, ...inProton].map((folder) => join(folder, `${game.crashLogs.folder} - Other Profiles`))
}

/** The profile's name as the player typed it. The game percent-encodes it for the folder. */
function typed(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Names of the game's profiles on this computer. Each has its own folder. */
export async function findProfiles(place: ProfilePlace): Promise<string[]> {
  const found = foldersOf(place).map(async (folder) => {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => typed(name))
  })
  const names = new Set((await Promise.all(found)).flat().filter((name) => name.length <= LONGEST))
  return [...names].sort((a, b) => a.localeCompare(b)).slice(0, MOST)
}
