const MOST_FILES = 64
const MOST_BYTES = 64 << 20

/**
 * Draws the places of the files that a quick check really hashes: up to 64 files and 64 MiB, at least one.
 * @param random numbers from 0 up to 1
 */
export function drawSample(count: number, bytesOf: (place: number) => number, random: () => number): number[] {
  const drawn: number[] = []
  // a shuffled deck of which only the cards that were moved are kept
  const moved = new Map<number, number>()
  const cardAt = (at: number) => moved.get(at) ?? at
  let bytes = 0
  let left = count
  for (let tries = Math.min(count, MOST_FILES * 4); tries > 0 && drawn.length < MOST_FILES; tries--) {
    const at = Math.min(left - 1, Math.floor(random() * left))
    const place = cardAt(at)
    moved.set(at, cardAt(--left))
    if (bytes + bytesOf(place) > MOST_BYTES) continue
    bytes += bytesOf(place)
    drawn.push(place)
  }
  if (drawn.length > 0 || count === 0) return drawn
  let least = 0
  for (let place = 1; place < count; place++) if (bytesOf(place) < bytesOf(least)) least = place
  return [least]
}
