/** Streamer mode: while it is on, private values are dots. The frame sets it from the settings. */
class Streamer {
  on = $state(false)
}

export const streamer = new Streamer()

/** A text, or dots in streamer mode, for attributes and options, which cannot contain `Private`. In a template it follows the switch. */
export const mask = (text: string): string => (streamer.on ? '••••••' : text)

/** `Ole Tams` → `O•• T•••`, `NH417702` → `••••••02`: enough to tell hidden names and numbers apart. */
export const hint = (text: string): string =>
  /\d{2}$/.test(text) ? text.slice(0, -2).replace(/./gu, '•') + text.slice(-2) : text.replace(/(?<=\S)\S/gu, '•')

/** A name or number, or its hint in streamer mode. */
export const hinted = (text: string): string => (streamer.on ? hint(text) : text)

const ABSOLUTE = /^(?:\/|\\\\|[a-z]:[\\/])/i

/** The last name of an absolute path. Other text stays unchanged. */
export function lastName(path: string): string {
  if (!ABSOLUTE.test(path)) return path
  return `…/${path.split(/[\\/]/).findLast(Boolean) ?? ''}`
}

/** A path. In streamer mode it is only the last name, because the folders above may contain people's names. */
export const shownPath = (path: string): string => (streamer.on ? lastName(path) : path)

/** A message's facts, with `shownPath` applied to their texts. */
export const shownFacts = <T extends Readonly<Record<string, unknown>>>(facts: T): T =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'string' ? shownPath(fact) : fact]),
  ) as T
