const AT_MOST = 200
const kept = new Map<string, unknown>()

/** The reading a screen showed last, so that coming back to it shows something at once. */
export const keptReading = (key: string): unknown => kept.get(key)

/** Keeps a reading; the oldest of many goes. */
export function keepReading(key: string, reading: unknown): void {
  kept.delete(key)
  kept.set(key, reading)
  const oldest = kept.keys().next().value
  if (kept.size > AT_MOST && oldest !== undefined) kept.delete(oldest)
}
