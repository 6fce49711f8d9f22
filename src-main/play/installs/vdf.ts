/** A table of Valve's KeyValues text: names as in the file, values as text or tables. Numbers stay text, because ids may be long. */
export interface VdfTable {
  [name: string]: string | VdfTable
}

type Token = { kind: 'text'; text: string } | { kind: '{' } | { kind: '}' }

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\', '"': '"' }

/** Steam's files nest two or three levels deep. Deeper ones are refused. */
const DEEPEST = 64

const fail = (why: string): never => {
  throw new SyntaxError(`KeyValues: ${why}`)
}

/** Reads a quoted word that begins at `from`. Keeps unknown escapes as they are: old files have plain paths. */
function quoted(source: string, from: number): { text: string; next: number } {
  let text = ''
  for (let at = from + 1; at < source.length; at++) {
    const sign = source.charAt(at)
    if (sign === '"') return { text, next: at + 1 }
    if (sign !== '\\') {
      text += sign
      continue
    }
    const after = source.charAt(++at)
    text += ESCAPED[after] ?? `\\${after}`
  }
  return fail('a quote is not closed')
}

const BARE_WORD = /[^\s{}"]+/y

function* tokens(source: string): Generator<Token> {
  let at = source.startsWith('\uFEFF') ? 1 : 0
  while (at < source.length) {
    const sign = source.charAt(at)
    if (/\s/.test(sign)) at++
    else if (sign === '/' && source.charAt(at + 1) === '/') {
      const end = source.indexOf('\n', at)
      at = end < 0 ? source.length : end
    } else if (sign === '{' || sign === '}') {
      yield { kind: sign }
      at++
    } else if (sign === '"') {
      const { text, next } = quoted(source, at)
      yield { kind: 'text', text }
      at = next
    } else {
      BARE_WORD.lastIndex = at
      const text = BARE_WORD.exec(source)?.[0] ?? sign
      at += text.length
      if (!text.startsWith('[$')) yield { kind: 'text', text } // not a platform condition
    }
  }
}

const table = (): VdfTable => Object.create(null) as VdfTable

/**
 * Reads Valve's KeyValues text and decodes escapes. If a name occurs twice, the later value counts.
 * @throws SyntaxError if a brace or quote does not close, or a name has no value
 */
export function readVdf(source: string): VdfTable {
  const root = table()
  const open: VdfTable[] = [root]
  let name: string | undefined
  for (const token of tokens(source)) {
    const here = open.at(-1) ?? fail('a brace too many')
    if (token.kind === '}') {
      if (name !== undefined || open.length === 1) fail('a brace too many')
      open.pop()
    } else if (token.kind === '{') {
      if (name === undefined || open.length > DEEPEST) return fail('a table without a name')
      const inner = table()
      here[name] = inner
      open.push(inner)
      name = undefined
    } else if (name === undefined) name = token.text
    else {
      here[name] = token.text
      name = undefined
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
