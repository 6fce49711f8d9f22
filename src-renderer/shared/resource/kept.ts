const AT_MOST = 200
const kept = new Map<string, unknown>()

/** The last reading for a question, so that a screen shows something at once when it is opened again. */
export const keptReading = (key: string): unknown => kept.get(key)

/** Keeps a reading. If there are too many, the oldest one is dropped. */
export function keepReading(key: string, reading: unknown): void {
  kept.delete(key)
  kept.set(key, reading)
  const oldest = kept.keys().next().value
  if (kept.size > AT_MOST && oldest !== undefined) kept.delete(oldest)
}
