/** A table of Valve's KeyValues text: names as in the file, values as text or tables. Numbers stay text, because ids may be long. */
export interface VdfTable {
  [name: string]: string | VdfTable
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\', '"': '"' }

/** Steam's files nest two or three levels deep. Deeper ones are refused. */
const DEEPEST = 64

const fail = (why: string): never => {
  throw new SyntaxError(`KeyValues: ${why}`)
}

/** A comment, a brace, a quoted word, a bare word, or a quote that does not close. */
const TOKEN = /\/\/[^\n]*|[{}]|"([^"\\]*(?:\\[^][^"\\]*)*)"|[^\s{}"]+|"/g

/** Decodes a quoted word. Keeps unknown escapes as they are: old files have plain paths. */
const unescaped = (quoted: string): string =>
  quoted.replace(/\\([^])/g, (escape, sign: string) => ESCAPED[sign] ?? escape)

const table = (): VdfTable => Object.create(null) as VdfTable

/**
 * Reads Valve's KeyValues text and decodes escapes. If a name occurs twice, the later value counts.
 * @throws SyntaxError if a brace or quote does not close, or a name has no value
 */
export function readVdf(source: string): VdfTable {
  const root = table()
  const open: VdfTable[] = [root]
  let name: string | undefined
  for (const [token, quoted] of source.matchAll(TOKEN)) {
    const here = open.at(-1) ?? fail('a brace too many')
    if (token.startsWith('//') || token.startsWith('[$')) continue // a comment, or a condition of a platform
    if (token === '"') fail('a quote is not closed')
    if (token === '}') {
      if (name !== undefined || open.length === 1) fail('a brace too many')
      open.pop()
    } else if (token === '{') {
      if (name === undefined || open.length > DEEPEST) return fail('a table without a name')
      const inner = table()
      here[name] = inner
      open.push(inner)
      name = undefined
    } else {
      const text = quoted === undefined ? token : unescaped(quoted)
      if (name === undefined) name = text
      else {
        here[name] = text
        name = undefined
      }
    }
  }
  if (name !== undefined || open.length > 1) fail('the end is missing')
  return root
}

/** The value at a path of names. Ignores upper and lower case, as Steam does. */
export function vdfAt(from: VdfTable, ...path: string[]): string | VdfTable | undefined {
  let value: string | VdfTable | undefined = from
  for (const step of path) {
    if (typeof value !== 'object') return undefined
    const found: string | undefined = Object.keys(value).find((name) => name.toLowerCase() === step.toLowerCase())
    value = found === undefined ? undefined : value[found]
  }
  return value
}

/** The text at a path of names; undefined if there is none. */
export function vdfText(from: VdfTable, ...path: string[]): string | undefined {
  const value = vdfAt(from, ...path)
  return typeof value === 'string' ? value : undefined
}
