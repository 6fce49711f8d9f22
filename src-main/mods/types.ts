import type { Mod } from '../../src-preload/contract/community/index.ts'
import type { ListDistrust, ModsView } from '../../src-preload/contract/mods.ts'
import type { RepairWork } from '../../src-preload/contract/repair.ts'
import { parseModFolder } from './list/index.ts'

/** A mod as the community's service describes it. */
export type ModRecord = Omit<Mod, 'appId'>

/** The mod's folder, if its name can be used. */
export function folderOf(mod: ModRecord | undefined): string | undefined {
  const parsed = parseModFolder(mod?.directory)
  return parsed.ok ? parsed.path : undefined
}

/** The version of a mod's list. It identifies the list's content. */
export interface ListVersion {
  modId: number
  version: string
}

/** Thrown by {@link ModsNeeds.hashList} if the list is not available. */
export class ListUnavailable extends Error {
  readonly reason: ListDistrust
  constructor(reason: ListDistrust, detail: string) {
    super(detail)
    this.reason = reason
  }
}

/** The addresses of the built worker files. */
export interface ModsWorkers {
  /** `mods-worker` */
  mods: URL
  /** `hash-worker` */
  hash: URL
}

/** What the mods service needs from the rest of the app. The composition root provides it. */
export interface ModsNeeds {
  /** @throws Failure of the network */
  listMods(): Promise<Pick<ModsView, 'refreshFailure'> & { mods: ModRecord[]; asOf: string }>
  /** Fetches the list; never returns a stored copy. @throws ListUnavailable; the signal's reason */
  hashList(modId: number, signal: AbortSignal): Promise<Uint8Array>
  /** The folder with the mods. Absolute; undefined until the player has chosen the game's folder. */
  gameDir(): string | undefined
  /** True if the mods were moved out of the game's folder, into a folder of their own. */
  isMoved(): boolean
  /** Absolute folder for data that is kept between runs. */
  dataDir: string
  workers: ModsWorkers
  /** A disk that is silent for this long does not answer. Default: a minute, which is enough for a sleeping disk to wake up. */
  silenceMs?: number
  now: () => Date
  random: () => number
  log: (line: string, error?: unknown) => void
}

/** The last check of a mod, without its problems, which are read when they are needed. */
export interface LastCheck {
  modId: number
  modName: string
  modFolder: string
  /** What brings the files to the list; by default a repair. */
  work?: RepairWork
  /** The version of the list that the check was made with. */
  listVersion: string
  /** The number of listed files without a visible problem. A repair does not change them. */
  filesStay: number
  /** ISO time. */
  checkedAt: string
}
