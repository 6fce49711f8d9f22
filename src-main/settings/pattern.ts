/** How a text must look. */
export interface Pattern {
  /** Whether the whole text fits. */
  test(text: string): boolean
}

/** Longest pattern, longest text that can fit, and most characters that a pattern's repetitions expand to. */
const MOST_SIGNS = 100
const MOST_TEXT = 256
const MOST_PARTS = 128

/** `[class]`, `\d`, `\w`, an escaped or a plain character, and perhaps a quantifier. */
const PART = /(\[(?:\\?[\w .:@/-])+\]|\\[dw.:@/-]|[\w :@/-])(\{\d{1,3}(?:,\d{1,3})?\}|[+*?])?/y
const ANY_DIGIT = '0123456789'
const ANY_WORD = `${ANY_DIGIT}ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_`

/** One place of the text: the allowed characters, whether it may be missing, and whether it may repeat. */
interface Part {
  signs: ReadonlySet<string>
  optional: boolean
  again: boolean
}

/** The characters of a range such as `a-z`; none if it runs backwards. */
const range = (from: string, to: string): string[] =>
  Array.from({ length: Math.max(0, to.charCodeAt(0) - from.charCodeAt(0) + 1) }, (_, at) =>
    String.fromCharCode(from.charCodeAt(0) + at),
  )

function signsOf(part: string): ReadonlySet<string> {
  if (part === '\\d') return new Set(ANY_DIGIT)
  if (part === '\\w') return new Set(ANY_WORD)
  if (!part.startsWith('[')) return new Set(part.slice(-1))
  const signs = new Set<string>()
  for (const [unit = '', from, to] of part.slice(1, -1).matchAll(/(\w)-(\w)|\\?[^]/g))
    if (from !== undefined && to !== undefined) for (const sign of range(from, to)) signs.add(sign)
    else if (unit.startsWith('\\') && unit.length === 2) for (const sign of signsOf(unit)) signs.add(sign)
    else signs.add(unit)
  return signs
}

/** How often a part may occur, by its quantifier. */
function countOf(quantifier: string | undefined): { least: number; most: number } {
  if (quantifier === undefined) return { least: 1, most: 1 }
  if (quantifier === '+') return { least: 1, most: Infinity }
  if (quantifier === '*') return { least: 0, most: Infinity }
  if (quantifier === '?') return { least: 0, most: 1 }
  const [least = 0, most = least] = quantifier.slice(1, -1).split(',').map(Number)
  return { least, most }
}

/** The pattern as a list of single characters; undefined if it is invalid. */
function partsOf(text: string): Part[] | undefined {
  const parts: Part[] = []
  const body = text.replace(/^\^/, '').replace(/\$$/, '')
  const part = new RegExp(PART)
  while (part.lastIndex < body.length) {
    const found = part.exec(body)
    if (!found) return undefined
    const signs = signsOf(found[1] ?? '')
    const { least, most } = countOf(found[2])
    if (signs.size === 0 || most < Math.max(least, 1)) return undefined
    const length = Number.isFinite(most) ? most : Math.max(least, 1)
    for (let at = 0; at < length && parts.length <= MOST_PARTS; at++)
      parts.push({ signs, optional: at >= least, again: most === Infinity && at === length - 1 })
  }
  return parts.length === 0 || parts.length > MOST_PARTS ? undefined : parts
}

/**
 * Reads a pattern of a profile. It is a regular expression for the whole text, with only characters, classes, `\d`, `\w`, `{n}`,
 * `{m,n}`, `+`, `*` and `?`. So the time of a test is at most the text's length times the pattern's.
 * @returns undefined if it is invalid
 */
export function readPattern(text: string): Pattern | undefined {
  const parts = text.length <= MOST_SIGNS ? partsOf(text) : undefined
  if (!parts) return undefined
  /** Adds the place `at`, and the later ones that need no further character. */
  const enter = (places: Set<number>, at: number): void => {
    for (let place = at; !places.has(place); place++) {
      places.add(place)
      if (!parts[place]?.optional) return
    }
  }
  return {
    test(subject) {
      if (subject.length > MOST_TEXT) return false
      let places = new Set<number>()
      enter(places, 0)
      for (const sign of subject) {
        const next = new Set<number>()
        for (const place of places) {
          const part = parts[place]
          if (!part?.signs.has(sign)) continue
          if (part.again) next.add(place)
          enter(next, place + 1)
        }
        places = next
      }
      return places.has(parts.length)
    },
  }
}
