/** Folds one character as case-insensitive disks do: simple folding, never changing the length. */
function foldCharacter(character: string): string {
  if (character === 'ı') return character // its capital is I, but it is not i
  const upper = character.toUpperCase()
  const same = upper.length === character.length ? upper : character
  const lower = same.toLowerCase()
  return lower.length === same.length ? lower : same
}

const ASCII = /^\p{ASCII}*$/u

/** The key under which two spellings of one path are equal: NFC and case folded, character by character. */
export function foldKey(path: string): string {
  if (ASCII.test(path)) return path.toLowerCase()
  let folded = ''
  for (const character of path.normalize('NFC')) folded += foldCharacter(character)
  return folded.normalize('NFC')
}
