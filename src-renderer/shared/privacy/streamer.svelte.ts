/** Streamer mode: while on, what is private is drawn as dots. The frame sets it from the settings. */
class Streamer {
  on = $state(false)
}

export const streamer = new Streamer()

/** A text, or dots while streamer mode is on; for attributes and options, where `Private` cannot stand. Read in a template it follows the switch. */
export const mask = (text: string): string => (streamer.on ? '••••••' : text)

const ABSOLUTE = /^(?:\/|\\\\|[a-z]:[\\/])/i

/** A folder or file of this computer by its last name; what is no absolute path stays as it is. */
export function lastName(path: string): string {
  if (!ABSOLUTE.test(path)) return path
  return `…/${path.split(/[\\/]/).findLast(Boolean) ?? ''}`
}

/** A folder or file of this computer; while streamer mode is on only its last name, since what stands above it names people. */
export const shownPath = (path: string): string => (streamer.on ? lastName(path) : path)

/** A message's facts, those that are paths as `shownPath` shows them. */
export const shownFacts = <T extends Readonly<Record<string, unknown>>>(facts: T): T =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'string' ? shownPath(fact) : fact]),
  ) as T
