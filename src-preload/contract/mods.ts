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
  | 'duplicate'
  | 'link-outside'

/** How a listed file was found. Every listed file ends in exactly one of these. */
export type ListedResult =
  'ok' | 'missing' | 'wrong-size' | 'wrong-hash' | 'unreadable' | 'case-differs' | 'unsafe-path' | 'unsupported-hash'

/** What a check can say about a file; `extra` is a file on disk that the list does not name. */
export type FileResult = ListedResult | 'extra'

/** How many files ended in each result. */
export type CheckCounts = Record<FileResult, number>

/**
 * One file that is not as the list says. `path` has forward slashes and begins with the mod's folder (an unsafe path
 * is as the list spells it). `expected` and `found` by result: sizes in bytes for wrong-size (and the expected size of
 * missing, the found size of extra), hex digests for wrong-hash, spellings for case-differs, an errno for unreadable,
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
export interface CheckProgress {
  filesDone: number
  filesTotal: number
  bytesDone: number
  bytesTotal: number
  /** Below the game folder; absent when nothing is being read. */
  currentFile?: string
  bytesPerSecond: number
}
