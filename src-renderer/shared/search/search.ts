/** The rows whose text has each word of the query somewhere, whatever the case; the very same rows where there is none. */
export function search<R>(rows: readonly R[], query: string, textOf: (row: R) => string): readonly R[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = textOf(row).toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
