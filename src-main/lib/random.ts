/** A number in [0, 2^32) from a text. The same text always gives the same number. */
export function hashOf(text: string): number {
  let hash = 2166136261
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 2246822519)
  hash ^= hash >>> 13
  return hash >>> 0
}

/** Random numbers of a seed (mulberry32). The same seed always gives the same sequence. */
export function createRandom(seed: string) {
  let state = hashOf(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    /** In [0, 1). */
    next,
    /** From `least` to `most`, both included. */
    whole,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new Error('nothing to pick from')
      return list[whole(0, list.length - 1)] as T
    },
    chance: (share: number): boolean => next() < share,
    shuffled: <T>(list: readonly T[]): T[] => {
      const left = [...list]
      for (let at = left.length - 1; at > 0; at--) {
        const other = whole(0, at)
        ;[left[at], left[other]] = [left[other] as never, left[at] as never]
      }
      return left
    },
  }
}

export type Random = ReturnType<typeof createRandom>
