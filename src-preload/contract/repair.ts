import * as v from 'valibot'
import { call, topic } from './members.ts'
import type { ByteProgress, FileProgress } from './progress.ts'
import type { RepairCause } from './repair-cause.ts'

export type { RepairCause } from './repair-cause.ts'

/** What a repair is for the player, by the check before it. */
export type RepairWork = 'install' | 'update' | 'repair'

/** One file of a plan. `path` has forward slashes and begins with the mod's folder; sizes in bytes. */
export interface PlannedFetch {
  path: string
  /** Null if the hash list has no size. */
  bytes: number | null
  /** True if a file exists there. It goes to the quarantine. */
  replaces: boolean
}

/** A file that cannot be repaired, or not yet. */
export interface RepairTrouble {
  path: string
  cause: RepairCause
}

/** The files of a plan. */
export interface PlanFiles {
  fetch: PlannedFetch[]
  /** Paths of `fetch` that are programs or code that the game loads. */
  programs: string[]
  /** Files that are renamed to the listed spelling. */
  rename: { path: string; from: string }[]
  /** Files that are not in the list. They remain, unless the player chooses to move them. */
  extras: { path: string; bytes: number | null }[]
  /** Files that cannot be repaired. */
  blocked: RepairTrouble[]
}

/** A repair's plan without its files. Making it changes nothing. */
export interface PlanSummary {
  id: string
  work: RepairWork
  modId: number
  modName: string
  /** Number of listed files without a problem. They are not touched. */
  staysCount: number
  /** Host of the downloads; null if nothing has to be downloaded, or nothing can be. */
  host: string | null
  /** True if files come unencrypted (http) from another computer, which the community's profile allows. */
  insecure: boolean
  /** Free bytes on the game's disk. */
  freeBytes: number
  /** Speed of the last repair; null before the first one. */
  bytesPerSecond: number | null
}

export type RepairPlan = PlanSummary & PlanFiles

/** The chosen part of a plan. Each text has one character per file, in the plan's order: `1` for yes, `0` for no. */
export interface PlanChoice {
  fetch: string
  rename: string
  extras: string
}

/** Progress of a repair. Bytes count what has to be downloaded or copied. */
export interface RepairProgress extends FileProgress {
  /** Files that are being repaired now. */
  current: string[]
  /** The last trouble with a retry in `inSeconds` (0: now); null without trouble. */
  retrying: (RepairTrouble & { inSeconds: number }) | null
}

/** The result of a repair. */
export interface RepairOutcome {
  repaired: number
  /** Number of repaired files that were copied on this computer instead of downloaded. */
  copied: number
  /** Number of files that were moved to the quarantine. */
  setAside: number
  troubles: RepairTrouble[]
  /** Why it stopped before the end: the player, or a cause that stops everything. */
  stopped: 'by-player' | RepairCause | null
  seconds: number
}

export type RepairPhase = 'fetching' | 'paused' | 'checking' | 'ended' | 'interrupted'

/** The present or last repair of one mod. */
export interface RepairState {
  modId: number
  modName: string
  sessionId: string
  /** `moving`: it only moves files to the quarantine. */
  work: RepairWork | 'moving'
  phase: RepairPhase
  /** True if paused because the game runs. It continues automatically afterwards. */
  forGame: boolean
  progress: RepairProgress
  /** Null unless `ended`. */
  outcome: RepairOutcome | null
}

/**
 * A mod in the queue. `game`: it waits until the game ends; `network`: the network or the server failed, and it begins again by itself; `asks`:
 * the player should see the plan first; `failed`: its work could not begin, and the player was told why. The result of a repair that has begun is in its `RepairState`.
 */
export interface QueuedMod {
  modId: number
  state: 'waiting' | 'game' | 'working' | 'network' | 'asks' | 'failed'
}

/** The sum of the mods in the queue and of those that it has finished since it was empty. */
export interface QueueTotal extends ByteProgress {
  /** Which mod is in work, from 1. */
  at: number
  mods: number
}

/** The mods that are installed, updated or repaired one after the other, in this order. */
export interface RepairQueueView {
  mods: QueuedMod[]
  /** Absent for a single mod. */
  total?: QueueTotal
  paused: boolean
  /** True if it continued the queue of an earlier run of the app. */
  wentOn: boolean
}

/** The result of an undo. */
export interface Restored {
  /** Number of files. */
  restored: number
  left: RepairTrouble[]
}

/** One file in the quarantine. */
export interface QuarantineFile {
  path: string
  bytes: number
  /** `replaced`: by a repair; `set-aside`: on the player's wish; `undone`: to make room for an undo. */
  why: 'replaced' | 'set-aside' | 'undone'
}

/** How many files of a session in the quarantine the page shows. */
export const MOST_KEPT = 200

/** Files that one repair, one setting aside or one undo moved to the quarantine. */
export interface QuarantineSession {
  sessionId: string
  kind: RepairWork | 'set-aside' | 'undo'
  modId: number
  modName: string
  /** ISO time. */
  at: string
  /** The page gets the first {@link MOST_KEPT}. */
  files: QuarantineFile[]
  count: number
  bytes: number
  /** Number of files that it added or renamed. An undo of the whole session reverts this too. */
  added: number
  renamed: number
  /** These files. The page gets the first {@link MOST_KEPT}. */
  others: { path: string; why: 'added' | 'renamed' }[]
}

/** The quarantine of the game folder. */
export interface Quarantine {
  /** Newest first. */
  sessions: QuarantineSession[]
  /** Number of entries from an earlier version or another computer. The app does not touch them. */
  unknown: number
  /** What was downloaded in advance. It is beside the mods' files, not in the quarantine. */
  ahead: { modName: string; bytes: number }[]
  /** Part files beside the mods' files that nothing continues. */
  leftOver: { modName: string; bytes: number }[]
}

/** A file of a changed hash list. `bytes` is null if the list has no size. */
export interface ChangedFile {
  path: string
  bytes: number | null
}

/** How many files of each kind a {@link ListChange} names. */
export const MOST_CHANGES = 100

/** The difference between a mod's hash list and the one that its files last matched, with the first files of each kind. Sizes in bytes. */
export interface ListChange {
  modId: number
  /** ISO times: when the former list was last seen, and when the present one was first seen. */
  before: string
  since: string
  added: ChangedFile[]
  changed: ChangedFile[]
  removed: ChangedFile[]
  /** Upper limit of an update's download. Some files may be copied on this computer instead. */
  fetchBytes: number
}

/** A change with numbers of files only. */
export interface ModUpdate extends Pick<ListChange, 'modId' | 'before' | 'since' | 'fetchBytes'> {
  /** The new list's version. */
  version: string
  added: number
  changed: number
  removed: number
}

/** Why the mods cannot be moved to a folder. */
export type MoveRefusal =
  | ('network' | 'root' | 'home' | 'system' | 'gone' | 'inside' | 'moving' | 'name' | 'unwritable' | 'large')
  | ('taken' | 'link' | 'case' | 'unlisted')

export interface RepairFailures {
  /** `name`: the file or folder in the way. */
  'mods-move-refused': { folder: string; why: MoveRefusal; name: string }
  /** A file could not be moved. */
  'mods-move-stuck': { path: string; errno: string }
  /** The plan no longer exists: the mod was checked again, or its list changed. */
  'repair-plan-gone': Record<string, never>
  /** Another process checks or repairs the mod. `pid` 0: unknown process; `since`: ms since 1970. */
  'repair-busy': { mod: string; program: string; pid: number; since: number }
  /** Not enough disk space. Nothing was changed. Bytes. */
  'repair-disk-full': { neededBytes: number; freeBytes: number }
  /** There is no plan, because the mod was not checked yet or its list is not trusted. */
  'repair-not-checked': { mod: string }
  /** It is unknown whether the game runs, and files that it has open must not be written. Nothing was changed. */
  'game-unseen': Record<string, never>
  /** The game runs and may have the files open. Nothing was moved. */
  'undo-while-playing': Record<string, never>
  /** The session is no longer in the quarantine. */
  'quarantine-gone': Record<string, never>
  /** The quarantine's folder `.loadout` cannot be used. Nothing was changed. */
  'quarantine-blocked': { code: string }
  /** A file could not be moved to or from the quarantine. */
  'quarantine-stuck': { code: string }
}

export const modId = v.pipe(v.number(), v.integer())
export const piece = v.pipe(v.number(), v.integer(), v.minValue(0))
const paths = v.pipe(v.array(v.string()), v.maxLength(1_000_000))
const marks = v.pipe(v.string(), v.maxLength(1_000_000), v.regex(/^[01]*$/))
const ofSession = v.strictObject({ sessionId: v.pipe(v.string(), v.regex(/^[\w-]+$/)) })

export const repairContract = {
  /** The present or last repair of each mod. At most ten changes a second. */
  states: topic<RepairState[]>(),
  /** Bytes a second of the last repair that was large enough to measure; null before the first one. */
  speed: call<number | null>()('reads', v.undefined()),
  /** Makes the plan from the mod's last check. `planFiles` reads its files in `pieces`; all at once would block main. */
  plan: call<PlanSummary & { pieces: number }>()('reads', v.strictObject({ modId })),
  /** A piece of a plan's files, counted from 0. */
  planFiles: call<PlanFiles>()('reads', v.strictObject({ planId: v.string(), piece })),
  /**
   * Repairs everything that the mod's last check found and that can be repaired, after the mods in the queue. Returns false if it does not
   * begin because the player should see the plan first.
   */
  begin: call<boolean>()('harmless', v.strictObject({ modId })),
  /** Starts the chosen part of a plan. Resolves when it has begun. */
  start: call<void>()(
    'harmless',
    v.strictObject({ planId: v.string(), choice: v.strictObject({ fetch: marks, rename: marks, extras: marks }) }),
  ),
  queue: topic<RepairQueueView>(),
  /** Adds mods to the queue. Each is checked and then installed, updated or repaired. */
  enqueue: call<void>()('harmless', v.strictObject({ modIds: v.pipe(v.array(modId), v.maxLength(1000)) })),
  moveUp: call<void>()('harmless', v.strictObject({ modId })),
  /** Pauses the whole queue. */
  pause: call<void>()('harmless', v.undefined()),
  /** Continues the queue. */
  goOn: call<void>()('harmless', v.undefined()),
  /** Continues a paused or interrupted repair. */
  resume: call<void>()('harmless', v.strictObject({ modId })),
  /** Stops a repair and removes the mod from the queue. Downloaded data is kept, and `resume` continues from there. */
  stop: call<void>()('harmless', v.strictObject({ modId })),
  /** Forgets an interrupted or ended repair and deletes its part files. Its quarantine remains. */
  dismiss: call<void>()('harmless', v.strictObject({ modId })),
  /** Moves all of a mod's files to the quarantine, or deletes them permanently, as the player chooses. */
  remove: call<void>()('player', v.strictObject({ modId })),
  quarantine: call<Quarantine>()('reads', v.undefined()),
  /** Discards everything that was downloaded in advance. */
  discardAhead: call<void>()('harmless', v.undefined()),
  /** Deletes the part files that nothing continues. */
  discardLeftOver: call<void>()('harmless', v.undefined()),
  /** Shows the quarantine's folder in the file manager. */
  openQuarantine: call<void>()('player', v.undefined()),
  /** Restores a session's files, or only those of `paths`. Files in their places go to the quarantine. */
  undo: call<Restored>()('harmless', v.strictObject({ ...ofSession.entries, paths: v.nullable(paths) })),
  /** Deletes all files of these sessions permanently. */
  empty: call<{ bytes: number }>()(
    'player',
    v.strictObject({ sessionIds: v.pipe(v.array(ofSession.entries.sessionId), v.minLength(1), v.maxLength(10_000)) }),
  ),
  /** Mods whose list changed since their files last matched it. Lists are read at the start and with each refresh. */
  updates: topic<ModUpdate[]>(),
  /** The files of a mod's update; null if there is none. */
  listChange: call<ListChange | null>()('reads', v.strictObject({ modId })),
}
