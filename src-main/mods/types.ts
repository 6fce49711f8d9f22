import type { CheckProgress, ListDistrust } from '../../src-preload/contract/mods.ts'

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

/** Where the built threads are. */
export interface ModsWorkers {
  /** `mods-worker` */
  mods: URL
  /** `hash-worker` */
  hash: URL
}

/** What the mods service needs of the rest of the app; the composition root provides it. */
export interface ModsNeeds {
  /** @throws Failure of the network */
  listMods(fresh: boolean): Promise<{ mods: ModRecord[]; asOf: string; stored: boolean }>
  /** The list as it comes, never a stored copy. @throws ListUnavailable; the signal's reason */
  hashList(modId: number, signal: AbortSignal): Promise<Uint8Array>
  /** Absolute; undefined until one is chosen. */
  gameDir(): string | undefined
  /** Absolute folder for what is remembered between runs. */
  dataDir: string
  workers: ModsWorkers
  /** As in `ThreadNeeds`. */
  silenceMs?: number
  now: () => Date
  random: () => number
  log: (line: string, error?: unknown) => void
  /** Hears of what is checked now, or null when nothing is. */
  onActivity(check: { modName: string; isPaused: boolean; progress: CheckProgress } | null): void
}

/** The last check of a mod, but for the problems that it found: these are read when they are asked for. */
export interface LastCheck {
  modId: number
  modName: string
  modFolder: string
  /** Names the list that it was made with, by what the list wants. */
  listVersion: string
  /** Listed files with nothing wrong to be seen: a repair leaves them as they are. */
  filesStay: number
  /** What a repair would have to fetch, as far as the list says. */
  missingBytes: number
  /** ISO instant. */
  checkedAt: string
}
