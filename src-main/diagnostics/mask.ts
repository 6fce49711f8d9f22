/** What a report must not name: the user and their folders. */
interface Person {
  userName: string
  homeDir: string
  /** Folders that the player chose; the part above the last name may say something about the player. */
  chosen?: () => readonly string[]
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A shorter user name would be found inside ordinary words. */
const LEAST = 3

/** A folder in a text, whatever slashes it is written with. */
const inText = (folder: string) => new RegExp(escaped(folder).replace(/\\\\|\//g, String.raw`(?:\\\\|\\|/)`), 'gi')

const lastName = (folder: string) => folder.split(/[\\/]/).findLast(Boolean) ?? ''

/** Makes a masker: the home folder becomes `~`, a chosen folder its last name, and the user's name `‹user›`. */
export function createMask({ userName, homeDir, chosen = () => [] }: Person): (text: string) => string {
  const home = inText(homeDir)
  const places = (text: string) =>
    chosen()
      .filter((folder) => lastName(folder) !== '')
      .reduce((masked, folder) => masked.replace(inText(folder), () => `…/${lastName(folder)}`), text)
  // a name with spaces ends at the next slash
  const others = /((?:[\\/])(?:Users|home|Benutzer)[\\/]+)(?:[^\\/"':;,\r\n]{1,64}(?=[\\/])|[^\\/\s"':;,]+)/gi
  const name =
    userName.length >= LEAST
      ? new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(userName)}(?![\p{L}\p{N}])`, 'giu')
      : undefined
  return (text) => {
    const placed = places(text)
    const hidden = (homeDir.length > 1 ? placed.replace(home, '~') : placed).replace(others, '$1‹user›')
    return name ? hidden.replace(name, '‹user›') : hidden
  }
}
