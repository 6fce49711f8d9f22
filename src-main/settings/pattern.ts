export interface Pattern {
  /** Whether the whole text fits. */
  test(text: string): boolean
}

/** Longest pattern, and longest text that can fit. */
const MOST_SIGNS = 100
const MOST_TEXT = 64

/** The time of a test grows with the text's length to the power of this. */
const MOST_REPETITIONS = 2
const REPETITION = /[+*?]|,\d+\}/g

/** Parts of `[class]`, `\d`, `\w`, an escaped or a plain character, each perhaps with a quantifier. */
const SHAPE =
  /^\^?(?:(?:\[(?:\\[dw.:@/-]|[\w .:@/-])+\]|\\[dw.:@/-]|[\w :@/-])(?:\{\d{1,3}(?:,\d{1,3})?\}|[+*?])?)+\$?$/

/**
 * Reads a pattern of a profile. It is a regular expression for the whole text, with only characters, classes, `\d`, `\w`, `{n}`, and at
 * most two of `{m,n}`, `+`, `*` and `?`. So no test takes long.
 * @returns undefined if it is invalid
 */
export function readPattern(text: string): Pattern | undefined {
  if (text.length > MOST_SIGNS || (text.match(REPETITION) ?? []).length > MOST_REPETITIONS || !SHAPE.test(text))
    return undefined
  try {
    const whole = new RegExp(`^(?:${text})$`)
    return { test: (subject) => subject.length <= MOST_TEXT && whole.test(subject) }
  } catch {
    return undefined // a range or a quantifier that runs backwards
  }
}
