const AT_MOST = 200
const byReader = new WeakMap<object, Map<string, unknown>>()

/** The last reading for a question to this reader, so that a screen shows something at once when it is opened again. */
export const keptReading = (reader: object, key: string): unknown => byReader.get(reader)?.get(key)

/** Keeps a reading. If there are too many, the oldest one is dropped. */
export function keepReading(reader: object, key: string, reading: unknown): void {
  const kept = byReader.get(reader) ?? new Map<string, unknown>()
  byReader.set(reader, kept)
  kept.delete(key)
  kept.set(key, reading)
  const oldest = kept.keys().next().value
  if (kept.size > AT_MOST && oldest !== undefined) kept.delete(oldest)
}
