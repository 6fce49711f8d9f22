import type { CheckProgress, CheckTier, ListDistrust, ModsView, Problem } from '../../src-preload/contract/mods.ts'
import type { CheckOutcome } from '../../src-preload/contract/mods.ts'
import type { HashList } from './hash-list.ts'

/** A mod as the service tells it. */
export interface ModRecord {
  id: number
  name: string
  description: string
  imageUrl: string
  active: boolean
  hasFiles: boolean
  /** Name of its one folder; '' if none. */
  directory: string
  /** Base address of its files, with a slash at its end; '' for none. */
  downloadUrl: string
}

/** Thrown by {@link ModsNeeds.hashList}: the list could not be had. */
export class ListUnavailable extends Error {
  readonly reason: ListDistrust
  constructor(reason: ListDistrust, detail: string) {
    super(detail)
    this.reason = reason
  }
}

/** What the mods room needs of the rest of the app; the composition root provides it. */
export interface ModsNeeds {
  /** @throws Failure of the network */
  listMods(fresh: boolean): Promise<{ mods: ModRecord[]; asOf: string; stored: boolean }>
  /** The list's text, never a stored copy. @throws ListUnavailable; the signal's reason */
  hashList(modId: number, signal: AbortSignal): Promise<string>
  /** Absolute; undefined until one is chosen. */
  gameDir(): string | undefined
  saveGameDir(path: string): void
  /** Absolute folder for what is remembered between runs. */
  dataDir: string
  workerUrl: URL
  now: () => Date
  random: () => number
  log: (line: string, error?: unknown) => void
  /** Hears every list that was trusted, and what a check by it found. */
  onTrusted(modId: number, list: HashList, problems: readonly Problem[]): void
  /** Hears the share done of what is checked now (0 to 1), or null when nothing is. */
  onActivity(share: number | null): void
}

export interface CheckWish {
  modId: number
  tier: CheckTier
  acceptShorter?: boolean
}

/** The last check of a mod, with the list it was made with. The same object until the mod is checked again. */
export interface CheckedMod {
  modId: number
  modName: string
  list: HashList
  problems: readonly Problem[]
}

/** The community's mods and the state of their files. */
export interface ModsRoom {
  readonly view: ModsView
  /** Calls `listener` after every change; returns the way to stop. */
  onChange(listener: (view: ModsView) => void): () => void
  /** @throws Failure of the network */
  refresh(): Promise<void>
  /** @throws Failure of this room; the signal's reason */
  check(wish: CheckWish, signal: AbortSignal, report: (progress: CheckProgress) => void): Promise<CheckOutcome>
  pause(modId: number): void
  resume(modId: number): void
  /** Pauses what runs while the game has the machine for itself, and lets it go on after. */
  gameRuns(runs: boolean): void
  forget(modId: number): void
  mod(modId: number): ModRecord | undefined
  /** In the present game folder; undefined also while what was found there is still being read. */
  lastCheck(modId: number): CheckedMod | undefined
  /** What the last check in the present game folder found, once that is read. */
  problems(modId: number): Promise<readonly Problem[]>
  /** The list as it is right now; undefined if it cannot be had or is not trusted. */
  freshList(modId: number, signal: AbortSignal): Promise<HashList | undefined>
  /** Takes a mod so that no check runs, after a quick one that is at work; undefined if another one runs. Call what it gives to let go. */
  hold(modId: number): Promise<(() => void) | undefined>
  /** The game folder was changed. */
  gameDirChanged(): void
  close(): Promise<void>
}
