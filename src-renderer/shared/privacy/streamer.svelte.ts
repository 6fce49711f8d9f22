/** Streamer mode: while on, what is private is drawn as dots. The frame sets it from the settings. */
class Streamer {
  on = $state(false)
}

export const streamer = new Streamer()

/** A text, or dots while streamer mode is on; for attributes and options, where `Private` cannot stand. Read in a template it follows the switch. */
export const mask = (text: string): string => (streamer.on ? '••••••' : text)

/** `Ole Tams` → `O•• T•••`, `NH417702` → `••••••02`: what tells hidden names and numbers apart. */
export const hint = (text: string): string =>
  /\d{2}$/.test(text) ? text.slice(0, -2).replace(/./gu, '•') + text.slice(-2) : text.replace(/(?<=\S)\S/gu, '•')

/** A name or number, or its hint while streamer mode is on. */
export const hinted = (text: string): string => (streamer.on ? hint(text) : text)

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
