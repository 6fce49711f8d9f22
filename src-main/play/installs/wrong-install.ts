import type { GameInstall, InstallWarning } from '../../../src-preload/contract/play.ts'
import type { GamePlatform } from '../platform/index.ts'

/** What the check for a wrong install looks at. `runsFrom`: the running game's program, if there is one and its place is known. */
export interface InstallFacts {
  installs: readonly GameInstall[]
  /** The folder in the settings; it may be gone. */
  used: string | undefined
  runsFrom?: string
  /** Steam, not the app, starts the game's program. */
  viaSteam: boolean
}

const isInside = (file: string, folder: string, { path }: GamePlatform): boolean => {
  const way = path.relative(folder, file)
  return way !== '' && !way.startsWith('..') && !path.isAbsolute(way)
}

/** Reasons to think that the game would start, or runs, from another folder than the one whose mods are checked. */
export function installWarnings(facts: InstallFacts, platform: GamePlatform): InstallWarning[] {
  const { installs, used, runsFrom, viaSteam } = facts
  const inUse = installs.find((install) => install.inUse)
  const warnings: InstallWarning[] = []
  if (used !== undefined && !inUse) warnings.push({ kind: 'folder-gone' })
  if (installs.length > 1) warnings.push({ kind: 'several', count: installs.length })
  if (inUse && runsFrom !== undefined && !isInside(runsFrom, inUse.path, platform))
    warnings.push({ kind: 'other-runs', runs: platform.path.dirname(runsFrom) })
  const steamStarts = viaSteam ? steamsOwn(installs) : undefined
  if (inUse && steamStarts && steamStarts.path !== inUse.path && !inUse.source.startsWith('steam'))
    warnings.push({ kind: 'steam-starts-other', starts: steamStarts.path })
  return warnings
}

/** The install that Steam starts when it is asked for the game. */
const steamsOwn = (installs: readonly GameInstall[]): GameInstall | undefined =>
  installs.find((install) => install.source.startsWith('steam'))
