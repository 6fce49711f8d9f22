import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { Usage } from './terminal.ts'

function hasFolder(folder: string, name: string): boolean {
  try {
    return statSync(join(folder, name)).isDirectory()
  } catch {
    return false // not a folder, not readable or missing
  }
}

/**
 * Keeps a missing mod from being installed into itself or beside the game's folder, and from being called damaged.
 * @throws Usage if `chosen` is the mod's folder, a folder inside it, or the parent of the game's folder
 */
export function mustLieIn(chosen: string, modFolder: string): void {
  if (hasFolder(chosen, modFolder)) return
  const gameDir = realpathSync(chosen) // a link may lead into the mod
  const parts = gameDir.split(sep)
  const own = parts.findIndex((part) => part.toLowerCase() === modFolder.toLowerCase())
  if (own >= 0)
    throw new Usage(`--game-dir is inside the mod's own folder; use ${parts.slice(0, own).join(sep) || sep}`)
  const below = readdirSync(gameDir).find((name) => hasFolder(join(gameDir, name), modFolder))
  if (below !== undefined) throw new Usage(`the mod is one folder deeper: use --game-dir ${join(gameDir, below)}`)
}
