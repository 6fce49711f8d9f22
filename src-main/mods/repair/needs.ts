import type { Connections } from '../../http/index.ts'
import type { Pieces, Search } from '../blocks/index.ts'
import type { ProblemPiece } from '../check/index.ts'
import type { LastCheck } from '../types.ts'
import type { DigestOf, Disk } from './disk.ts'
import type { Clock } from './pace.ts'

/** What repair needs of the rest of the app; the composition root provides it. */
export interface RepairNeeds {
  /** Absolute; undefined until the player chose one. */
  gameDir: () => string | undefined
  /** The community's mods that have a folder, and its name. */
  mods: () => readonly { id: number; name: string; folder: string }[]
  /** The mod's last check with a trusted list. */
  lastCheck: (modId: number) => LastCheck | undefined
  /** A piece of what that check found, from 0. @throws Failure `problems-unreadable` */
  problems: (modId: number, piece: number) => Promise<ProblemPiece>
  /** The mod's download addresses: as the service tells it now, then those of the profile. */
  downloadUrls: (modId: number) => readonly string[]
  /** Names the mod's hash list as it is right now; undefined where it cannot be had or is not trusted. */
  listVersion: (modId: number, signal: AbortSignal) => Promise<string | undefined>
  /** Whether what stands under these paths is the community's own, as far as is known. */
  wrote: (modId: number, paths: readonly string[]) => Promise<boolean>
  /** Absolute folders to look for equal files in, besides the game folder. */
  otherFolders: () => Promise<string[]>
  /** Takes the mod for repair, so that no check runs meanwhile; undefined if one does. Call what it gives to let go. */
  hold: (modId: number) => Promise<(() => void) | undefined>
  /** Files of the mod were changed: look at them again. */
  changed: (modId: number) => Promise<unknown>
  /** The running game: files that it may have open are not replaced. */
  game: {
    /** As last seen. */
    readonly runs: boolean
    /** By a fresh look; null where nobody can tell. */
    sure: () => Promise<boolean | null>
  }
  /** Plain http beyond this machine is allowed by the profile. */
  allowHttp: boolean
  /** Files at a time, and bytes a second (0: as fast as it goes). Read at each repair's start. `playing`: while the game runs; 0 for none. */
  limits: () => { concurrency: number; bytesPerSecond: number; playing?: number }
  /** Absolute folder for what is stored between runs. */
  dataDir: string
  /** Asked at each try, because it is replaced after a sleep. */
  connections: () => Connections
  disk: Disk
  digestOf: DigestOf
  /** What of a file is on the disk; null where the whole is to be fetched. @throws the signal's reason */
  findBlocks: (search: Search, signal: AbortSignal) => Promise<Pieces | null>
  clock: Clock
  now: () => Date
  whoHolds: (path: string) => Promise<string | null>
  /** Tells of a bug that ended a repair. */
  failed: (error: unknown) => void
  /** Logs an error that is a bug. */
  log: (line: string, error?: unknown) => void
}
