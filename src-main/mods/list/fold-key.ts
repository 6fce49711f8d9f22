/** Folds one character as case-insensitive disks do: simple folding, which never changes the length. */
function foldCharacter(character: string): string {
  if (character === 'ı') return character // its upper case is I, but it must not equal i
  const upper = character.toUpperCase()
  const same = upper.length === character.length ? upper : character
  const lower = same.toLowerCase()
  return lower.length === same.length ? lower : same
}

const ASCII = /^\p{ASCII}*$/u

/** Returns the same key for two spellings of one path: NFC and case-folded, character by character. */
export function foldKey(path: string): string {
  if (ASCII.test(path)) return path.toLowerCase()
  let folded = ''
  for (const character of path.normalize('NFC')) folded += foldCharacter(character)
  return folded.normalize('NFC')
}
