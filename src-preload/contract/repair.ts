import * as v from 'valibot'
import { call, topic } from './members.ts'
import { piece } from './mods.ts'
import type { FileProgress } from './progress.ts'
import type { RepairCause } from './repair-cause.ts'

export type { RepairCause } from './repair-cause.ts'

/** One file of a plan. `path` has forward slashes and begins with the mod's folder; sizes in bytes. */
export interface PlannedFetch {
  path: string
  /** Null where the hash list does not say. */
  bytes: number | null
  /** A file stands there now; it goes to the quarantine. */
  replaces: boolean
}

/** One file that cannot be repaired, or not yet. */
export interface RepairTrouble {
  path: string
  cause: RepairCause
}

/** The files of a plan. */
export interface PlanFiles {
  fetch: PlannedFetch[]
  /** Paths of `fetch` that are programs, or code that the game loads. */
  programs: string[]
  /** Files that only get the listed spelling. */
  rename: { path: string; from: string }[]
  /** Files that the list does not name. They stay, unless the player chooses them. */
  extras: { path: string; bytes: number | null }[]
  /** What cannot be repaired, and why. */
  blocked: RepairTrouble[]
}

/** What a repair would do, before anything happens, without its files. */
export interface PlanSummary {
  id: string
  modId: number
  modName: string
  /** Listed files that are not touched, since nothing wrong was seen of them. */
  staysCount: number
  /** Where the files come from; null where nothing has to be fetched or nothing can be. */
  host: string | null
  /** Plain http beyond this machine, which the community's profile allows. */
  insecure: boolean
  /** Free bytes on the game's disk. */
  freeBytes: number
  /** From how fast the last repair went; null before the first one. */
  bytesPerSecond: number | null
}

export type RepairPlan = PlanSummary & PlanFiles

/** What is done of a plan: for each file of its list, in the same order, `1` for done and `0` for left. */
export interface PlanChoice {
  fetch: string
  rename: string
  extras: string
}

/** How far a repair is. Bytes count what has to be fetched or copied. */
export interface RepairProgress extends FileProgress {
  /** Files in work right now. */
  current: string[]
  /** The last trouble that is tried again in so many seconds (0: now); null when all goes well. */
  retrying: (RepairTrouble & { inSeconds: number }) | null
}

/** How a repair ended. */
export interface RepairOutcome {
  repaired: number
  /** Of them copied from this computer instead of fetched. */
  copied: number
  /** Former files that are in the quarantine now. */
  setAside: number
  troubles: RepairTrouble[]
  /** Stopped before the end: by the player, or by a cause that stops everything. */
  stopped: 'by-player' | RepairCause | null
  seconds: number
}

export type RepairPhase = 'fetching' | 'paused' | 'checking' | 'ended' | 'interrupted'

/** The present or last repair of one mod. */
export interface RepairState {
  modId: number
  modName: string
  sessionId: string
  /** ISO time. */
  startedAt: string
  phase: RepairPhase
  /** Paused because the game runs; it goes on by itself after. */
  forGame: boolean
  progress: RepairProgress
  /** Only when `ended`. */
  outcome: RepairOutcome | null
}

/**
 * A mod that is to be brought up to date. `asks`: the player should see first what that does; `failed`: it could not be begun, and why
 * was told. What became of a repair that was begun is its own state's.
 */
export interface QueuedMod {
  modId: number
  state: 'waiting' | 'working' | 'asks' | 'failed'
}

/** The mods that are brought up to date one after the other, in this order. */
export interface RepairQueueView {
  mods: QueuedMod[]
  paused: boolean
  /** It went on with what an earlier run of the app left. */
  wentOn: boolean
}

/** What an undo brought back, and what it had to leave. */
export interface Restored {
  /** Files. */
  restored: number
  left: RepairTrouble[]
}

/** One file in the quarantine. */
export interface QuarantineFile {
  path: string
  bytes: number
  /** `replaced` by a repair, `set-aside` by the player's wish, or `undone`: what an undo took out of the way. */
  why: 'replaced' | 'set-aside' | 'undone'
}

/** What one repair, setting aside or undo put into the quarantine. */
export interface QuarantineSession {
  sessionId: string
  kind: 'repair' | 'set-aside' | 'undo'
  modId: number
  modName: string
  /** ISO time. */
  at: string
  files: QuarantineFile[]
  bytes: number
  /** Files that it added or renamed: an undo of the whole takes that back as well. */
  added: number
  renamed: number
}

/** The quarantine of the game folder. */
export interface Quarantine {
  /** Newest first. */
  sessions: QuarantineSession[]
  /** Entries that an earlier version or another computer made: nothing is done with them. */
  unknown: number
}

/** A file of a changed hash list. Bytes null where the list does not say. */
export interface ChangedFile {
  path: string
  bytes: number | null
}

/** How a mod's hash list changed since the one that its files were last right by. Sizes in bytes. */
export interface ListChange {
  modId: number
  /** ISO times of the last sight of the former list and the first sight of the present one. */
  before: string
  since: string
  added: ChangedFile[]
  changed: ChangedFile[]
  removed: ChangedFile[]
  /** What an update fetches at most: some of it may lie on this computer. */
  fetchBytes: number
}

/** A change in short: how many files. */
export interface ModUpdate extends Pick<ListChange, 'modId' | 'before' | 'since' | 'fetchBytes'> {
  added: number
  changed: number
  removed: number
}

/** Why mods are not moved to a folder. */
export type MoveRefusal =
  | ('network' | 'root' | 'home' | 'system' | 'gone' | 'inside' | 'moving' | 'name' | 'unwritable' | 'large')
  | ('taken' | 'link' | 'case' | 'unlisted')

export interface RepairFailures {
  /** `name`: what is in the way. */
  'mods-move-refused': { folder: string; why: MoveRefusal; name: string }
  /** A file could not be moved. */
  'mods-move-stuck': { path: string; errno: string }
  /** There is no plan of that id any more: the mod was checked again, or its list changed. */
  'repair-plan-gone': Record<string, never>
  /** Another repair or check of the mod is at work: in a process of that name and id, since then (ms since 1970); id 0 where nobody tells. */
  'repair-busy': { mod: string; program: string; pid: number; since: number }
  /** Not enough room; nothing was begun. Bytes. */
  'repair-disk-full': { neededBytes: number; freeBytes: number }
  /** The mod was not checked yet, or its list is not trusted: nothing to plan from. */
  'repair-not-checked': { mod: string }
  /** Whether the game runs cannot be seen, and what it has open must not be written; nothing was begun. */
  'game-unseen': Record<string, never>
  /** The game runs, and may have open what is to be put back; nothing was moved. */
  'undo-while-playing': Record<string, never>
  /** Nothing of that id is in the quarantine. */
  'quarantine-gone': Record<string, never>
  /** A file could not be put back or set aside. */
  'quarantine-stuck': { code: string }
}

const modId = v.pipe(v.number(), v.integer())
const paths = v.pipe(v.array(v.string()), v.maxLength(1_000_000))
const marks = v.pipe(v.string(), v.maxLength(1_000_000), v.regex(/^[01]*$/))
const ofSession = v.strictObject({ sessionId: v.pipe(v.string(), v.regex(/^[\w-]+$/)) })

export const repairContract = {
  /** Present and last repairs, one per mod. At most ten changes a second. */
  states: topic<RepairState[]>(),
  /** Bytes a second of the last repair that tells something; null before the first. */
  speed: call<number | null>()('reads', v.undefined()),
  /** Makes the plan from the mod's last check. Its files are asked for in so many pieces: all at once would hold main. */
  plan: call<PlanSummary & { pieces: number }>()('reads', v.strictObject({ modId })),
  /** A piece of a plan's files, from 0. */
  planFiles: call<PlanFiles>()('reads', v.strictObject({ planId: v.string(), piece })),
  /**
   * Repairs all that can be repaired of the mod's last check; after those in the queue. False: nothing was begun, the player should
   * see the plan first.
   */
  begin: call<boolean>()('harmless', v.strictObject({ modId })),
  /** Starts a plan with what was chosen of it. Answers when it has begun. */
  start: call<void>()(
    'harmless',
    v.strictObject({ planId: v.string(), choice: v.strictObject({ fetch: marks, rename: marks, extras: marks }) }),
  ),
  queue: topic<RepairQueueView>(),
  /** Adds mods to the queue: each is checked, and then installed, updated or repaired. */
  enqueue: call<void>()('harmless', v.strictObject({ modIds: v.pipe(v.array(modId), v.maxLength(1000)) })),
  moveUp: call<void>()('harmless', v.strictObject({ modId })),
  /** Pauses the whole queue. */
  pause: call<void>()('harmless', v.undefined()),
  /** Goes on with the queue. */
  goOn: call<void>()('harmless', v.undefined()),
  /** Goes on after a pause, or with a repair that was interrupted. */
  resume: call<void>()('harmless', v.strictObject({ modId })),
  /** Stops, and takes the mod out of the queue; what is fetched so far is kept, and `resume` goes on from there. */
  stop: call<void>()('harmless', v.strictObject({ modId })),
  /** Lets go of an interrupted or ended repair: its part files go, the quarantine stays. */
  dismiss: call<void>()('harmless', v.strictObject({ modId })),
  /** Moves all of a mod's files to the quarantine. */
  remove: call<void>()('player', v.strictObject({ modId })),
  quarantine: call<Quarantine>()('reads', v.undefined()),
  /** Shows the quarantine's folder in the file manager. */
  openQuarantine: call<void>()('player', v.undefined()),
  /** Puts a session's files back, or only those of `paths`. What stands there now goes to the quarantine. */
  undo: call<Restored>()('harmless', v.strictObject({ ...ofSession.entries, paths: v.nullable(paths) })),
  /** The one way to give up files of the quarantine for good: all that these sessions keep. */
  empty: call<{ bytes: number }>()(
    'player',
    v.strictObject({ sessionIds: v.pipe(v.array(ofSession.entries.sessionId), v.minLength(1), v.maxLength(10_000)) }),
  ),
  /** Mods whose list changed since their files were right. Lists are looked at on start and with each refresh. */
  updates: topic<ModUpdate[]>(),
  /** The files of a mod's update; null where there is none (any more). */
  listChange: call<ListChange | null>()('reads', v.strictObject({ modId })),
}
