import type { PathRefusal } from '../../../src-preload/contract/mods.ts'
import { foldKey, isPartName, isShellFile } from './file-names.ts'
import { dirname, join, resolve } from 'node:path'
import { ifThere, isInside, plainFs } from '../../lib/index.ts'

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
