import type { PartFile } from './part-file.ts'

/** Bytes of the range that the first source brings while the second brings the next one. */
const RANGE_BYTES = 8 << 20

/** Files below this size come from one source: others come from the other meanwhile. */
export const LONG_FILE_BYTES = 4 * RANGE_BYTES

/** What a long file is fetched by. */
export interface TwoSources {
  /** Appends what the first source has up to here, or all of it from its begin where it knows no ranges. */
  first: (until: number) => Promise<void>
  /** What the second source has of a range; undefined where it fails or is stopped; never rejects. */
  second: (from: number, until: number, signal: AbortSignal) => Promise<Buffer | undefined>
  /** How much the second brings while the first brings 1; 0 where it is not asked. */
  share: () => number
}

/** Fetches a file from its part's end on from two sources at once. @throws Trouble of the first source */
export async function fetchFromTwo(part: PartFile, size: number, { first, second, share }: TwoSources): Promise<void> {
  while (part.size < size) {
    const secondBytes = Math.round(RANGE_BYTES * share())
    const middle = secondBytes > 0 ? Math.min(size, part.size + RANGE_BYTES) : size
    const until = Math.min(size, middle + secondBytes)
    const stop = new AbortController()
    const ahead = until > middle ? second(middle, until, stop.signal) : undefined
    try {
      await first(middle)
      const bytes = await ahead
      if (bytes && part.size === middle) await part.append(bytes)
    } finally {
      stop.abort()
      await ahead // nothing goes on behind the back of who stops this
    }
  }
}
