const [QUOTE, BACKSLASH, OPEN_BRACE = 0, CLOSE_BRACE, OPEN_BRACKET = 0, CLOSE_BRACKET] = Buffer.from('"\\{}[]')

/** The offset of the closing quote of the string that begins at `begin`. Without one, it is beyond the end of the bytes. */
function endOfString(bytes: Uint8Array, begin: number): number {
  let at = begin + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

/** The begin and end of each object that is an element of an array, but not inside another such object. */
function* rowsIn(bytes: Uint8Array): Generator<[begin: number, end: number]> {
  const open: number[] = []
  let begin = 0
  /** The number of open brackets around the current row; -1 outside of rows. */
  let depth = -1
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      if (depth < 0 && byte === OPEN_BRACE && open.at(-1) === OPEN_BRACKET) [begin, depth] = [at, open.length]
      open.push(byte)
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      open.pop()
      if (open.length !== depth) continue
      yield [begin, at + 1]
      depth = -1
    }
  }
}

/**
 * Parses JSON, and replaces each object that is an element of an array by the result of `take` before it parses the next one. The whole
 * tree of a long list would need many times the memory of the used fields.
 * @throws SyntaxError if the whole text is not JSON
 */
export function parseWithRows(json: Uint8Array, take: (row: Readonly<Record<string, unknown>>) => object): unknown {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  const rows: object[] = []
  let around = ''
  const some: string[] = []
  let from = 0
  for (const [begin, end] of rowsIn(bytes)) {
    some.push(bytes.toString('utf8', from, begin), `{"row":${rows.length}}`)
    if (some.length > 2000) around += some.splice(0).join('')
    rows.push(take(JSON.parse(bytes.toString('utf8', begin, end)) as Record<string, unknown>))
    from = end
  }
  some.push(bytes.toString('utf8', from))
  const text = (around + some.join('')).replace(/^\uFEFF/, '')
  return JSON.parse(text, function (this: unknown, _, value: unknown) {
    const isRow = Array.isArray(this) && typeof value === 'object' && value !== null && 'row' in value
    return isRow ? rows[Number(value.row)] : value
  })
}
