/** The memory in which a list is read: single words, tables of characters, the list's text, and behind it a column for each thing that is read of a row. */

/** Single words, by their place. */
export const Word = {
  /** How far the text is read, and its end. */
  next: 256,
  end: 260,
  /** Rows that were read, and the most there is room for. */
  rows: 264,
  room: 268,
  /** Where the next path is written, its hash, and the length of the folder that all paths begin with. */
  out: 272,
  hash: 276,
  first: 280,
  /** Where the columns begin: of sizes (doubles), digests, the paths' addresses, and their hashes. */
  sizes: 284,
  digests: 288,
  paths: 292,
  hashes: 296,
  /** The index of rows by hash, and its length less one. */
  index: 300,
  mask: 304,
  /** A number that nobody needs. */
  unused: 312,
} as const

/** What stands between a row's values, each with a zero at its end. */
export const Literal = { open: 512, path: 544, hash: 576, name: 608, size: 640, close: 672, comma: 680 } as const
export const literals: Record<keyof typeof Literal, readonly string[]> = {
  open: ['{', '"Id"', ':'],
  path: [',', '"RelativPath"', ':'],
  hash: [',', '"Hash"', ':'],
  name: [',', '"FileName"', ':'],
  size: [',', '"Size"', ':'],
  close: ['}'],
  comma: [','],
}

/** By character what it may be in a path, and what it is worth as a hex digit (255: it is none). */
export const PATH_CLASSES = 768
export const Class = { none: 0, plain: 1, inner: 2 } as const
export const HEX_VALUES = 896

/** The text; the paths that are read are written over it, each with a zero at its end. */
export const TEXT = 1024

export const DIGEST_BYTES = 16
