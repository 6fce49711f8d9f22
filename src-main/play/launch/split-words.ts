/**
 * Splits a line into words as a POSIX shell would: blanks part words, single quotes keep everything, double quotes keep all
 * but `\"` and `\\`. A backslash outside quotes stands for itself unless a blank, a quote or a backslash follows, so that
 * Windows paths survive. Nothing is expanded. A quote that is not closed ends with the line.
 */
export function splitWords(line: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at)
    const next = line.charAt(at + 1)
    if (quote !== '') {
      if (sign === quote) quote = ''
      else if (quote === '"' && sign === '\\' && (next === '"' || next === '\\')) {
        word = (word ?? '') + next
        at++
      } else word = (word ?? '') + sign
    } else if (/\s/.test(sign)) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else if (sign === '"' || sign === "'") {
      quote = sign
      word ??= ''
    } else if (sign === '\\' && next !== '' && /[\s"'\\]/.test(next)) {
      word = (word ?? '') + next
      at++
    } else word = (word ?? '') + sign
  }
  if (word !== undefined) words.push(word)
  return words
}
