/** Who must not be told: the user's name and the folder that carries it. */
export interface Person {
  userName: string
  homeDir: string
  /** Folders that the player chose: what stands above their last name tells of the player. */
  chosen?: () => readonly string[]
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A name this short stands in too many words. */
const LEAST = 3

/** A folder in a text, whatever slashes it is written with. */
const inText = (folder: string) => new RegExp(escaped(folder).replace(/\\\\|\//g, String.raw`(?:\\\\|\\|/)`), 'gi')

const lastName = (folder: string) => /[^\\/]*$/.exec(folder.replace(/[\\/]+$/, ''))?.[0] ?? ''

/** Makes a masker: the home folder becomes `~`, a chosen folder its last name, and the user's name `‹user›`. */
export function createMask({ userName, homeDir, chosen = () => [] }: Person): (text: string) => string {
  const home = inText(homeDir)
  const places = (text: string) =>
    chosen()
      .filter((folder) => lastName(folder) !== '')
      .reduce((masked, folder) => masked.replace(inText(folder), () => `…/${lastName(folder)}`), text)
  // a name may have spaces, which only shows by the slash behind it
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
