import { createHash } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import type { PathRefusal } from '../../../src-preload/contract/mods.ts'
import { ifThere, isInside, plainFs } from '../../lib/index.ts'

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

declare const safe: unique symbol

/**
 * A path below a game folder that may be read, written and shown in the file manager. It has forward slashes, begins with the mod's folder,
 * and is valid on every system. Only {@link parseSafePath} creates one. Whether a link on the way leads outside is checked at each use, by
 * `resolveInside`.
 */
export type SafePath = string & { readonly [safe]: true }

export type ParsedPath = { ok: true; path: SafePath } | { ok: false; refusal: PathRefusal }

/** In UTF-16 units. NTFS, APFS and ext4 allow such paths, with room for the game folder before them. */
const MAX_PATH = 1024
const MAX_SEGMENT = 255

const RESERVED = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)/i
const ILLEGAL = /[<>"|?*]/
const CONTROL = /\p{Cc}/u
/** Half a character, or the replacement character for invalid bytes. No file can be found by such a name. */
const NO_TEXT = /[\p{Surrogate}\uFFFD]/u
/** The folder of repair's own files. Its content is trusted, so nothing from outside may be written there. */
export const STORE_FOLDER = '.loadout'

const isReserved = (segment: string): boolean => foldKey(segment) === STORE_FOLDER || RESERVED.test(segment)

function refuseSegment(segment: string): PathRefusal | undefined {
  if (segment === '') return 'empty-segment'
  if (segment.endsWith('.') || segment.endsWith(' ')) return 'trailing-dot-or-space'
  if (isReserved(segment) || isPartName(segment)) return 'reserved-name'
  if (segment.length > MAX_SEGMENT) return 'too-long'
  return undefined
}

/** Why a path with forward slashes is refused. Checks the whole path, then each segment. */
function refuse(path: string): PathRefusal | undefined {
  if (path.includes('\0')) return 'nul'
  if (path.startsWith('//')) return 'unc'
  if (path.startsWith('/')) return 'absolute'
  if (/^[a-z]:/i.test(path)) return 'drive'
  if (CONTROL.test(path)) return 'control-character'
  if (NO_TEXT.test(path)) return 'not-unicode'
  const segments = path.split('/')
  if (segments.includes('..')) return 'dot-dot'
  if (path.includes(':')) return 'alternate-stream'
  if (ILLEGAL.test(path)) return 'illegal-character'
  for (const segment of segments) {
    const refusal = refuseSegment(segment)
    if (refusal) return refusal
  }
  return path.length > MAX_PATH ? 'too-long' : undefined
}

/** A path of a list that was checked without knowing the mod's folder. */
export type ReadPath = { ok: true; path: string; folder: string } | { ok: false; refusal: PathRefusal }

/** Reads a path as a hash list spells it (either slash). `folder` is its first segment. */
export function readPath(raw: unknown): ReadPath {
  if (typeof raw !== 'string' || raw === '') return { ok: false, refusal: 'not-a-path' }
  const path = raw.replaceAll('\\', '/')
  const refusal = refuse(path)
  if (refusal) return { ok: false, refusal }
  const end = path.indexOf('/')
  return { ok: true, path, folder: end < 0 ? '' : path.slice(0, end) }
}

/**
 * Reads one path in the mod's folder. The folder's name is compared byte for byte, because on a case-sensitive disk another spelling is
 * another mod's folder.
 */
export const parseSafePath = (raw: unknown, modFolder: string): ParsedPath => inFolder(readPath(raw), modFolder)

/** Like {@link parseSafePath}, for a path that was already read. */
export function inFolder(read: ReadPath, modFolder: string): ParsedPath {
  if (!read.ok) return read
  const isInside = read.folder === modFolder && isModFolder(modFolder)
  return isInside ? { ok: true, path: read.path as SafePath } : { ok: false, refusal: 'outside-mod-folder' }
}

/** True for a text that already is a safe path. */
export function isSafePath(text: string, modFolder: string): text is SafePath {
  const parsed = parseSafePath(text, modFolder)
  return parsed.ok && parsed.path === text
}

/** A mod's folder begins with `@`, so it is never a folder of the game or of the system. */
const isModFolder = (name: string): boolean => name.startsWith('@') && name.length > 1 && !isShellFile(`${name}/`)

/** Reads the name of a mod's folder: one segment that begins with `@`, valid on every system. */
export function parseModFolder(raw: unknown): ParsedPath {
  const read = readPath(raw)
  if (!read.ok) return read
  const isOne = read.folder === '' && isModFolder(read.path)
  return isOne ? { ok: true, path: read.path as SafePath } : { ok: false, refusal: 'no-mod-folder' }
}

/**
 * The place of a safe path on disk. `real` is absolute, and all links in its existing part are resolved. For a file that does not exist
 * yet, it is the real folder plus the missing rest.
 */
export type Resolved = { ok: true; real: string; exists: boolean } | { ok: false; refusal: 'link-outside' }

/**
 * The real path of the longest existing part of `path`, plus the missing rest. If a link's target does not exist, the link's text counts.
 */
async function realOf(path: string, depth = 0): Promise<{ real: string; exists: boolean }> {
  const real = await ifThere(plainFs.promises.realpath(path))
  if (real !== undefined) return { real, exists: true }
  const parent = dirname(path)
  if (parent === path) return { real: path, exists: false }
  const link = await ifThere(plainFs.promises.lstat(path))
  const above = await realOf(parent, depth)
  if (link?.isSymbolicLink() && depth < 40)
    return {
      real: (await realOf(resolve(above.real, await plainFs.promises.readlink(path)), depth + 1)).real,
      exists: false,
    }
  return { real: join(above.real, path.slice(parent.length)), exists: false }
}

/**
 * Follows every link on the way to `path`, and refuses one that leads out of the mod's folder. Call this immediately before reading,
 * writing or showing a file. The mod's folder itself may be a link, because players keep large mods on another disk.
 * @param gameDir absolute
 * @throws an errno error (EACCES, ELOOP, EIO …) if the disk does not answer the question
 */
export async function resolveInside(gameDir: string, path: SafePath): Promise<Resolved> {
  const modFolder = path.split('/', 1)[0] ?? ''
  const root = await realOf(join(gameDir, modFolder))
  const { real, exists } = await realOf(join(gameDir, path))
  return isInside(root.real, real) ? { ok: true, real, exists } : { ok: false, refusal: 'link-outside' }
}
