/** Folds one character as case-insensitive disks do: simple folding, never changing the length. */
function foldCharacter(character: string): string {
  if (character === 'ı') return character // its capital is I, but it is not i
  const upper = character.toUpperCase()
  const same = upper.length === character.length ? upper : character
  const lower = same.toLowerCase()
  return lower.length === same.length ? lower : same
}

const isAscii = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false
  return true
}

/** The key under which two spellings of one path are equal: NFC and case folded, character by character. */
export function foldKey(path: string): string {
  if (isAscii(path)) return path.toLowerCase()
  let folded = ''
  for (const character of path.normalize('NFC')) folded += foldCharacter(character)
  return folded.normalize('NFC')
}

/** One more UTF-16 unit of a hash in which ASCII letters count as small ones. Never negative. */
export const nextHash = (hash: number, code: number): number =>
  (Math.imul(hash, 31) + (code >= 65 && code <= 90 ? code + 32 : code)) & 0x3fffffff

/** A hash of a path that is equal for two spellings with one {@link foldKey}. */
export function foldHash(path: string): number {
  const key = foldKey(path)
  let hash = 0
  for (let at = 0; at < key.length; at++) hash = nextHash(hash, key.charCodeAt(at))
  return hash
}
