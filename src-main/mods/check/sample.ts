const MOST_FILES = 64
const MOST_BYTES = 64 << 20

/** Pseudo-random numbers in [0, 1) from a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = Math.floor(seed * 2 ** 32)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws the sample of files that a quick check hashes: up to 64 files and 64 MiB, but at least one file. @param seed 0 to 1 */
export function drawSample<T>(files: readonly T[], bytesOf: (file: T) => number, seed: number): T[] {
  const random = seeded(seed)
  const deck = [...files]
  const drawn: T[] = []
  let bytes = 0
  for (let tries = Math.min(deck.length, MOST_FILES * 4); tries > 0 && drawn.length < MOST_FILES; tries--) {
    const at = Math.floor(random() * deck.length)
    const [file] = deck.splice(at, 1, deck.at(-1) as T)
    deck.pop()
    if (file === undefined || bytes + bytesOf(file) > MOST_BYTES) continue
    bytes += bytesOf(file)
    drawn.push(file)
  }
  if (drawn.length > 0 || files.length === 0) return drawn
  return [files.reduce((least, file) => (bytesOf(file) < bytesOf(least) ? file : least))]
}
