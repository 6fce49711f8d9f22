type Stored = Record<string, unknown>

/** One step from the version of its place in the list (0 → 1, 1 → 2, …). A step never drops what it does not know. */
const steps: ((stored: Stored) => Stored)[] = [(stored) => stored]

/** The version that today's app writes. */
export const SCHEMA_VERSION = steps.length

/** Brings stored settings to today's version. A file of a newer app is read as it is: fields that fit are used. */
export function migrate(stored: Stored): Stored {
  const from = typeof stored.version === 'number' ? stored.version : 0
  return steps.slice(from).reduce((value, step) => step(value), stored)
}
