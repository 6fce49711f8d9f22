import { Failure } from '../../../src-preload/contract/failure.ts'
import type { ModUpdate } from '../../../src-preload/contract/repair.ts'
import type { Connections } from '../../http/index.ts'
import type { Pieces, Search } from '../blocks/index.ts'
import type { ProblemPiece } from '../check/index.ts'
import { foldKey } from '../list/index.ts'
import type { LastCheck } from '../types.ts'
import type { DigestOf, Disk } from './disk.ts'
import type { Clock } from './pace.ts'
import type { SessionMod } from './session.ts'

/** When mods' folders were last changed, ms since 1970, by the folder's name. */
export type FolderChanges = Map<string, number>

/** What repair needs from the rest of the app. The composition root provides it. */
export interface RepairNeeds {
  /** The community's id; undefined for a list from a file. */
  community?: string
  /** Absolute; undefined until the player has chosen one. */
  gameDir: () => string | undefined
  /** The community's mods that have a folder. `folder` is its name. */
  mods: () => readonly { id: number; name: string; folder: string }[]
  /** The mod's last check with a trusted list. */
  lastCheck: (modId: number) => LastCheck | undefined
  /** The mod's update, if its list has changed since. */
  update?: (modId: number) => Pick<ModUpdate, 'version' | 'fetchBytes'> | undefined
  /** The mods that are in work or wait in the queue. */
  queued?: () => readonly number[]
  /** A piece of the problems of that check, from 0. @throws Failure `problems-unreadable` */
  problems: (modId: number, piece: number) => Promise<ProblemPiece>
  /** The mod's download addresses: first the service's current one, then those of the profile. */
  downloadUrls: (modId: number) => readonly string[]
  /** Fetches the mod's hash list and returns its version; undefined if it is not available or not trusted. */
  listVersion: (modId: number, signal: AbortSignal) => Promise<string | undefined>
  /** True if the files at these paths come from the community, as far as is known. */
  areFromCommunity: (modId: number, paths: readonly string[]) => Promise<boolean>
  /** Absolute folders, besides the game folder, in which equal files are searched for. */
  otherFolders: () => Promise<string[]>
  /** @throws Failure `game-dir-unusable` if the folder with the mods is gone, also if an empty one is in the place of its disk */
  mustBeThere: () => Promise<unknown>
  /** Reserves the mod for a repair, so that no check of it runs. Returns the function that releases it; undefined if a check runs. */
  hold: (modId: number) => Promise<(() => void) | undefined>
  /** Called with the times at which another community changed mods' folders in a game folder. What was found before does not count. */
  doubt?: (gameDir: string, changes: FolderChanges) => void
  /** Called when files of the mod were changed. Checks them again. */
  changed: (modId: number) => Promise<unknown>
  /** Whether the game runs. Files that it may have open are not replaced. */
  game: {
    /** The last known state. */
    readonly runs: boolean
    /** Looks now; null if it is unknown. */
    sure: () => Promise<{ running: boolean | null }>
  }
  /** True if the profile allows plain http to other computers. */
  allowHttp: boolean
  /**
   * The most parallel files, and the most bytes per second (0: no limit). Read at the start of each repair. `playing`: the bytes per second
   * while the game runs; 0: none are fetched.
   */
  limits: () => { concurrency: number; bytesPerSecond: number; playing?: number }
  /** Absolute folder for data that is kept between runs. */
  dataDir: string
  /** Absolute folder for the speed of the downloads, which all communities except the demo share. */
  speedDir: string
  connections: Connections
  disk: Disk
  digestOf: DigestOf
  /** Called when a repair stops before its end, or files were fetched ahead. Keeps what is known of part files for the next run. */
  keepParts?: () => Promise<void>
  /** Finds the parts of a file that are on the disk; null if the whole file must be fetched. @throws the signal's reason */
  findBlocks: (search: Search, signal: AbortSignal) => Promise<Pieces | null>
  clock: Clock
  now: () => Date
  whoHolds: (path: string) => Promise<string | null>
  /** Reports a bug that ended a repair. */
  failed: (error: unknown) => void
  /** Logs an error that is a bug. */
  log: (line: string, error?: unknown) => void
}

/** The player's present limit in bytes per second; 0 for none. */
export function speedLimit({ limits, game }: Pick<RepairNeeds, 'limits' | 'game'>, isPlaying = game.runs): number {
  const { bytesPerSecond: all, playing = 0 } = limits()
  return isPlaying && playing > 0 ? Math.min(playing, all || playing) : all
}

/** True if the game runs. A repair that begins then is paused from its first file on. @throws Failure `game-unseen` if it is unknown */
export async function mustKnowIfGameRuns({ game }: Pick<RepairNeeds, 'game'>): Promise<boolean> {
  const { running } = await game.sure()
  if (running === null) throw new Failure('game-unseen', {})
  return running
}

/** The mods that use a session's folder, however they spell it; if none does, the one that it was begun for. */
export function usersOf({ mods }: Pick<RepairNeeds, 'mods'>, { modId, modFolder }: SessionMod): number[] {
  const users = mods().filter(({ folder }) => foldKey(folder) === foldKey(modFolder))
  return users.length > 0 ? users.map(({ id }) => id) : [modId]
}

/** Checks the mods of a session's folder, in which files were changed. */
export async function checkOwners(needs: RepairNeeds, mod: SessionMod): Promise<void> {
  await Promise.all(usersOf(needs, mod).map(needs.changed))
}
