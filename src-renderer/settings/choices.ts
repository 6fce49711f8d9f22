/** The usual numbers as a select's options, smallest first. The present number is added if it is not a usual one. */
export const choices = (usual: readonly number[], present: number, word: (value: number) => string) =>
  [...new Set([...usual, present])].sort((a, b) => a - b).map((value) => ({ value: String(value), label: word(value) }))
