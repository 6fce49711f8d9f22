/** Characters that are parsed at once: a few milliseconds of work. */
const PIECE = 96 << 10

const BLANKS = '[ \\t\\r\\n]*'
/** A field beside the rows, as the service has the time of its answer: of another name, with a plain value. */
const NAME = '"(?![dD][aA][tT][aA]")[A-Za-z_]{1,64}"'
const NUMBER = '-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?'
const VALUE = `(?:${NUMBER}|true|false|null|"[ !#-\\[\\]-~]*")`
const FIELD = `${NAME}${BLANKS}:${BLANKS}${VALUE}${BLANKS}`
/** An array of objects, bare or as the `data` of an object. */
const HEAD = new RegExp(
  `^\\uFEFF?${BLANKS}(\\{${BLANKS}(?:${FIELD},${BLANKS}){0,8}"[dD][aA][tT][aA]"${BLANKS}:${BLANKS})?\\[`,
)
const TAIL = new RegExp(`\\]${BLANKS}((?:,${BLANKS}${FIELD}){0,8}\\}${BLANKS})?$`)
const BETWEEN = /\}[ \t\r\n]*,[ \t\r\n]*\{/g

/** Where a text's rows stand; undefined if it has another form. */
export function rowsWithin(text: string): { from: number; to: number } | undefined {
  const head = HEAD.exec(text.slice(0, 4096))
  const tail = TAIL.exec(text.slice(-4096))
  if (!head || !tail || (head[1] === undefined) !== (tail[1] === undefined)) return undefined
  const rows = { from: head[0].length, to: text.length - tail[0].length }
  return rows.from <= rows.to ? rows : undefined
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
