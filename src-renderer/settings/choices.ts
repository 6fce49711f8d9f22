/** The usual numbers as a select's options, and the present one where a settings file says another; smallest first. */
export const choices = (usual: readonly number[], present: number, word: (value: number) => string) =>
  [...new Set([...usual, present])].sort((a, b) => a - b).map((value) => ({ value: String(value), label: word(value) }))
