import type { PartFile } from './part-file.ts'

/** The size of the range that is fetched from the first source while the second source sends the next range. */
const RANGE_BYTES = 8 << 20

/** Smaller files come from one source each, because the other source sends other files meanwhile. */
export const LONG_FILE_BYTES = 4 * RANGE_BYTES

/** The functions that fetch a long file. */
export interface TwoSources {
  /** Appends the first source's bytes up to `until`, or the whole file from its start if the source does not support ranges. */
  first: (until: number) => Promise<void>
  /** Fetches a range from the second source. Undefined if that fails or is stopped; never rejects. */
  second: (from: number, until: number, signal: AbortSignal) => Promise<Buffer | undefined>
  /** How much the second source delivers while the first delivers 1; 0 if it is not used. */
  share: () => number
}

/** Fetches the rest of a file from two sources at once, starting at the part's end. @throws Trouble of the first source */
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
      await ahead // nothing must continue after this function has ended
    }
  }
}
