import * as v from 'valibot'
import type { WireFailure } from './failure.ts'
import { call, job, topic } from './members.ts'
import type { FileProgress } from './progress.ts'
import { modId, piece } from './repair.ts'

export type PathRefusal =
  | 'not-a-path'
  | 'absolute'
  | 'drive'
  | 'unc'
  | 'dot-dot'
  | 'nul'
  | 'control-character'
  | 'illegal-character'
  | 'not-unicode'
  | 'alternate-stream'
  | 'reserved-name'
  | 'trailing-dot-or-space'
  | 'empty-segment'
  | 'too-long'
  | 'outside-mod-folder'
  | 'no-mod-folder'
  | 'shell-file'
  | 'duplicate'
  | 'link-outside'

/** The result for a listed file. Every listed file has exactly one. */
export type ListedResult =
  'ok' | 'missing' | 'wrong-size' | 'wrong-hash' | 'unreadable' | 'case-differs' | 'unsafe-path' | 'unsupported-hash'

/**
 * The result for any file. `extra`: a file on the disk that is not in the list, or a folder without listed files whose content cannot
 * be read.
 */
export type FileResult = ListedResult | 'extra'

export type CheckCounts = Record<FileResult, number>

/** The number of damaged files of a mod: listed files that differ from the list. Extras do not count. */
export const filesThatDiffer = ({ ok: _right, extra: _extra, ...wrong }: CheckCounts): number =>
  Object.values(wrong).reduce((sum, count) => sum + count, 0)

/**
 * One file that differs from the list. `path` has forward slashes and begins with the mod's folder; an unsafe path is as in the list.
 * `expected` and `found` depend on the result: sizes in bytes for wrong-size, the expected size for missing, the found size for extra
 * (the errno of a folder that cannot be read), hex digests for wrong-hash, spellings for case-differs, an errno for unreadable, a
 * {@link PathRefusal} for unsafe-path, the listed digest for unsupported-hash. Null if there is no value.
 */
export interface Problem {
  path: string
  result: Exclude<FileResult, 'ok'>
  expected: string | number | null
  found: string | number | null
}

/** Why the community's server did not give a hash list. */
const unloaded = ['unreachable', 'offline', 'dns', 'tls', 'http-error'] as const

/** Why a hash list is not trusted. Such a list never leads to `ready` and never changes a file. */
export type ListDistrust =
  (typeof unloaded)[number] | 'not-json' | 'wrong-shape' | 'empty' | 'no-usable-entry' | 'refused-rows' | 'shrunk'

/** True if a list is not trusted because the community's server did not give it, and not for what is in it. `why`: a {@link ListDistrust} */
export const isUnloaded = (why: string): boolean => unloaded.some((one) => one === why)

/** True for a list that got much shorter: the player judges it, no check may. */
export const isForPlayer = (why: string): boolean => why === 'shrunk'

/** Quick: trusts earlier digests of files with the same stats; hashes changed files and a random sample. Full: reads every byte. */
export type CheckTier = 'quick' | 'full'

/** Progress of a check. Bytes and files from an earlier part of the same check count as done. */
export interface CheckProgress extends FileProgress {
  /** Path from the game folder on; absent while no file is being read. */
  currentFile?: string
}

/** The check that runs, as the job bar shows it. */
export interface RunningCheck {
  modId: number
  modName: string
  /** False for a quick check that reads only a part of what no check has read, and so ends soon. */
  isWhole: boolean
  isPaused: boolean
  progress: CheckProgress
}

type Counted = Pick<CheckSummary, 'counts' | 'filesListed' | 'refused'>

/** True if the mod has no files on the disk. */
export const isAbsent = ({ counts, filesListed, refused }: Counted): boolean =>
  counts.missing + refused === filesListed && counts.extra === 0

/** The result of a check. `stale`: a quick check found no problem, but could not verify all files. */
export interface CheckSummary {
  tier: CheckTier
  result: 'ready' | 'damaged' | 'stale'
  counts: CheckCounts
  filesListed: number
  /** Rows of the list by which no file can be checked or repaired. While there are any, the mod cannot be ready. */
  refused: number
  unverified: number
  bytesHashed: number
  /** Identifies the list's content. */
  listVersion: string
  /** Bytes that a repair must fetch, according to the sizes in the list. */
  missingBytes: number
  /** When the check began, in milliseconds since 1970. It identifies the check. */
  startedAtMs: number
  /** ISO instant. */
  checkedAt: string
  /**
   * ISO instant of the last full check that is still valid: it found all files of this list right, and so did every later quick check.
   * Null if there is none.
   */
  fullAt: string | null
  /** False from a check that finds none of its files until one that finds nothing wrong. */
  isInstalled: boolean
}

/** True if a first install has not come to its end. */
export const isPartlyInstalled = ({ isInstalled, counts }: Pick<CheckSummary, 'isInstalled' | 'counts'>): boolean =>
  !isInstalled && counts.ok > 0

/** A refused list. The mod's state does not change. */
export interface Distrust {
  reason: ListDistrust
  detail: string
  /** ISO instant. */
  at: string
}

/**
 * The state of a mod:
 *
 *     any ─check→ verifying → ready │ stale │ damaged
 *     verifying ─window or app ends→ interrupted ─full check→ verifying
 *
 * A full check is `interrupted` by the end of its window or of the app. The next one continues without reading a file twice.
 */
export type Verification =
  | { state: 'unknown'; last: null }
  /** `forGame`: paused because the game runs. It continues automatically afterwards. */
  | { state: 'verifying'; tier: CheckTier; paused: boolean; forGame: boolean; last: CheckSummary | null }
  | { state: 'interrupted'; filesDone: number; filesTotal: number; last: CheckSummary | null }
  | { state: 'ready' | 'stale' | 'damaged'; last: CheckSummary }

export interface ModView {
  id: number
  name: string
  description: string
  imageUrl: string
  /** The community lists inactive mods too, but does not play them now. */
  active: boolean
  hasFiles: boolean
  /** Name of its folder; '' if it has none. */
  folder: string
  verification: Verification
  distrust: Distrust | null
  /** True if a repair works on it. It cannot be checked now. */
  held: boolean
}

/** All mods, and the folder that they are in. */
export interface ModsView {
  /** Absolute; null until one is chosen. */
  gameDir: string | null
  /** False if the game folder does not exist. */
  gameDirExists: boolean
  mods: ModView[]
  /** ISO instant of the list of mods; null before the first one. */
  asOf: string | null
  /** Why the list of mods is a stored copy; null if it is not one. */
  refreshFailure: WireFailure | null
}

export type CheckOutcome = { trusted: true; summary: CheckSummary } | { trusted: false; distrust: Distrust }

export const modsContract = {
  state: topic<ModsView>(),
  /** Whoever started the check. Null until it knows what there is to read, and after its end. */
  running: topic<RunningCheck | null>(),
  refresh: call<void>()('reads', v.undefined()),
  /**
   * Checks a mod. Continues a paused full check. `acceptShorter`: the player accepts a list with less than half of the former files.
   */
  check: job<never, CheckOutcome>()(
    'harmless',
    v.strictObject({
      modId,
      tier: v.picklist(['quick', 'full']),
      acceptShorter: v.optional(v.boolean(), false),
    }),
  ),
  pause: call<void>()('harmless', v.strictObject({ modId })),
  resume: call<void>()('harmless', v.strictObject({ modId })),
  forget: call<void>()('harmless', v.strictObject({ modId })),
  /** A piece of the last check's problems, counted from 0, and the number of pieces. All problems at once would block main. */
  problems: call<{ problems: Problem[]; pieces: number }>()('reads', v.strictObject({ modId, piece })),
  openFolder: call<void>()('player', v.strictObject({ modId })),
}
