/** Letters that are written from the right: Hebrew, Arabic and their neighbours. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Marks that turn the direction of all that follows them. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/** What somebody named, so that its direction orders its own letters alone and not the sentence around it. */
export function isolated<T>(value: T): T | string {
  if (typeof value !== 'string') return value
  const bare = value.replace(TURNS, '')
  return FROM_RIGHT.test(bare) ? `\u2068${bare}\u2069` : bare
}
