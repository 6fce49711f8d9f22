/** Who must not be told: the user's name and the folder that carries it. */
export interface Person {
  userName: string
  homeDir: string
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A name this short stands in too many words. */
const LEAST = 3

/** Makes a masker: the home folder becomes `~`, whatever slashes it is written with, and the user's name `‹user›`. */
export function createMask({ userName, homeDir }: Person): (text: string) => string {
  const home = new RegExp(escaped(homeDir).replace(/\\\\|\//g, String.raw`(?:\\\\|\\|/)`), 'gi')
  // a name may have spaces, which only shows by the slash behind it
  const others = /((?:[\\/])(?:Users|home|Benutzer)[\\/]+)(?:[^\\/"':;,\r\n]{1,64}(?=[\\/])|[^\\/\s"':;,]+)/gi
  const name =
    userName.length >= LEAST
      ? new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped(userName)}(?![\p{L}\p{N}])`, 'giu')
      : undefined
  return (text) => {
    const hidden = (homeDir.length > 1 ? text.replace(home, '~') : text).replace(others, '$1‹user›')
    return name ? hidden.replace(name, '‹user›') : hidden
  }
}
