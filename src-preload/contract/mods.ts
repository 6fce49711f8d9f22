import * as v from 'valibot'
import { call, job, topic } from './members.ts'
import type { FileProgress } from './progress.ts'

/** Why a path of a hash list is refused. Each refusal is its own reason. */
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

/** How a listed file was found. Every listed file ends in exactly one of these. */
export type ListedResult =
  'ok' | 'missing' | 'wrong-size' | 'wrong-hash' | 'unreadable' | 'case-differs' | 'unsafe-path' | 'unsupported-hash'

/**
 * What a check can say about a file; `extra` is a file on disk that the list does not name, or a folder that holds no listed
 * file and cannot be listed, so that nothing can be said of what is in it.
 */
export type FileResult = ListedResult | 'extra'

/** How many files ended in each result. */
export type CheckCounts = Record<FileResult, number>

/** The one number of damage that a mod is told with: listed files that are not as the list says. Extras harm no file. */
export const filesThatDiffer = ({ ok: _right, extra: _extra, ...wrong }: CheckCounts): number =>
  Object.values(wrong).reduce((sum, count) => sum + count, 0)

/**
 * One file that is not as the list says. `path` has forward slashes and begins with the mod's folder (an unsafe path
 * is as the list spells it). `expected` and `found` by result: sizes in bytes for wrong-size (and the expected size of
 * missing, the found size of extra; of a folder that cannot be listed its errno), hex digests for wrong-hash, spellings for case-differs, an errno for unreadable,
 * a {@link PathRefusal} for unsafe-path, the digest as listed for unsupported-hash; null where there is nothing.
 */
export interface Problem {
  path: string
  result: Exclude<FileResult, 'ok'>
  expected: string | number | null
  found: string | number | null
}

/** Why a hash list is not trusted. Such a list never leads to "ready" and never to changing a file. */
export type ListDistrust =
  'unreachable' | 'http-error' | 'not-json' | 'wrong-shape' | 'empty' | 'no-usable-entry' | 'shrunk'

/** Quick: stats against the digests of earlier checks, what changed and a random sample hashed. Full: every byte read. */
export type CheckTier = 'quick' | 'full'

/** How far a check is. Bytes and files that an earlier part of the same check found count as done. */
export interface CheckProgress extends FileProgress {
  /** Below the game folder; absent when nothing is being read. */
  currentFile?: string
}

/** Nothing of the mod is there. */
export const isAbsent = ({ counts, filesListed }: Pick<CheckSummary, 'counts' | 'filesListed'>): boolean =>
  counts.missing === filesListed && counts.extra === 0

/** What a check came to. `stale`: nothing wrong was seen, but a quick check cannot vouch for `unverified` files. */
export interface CheckSummary {
  tier: CheckTier
  verdict: 'ready' | 'damaged' | 'stale'
  counts: CheckCounts
  filesListed: number
  unverified: number
  bytesHashed: number
  /** Milliseconds from asking for the list to the verdict. */
  durationMs: number
  /** ISO instant. */
  checkedAt: string
  /**
   * ISO instant of the last full check whose word still stands: it found this list's files to be right, and so did each quick
   * check since. Null: there is none.
   */
  fullAt: string | null
}

/** A list that was refused. The mod's state stays what it was. */
export interface Distrust {
  reason: ListDistrust
  detail: string
  /** ISO instant. */
  at: string
}

/**
 * Where a mod stands:
 *
 *     unknown ─quick→ ready │ stale │ damaged
 *     any ─full→ verifying ⇄ paused → ready │ damaged
 *
 * A full check that lost its window or its app is `paused`, and goes on without reading a file twice.
 */
export type Verification =
  | { state: 'unknown' }
  /** `forGame`: paused because the game runs; it goes on by itself after. */
  | { state: 'verifying'; tier: CheckTier; paused: boolean; forGame: boolean; last: CheckSummary | null }
  | { state: 'paused'; filesDone: number; filesTotal: number; last: CheckSummary | null }
  | { state: 'ready' | 'stale' | 'damaged'; last: CheckSummary }

/** A mod as the player sees it. */
export interface ModView {
  id: number
  name: string
  description: string
  imageUrl: string
  /** Inactive mods are told by the community, but not played now. */
  active: boolean
  hasFiles: boolean
  /** Name of its folder; '' if it has none. */
  folder: string
  verification: Verification
  distrust: Distrust | null
  /** What a repair would fetch after the last check, as far as the list says. */
  fetchBytes: number
  /** Repair works on it: it cannot be checked now. */
  held: boolean
}

/** All mods, and the folder that they are in. */
export interface ModsView {
  /** Absolute; null until one is chosen. */
  gameDir: string | null
  /** False: the game folder is not there (any more). */
  gameDirExists: boolean
  mods: ModView[]
  /** ISO instant of the list of mods; null before the first. */
  asOf: string | null
  /** Whether the list of mods is a stored copy. */
  stored: boolean
}

/** How a check ended. */
export type CheckOutcome = { trusted: true; summary: CheckSummary } | { trusted: false; distrust: Distrust }

export interface ModsFailures {
  /** No such mod, or one without files. */
  'mod-not-checkable': { id: number }
  /** The mod is being checked or repaired. */
  'mod-busy': { mod: string }
  /** What the last check found cannot be read (any more). */
  'problems-unreadable': { mod: string }
  'game-dir-not-chosen': Record<string, never>
  /** The game folder is not there or cannot be listed. */
  'game-dir-unusable': { path: string; errno: string }
}

const modId = v.pipe(v.number(), v.integer())
export const piece = v.pipe(v.number(), v.integer(), v.minValue(0))

export const modsContract = {
  state: topic<ModsView>(),
  /** Reads the list of mods anew. */
  refresh: call<void>()('reads', v.undefined()),
  /**
   * Checks a mod. A full check that was paused goes on. `acceptShorter`: the player says that a list with under half of the
   * former files is right.
   */
  check: job<CheckProgress, CheckOutcome>()(
    'harmless',
    v.strictObject({
      modId,
      tier: v.picklist(['quick', 'full']),
      acceptShorter: v.optional(v.boolean(), false),
    }),
  ),
  pause: call<void>()('harmless', v.strictObject({ modId })),
  resume: call<void>()('harmless', v.strictObject({ modId })),
  /** Forgets a paused check. */
  forget: call<void>()('harmless', v.strictObject({ modId })),
  /** A piece of the last check's problems, from 0, and how many pieces there are: all at once would hold main. */
  problems: call<{ problems: Problem[]; pieces: number }>()('reads', v.strictObject({ modId, piece })),
  /** Shows the mod's folder in the file manager. */
  openFolder: call<void>()('player', v.strictObject({ modId })),
}
