import { createHash } from 'node:crypto'

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

const SUFFIX = '.loadout-part'
/** File systems allow names of 255 bytes. If a part name would be longer, it contains the name's digest instead. */
const MOST_BYTES = 255

/** The name of the part file that grows beside the file `name`. */
export function partNameOf(name: string): string {
  const part = `.${name}${SUFFIX}`
  if (Buffer.byteLength(part) <= MOST_BYTES) return part
  return `.${createHash('sha256').update(name).digest('hex').slice(0, 32)}${SUFFIX}`
}

/** True for the name of a part file, in any case. A part file is never an extra file and never a listed file. */
export const isPartName = (name: string): boolean => name.startsWith('.') && name.toLowerCase().endsWith(SUFFIX)

/**
 * Files that a file manager evaluates when it shows their folder. They name a server, which then gets the player's password digest, or a
 * program. No mod needs them.
 */
const SHELL_FILE =
  /(?:^|\/)(?:desktop\.ini|autorun\.inf|[^/]*\.(?:lnk|url|scf|library-ms|searchconnector-ms|search-ms|website|appref-ms|desktop|directory|theme|themepack|deskthemepack))$/i

/**
 * Folders with a special meaning: folders that begin with a dot, whose files some tools run (`.git`); macOS programs, which a file manager
 * starts instead of opening them; and names that Windows treats as its own objects.
 */
const SHELL_FOLDER =
  /(?:^|\/)(?:\.[^/]*|[^/]*\.(?:app|bundle|framework|plugin|kext|prefpane|saver|workflow|action|wdgt|pkg|mpkg|scptd|xpc|appex|qlgenerator|mdimporter|\{[^/]*\}))\//i

/** True for a file that a list must not contain, whatever the file's content. */
export const isShellFile = (path: string): boolean => SHELL_FILE.test(path) || SHELL_FOLDER.test(path)

const PROGRAM =
  /\.(?:exe|dll|com|scr|cpl|sys|drv|ocx|ax|asi|efi|msi|msp|mst|msu|msix|msixbundle|appx|appxbundle|appinstaller|application|bat|cmd|ps1|psm1|psd1|ps1xml|vb|vbs|vbe|js|jse|wsf|wsh|wsc|sct|hta|chm|hlp|msc|inf|reg|pif|gadget|settingcontent-ms|diagcab|diagpkg|xll|wll|jar|so|dylib|node|sh|bash|command|tool|terminal|scpt|py|pyw|pyc|rb|pl|run|appimage|flatpakref|snap|deb|rpm|pkg|dmg|iso|img|vhdx?)$/i

/** True for a file that may run as a program or within one. The player sees it before it is fetched. */
export const isProgram = (path: string): boolean => PROGRAM.test(path) || /\.so\.[\d.]+$/i.test(path)
