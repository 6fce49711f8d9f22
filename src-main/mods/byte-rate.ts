/** Bytes per second over the last few seconds, so that one slow file does not make the number jump. */
export interface ByteRate {
  /** Tells the bytes so far at a time in ms; returns bytes per second. */
  tell(bytes: number, atMs: number): number
}

const WINDOW_MS = 3_000

/** Begins to measure. */
export function createByteRate(): ByteRate {
  const marks: { bytes: number; atMs: number }[] = []
  return {
    tell(bytes, atMs) {
      marks.push({ bytes, atMs })
      while (marks.length > 2 && atMs - (marks[0]?.atMs ?? atMs) > WINDOW_MS) marks.shift()
      const first = marks[0]
      if (!first || atMs <= first.atMs) return 0
      return Math.max(0, ((bytes - first.bytes) / (atMs - first.atMs)) * 1000)
    },
  }
}
