const MOST_FILES = 64
const MOST_BYTES = 64 << 20

/**
 * Draws the files that a quick check really hashes: up to 64 files and 64 MiB, at least one.
 * @param random numbers from 0 up to 1
 */
export function drawSample<T>(items: readonly T[], bytesOf: (item: T) => number, random: () => number): T[] {
  const drawn: T[] = []
  const pool = [...items]
  let bytes = 0
  for (let tries = Math.min(pool.length, MOST_FILES * 4); tries > 0 && drawn.length < MOST_FILES; tries--) {
    const place = Math.min(pool.length - 1, Math.floor(random() * pool.length))
    const item = pool[place] as T
    pool[place] = pool[pool.length - 1] as T
    pool.pop()
    if (bytes + bytesOf(item) > MOST_BYTES) continue
    bytes += bytesOf(item)
    drawn.push(item)
  }
  if (drawn.length > 0 || items.length === 0) return drawn
  return [items.reduce((least, item) => (bytesOf(item) < bytesOf(least) ? item : least))]
}
