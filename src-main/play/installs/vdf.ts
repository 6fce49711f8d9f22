/** A table of Valve's KeyValues text: names as written, values as text (long ids stay text) or tables. */
export interface VdfTable {
  [name: string]: string | VdfTable
}

type Token = { kind: 'text'; text: string } | { kind: '{' } | { kind: '}' }

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\', '"': '"' }

/** Files nest two or three deep; more than this is no file of Steam's. */
const DEEPEST = 64

const fail = (why: string): never => {
  throw new SyntaxError(`KeyValues: ${why}`)
}

/** Reads a quoted word that begins at `from`; an unknown escape stands for itself, as in old files with plain paths. */
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
      if (!text.startsWith('[$')) yield { kind: 'text', text } // a platform condition is no value
    }
  }
}

const table = (): VdfTable => Object.create(null) as VdfTable

/**
 * Reads Valve's KeyValues text, escapes decoded. Of two equal names the later one counts.
 * @throws SyntaxError when braces or quotes do not close, or a name has no value
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

/** The value at a path of names, upper and lower case being the same, as Steam reads it. */
export function vdfAt(from: VdfTable, ...path: string[]): string | VdfTable | undefined {
  let value: string | VdfTable | undefined = from
  for (const step of path) {
    if (typeof value !== 'object') return undefined
    const found: string | undefined = Object.keys(value).find((name) => name.toLowerCase() === step.toLowerCase())
    value = found === undefined ? undefined : value[found]
  }
  return value
}

/** The text at a path of names; undefined when there is none. */
export function vdfText(from: VdfTable, ...path: string[]): string | undefined {
  const value = vdfAt(from, ...path)
  return typeof value === 'string' ? value : undefined
}
