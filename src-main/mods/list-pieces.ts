/** Characters that are parsed at once: a few milliseconds of work. */
const PIECE = 96 << 10

/** An array of objects, bare or as the `data` of an object that holds nothing else. */
const HEAD = /^\uFEFF?[ \t\r\n]*(\{[ \t\r\n]*"data"[ \t\r\n]*:[ \t\r\n]*)?\[/i
const TAIL = /\][ \t\r\n]*(\}[ \t\r\n]*)?$/
const BETWEEN = /\}[ \t\r\n]*,[ \t\r\n]*\{/g

/** Where a text's rows stand; undefined if it has another form. */
function rowsWithin(text: string): { from: number; to: number } | undefined {
  const head = HEAD.exec(text.slice(0, 4096))
  const tail = TAIL.exec(text.slice(-4096))
  if (!head || !tail || (head[1] === undefined) !== (tail[1] === undefined)) return undefined
  return { from: head[0].length, to: text.length - tail[0].length }
}

/**
 * Parses a long list of objects piece by piece, cut between two rows. A cut in the middle of a string or of a nested value
 * leaves a piece that is no JSON, so pieces that all parse are the list and nothing else.
 * @returns undefined once it is over; false if the text is not of that form, and has to be parsed as a whole
 */
export function* rowsInPieces(text: string): Generator<unknown[], false | undefined> {
  const rows = text.length > PIECE * 2 ? rowsWithin(text) : undefined
  if (!rows) return false
  for (let from = rows.from; from < rows.to;) {
    BETWEEN.lastIndex = from + PIECE
    const cut = BETWEEN.exec(text)
    const to = cut && cut.index < rows.to ? cut.index + 1 : rows.to
    try {
      yield JSON.parse(`[${text.slice(from, to)}]`) as unknown[]
    } catch {
      return false
    }
    from = cut && cut.index < rows.to ? cut.index + cut[0].length - 1 : rows.to
  }
  return undefined
}
