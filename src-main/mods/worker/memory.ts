/** The memory of one hashing thread: what its programs work on, and what main reads of it. All places are in bytes. */

export const BLOCK_BYTES = 64
/** Streams that are digested side by side: two sets of four. */
export const SETS = 2
export const LANES = SETS * 4
/** What is read into a lane at once. Eight of them fit a processor's second cache. */
export const LANE_BYTES = 128 << 10
/** Room for the padding, and lanes that do not begin at the same place of a memory page. */
export const LANE_ROOM = LANE_BYTES + 5 * BLOCK_BYTES

/** The most files that `hash-short` takes in one batch. */
export const MOST_SHORT = 256
/** The most that their paths take. */
export const PATHS_ROOM = 256 << 10

/** Where a lane's words stand: its blocks that are left, where the next one is, the place of its file (−1: free). */
export const Lane = { at: 256, bytes: 16, blocks: 0, next: 4, place: 8 } as const

/** Single words. */
export const Word = {
  /** Read by main: the place of the file that is being read, and (a double) all bytes digested so far. */
  reading: 512,
  allBytes: 520,
  /** How many files are in the batch, and the next one; where its path begins. */
  count: 528,
  file: 532,
  path: 536,
  wantsStats: 540,
  /** What was done: files with the listed digest, and bytes digested. */
  same: 544,
  bytes: 548,
  /** What WASI gives and takes: a file's number, how much was read, and where to (an address and a length). */
  fd: 552,
  got: 556,
  into: 560,
  /** A stat as WASI writes it. */
  stat: 576,
} as const

/** Lanes' states stand at the begin, their buffers from here on. */
export const LANES_AT = 4096
const TABLES_AT = LANES_AT + LANES * LANE_ROOM

/** What stands behind the lanes: by file its size (a double), digest, stat, and whether it has that digest; then paths. */
export const Table = {
  sizes: TABLES_AT,
  digests: TABLES_AT + MOST_SHORT * 8,
  stats: TABLES_AT + MOST_SHORT * 24,
  isSame: TABLES_AT + MOST_SHORT * 56,
  paths: TABLES_AT + MOST_SHORT * 57,
} as const

export const MEMORY_BYTES = Table.paths + PATHS_ROOM + 1
