import type { PathRefusal } from '../../src-preload/contract/mods.ts'
import { foldKey, nextHash } from './fold.ts'

declare const safe: unique symbol

/**
 * A path below a game folder that is fit for reading, writing and showing in the file manager: forward slashes, first
 * segment the mod's folder, valid on every system. Only {@link parseSafePath} makes one; whether a link on the way
 * leads outside is asked at use, by `resolveInside`.
 */
export type SafePath = string & { readonly [safe]: true }

export type ParsedPath = { ok: true; path: SafePath } | { ok: false; refusal: PathRefusal }

/** UTF-16 units; what NTFS, APFS and ext4 can name, with room for the game folder before it. */
export const MAX_PATH = 1024
export const MAX_SEGMENT = 255

const RESERVED = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])$/i
const ILLEGAL = /[<>"|?*]/

const hasControl = (text: string): boolean => {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 32 || (code >= 127 && code < 160)) return true
  }
  return false
}

const isReserved = (segment: string): boolean => RESERVED.test((segment.split('.', 1)[0] ?? '').trimEnd())

function refuseSegment(segment: string): PathRefusal | undefined {
  if (segment === '') return 'empty-segment'
  if (segment === '..') return 'dot-dot'
  if (segment.endsWith('.') || segment.endsWith(' ')) return 'trailing-dot-or-space'
  if (isReserved(segment)) return 'reserved-name'
  if (segment.length > MAX_SEGMENT) return 'too-long'
  return undefined
}

/** The refusal of a path with forward slashes, looked at as a whole and then by segment. */
function refuse(path: string): PathRefusal | undefined {
  if (path.includes('\0')) return 'nul'
  if (path.startsWith('//')) return 'unc'
  if (path.startsWith('/')) return 'absolute'
  if (/^[a-z]:/i.test(path)) return 'drive'
  if (hasControl(path)) return 'control-character'
  if (/\p{Surrogate}/u.test(path)) return 'not-unicode'
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

/** Of a sound path; dots and blanks are, inside of a name. */
export const PLAIN_CHARACTERS = "/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+@()[]{}!#$%&',;=~^`"
const isPlain = new Uint8Array(128)
for (const character of PLAIN_CHARACTERS) isPlain[character.charCodeAt(0)] = 1

/** What reserved names begin with. */
const RESERVED_STARTS = new Set(['con', 'prn', 'aux', 'nul', 'clo', 'com', 'lpt'])
const mayBeReserved = new Uint8Array(128)
for (const character of 'aclnpACLNP') mayBeReserved[character.charCodeAt(0)] = 1

const SLASH = 47
const DOT = 46
const SPACE = 32

const startsReserved = (path: string, start: number): boolean =>
  RESERVED_STARTS.has(path.slice(start, start + 3).toLowerCase()) &&
  isReserved(path.slice(start, start + 16).split('/', 1)[0] ?? '')

/**
 * Whether a path is sound beyond doubt, in one pass: hash lists are long and nearly all of their paths are plain. What
 * is doubtful goes through {@link refuse}. Returns the path's {@link foldHash}, begun with `hash`; −1 if it is doubtful.
 */
export function plainHash(path: string, hash = 0): number {
  let folded = hash
  let start = 0
  for (let at = 0; at < path.length; at++) {
    const code = path.charCodeAt(at)
    folded = nextHash(folded, code)
    if (code === SLASH) {
      if (at === start || at - start > MAX_SEGMENT) return -1
      start = at + 1
      continue
    }
    const isInner =
      (code === DOT || code === SPACE) && at > start && at + 1 < path.length && path.charCodeAt(at + 1) !== SLASH
    if (!isInner && isPlain[code] !== 1) return -1
    if (at === start && mayBeReserved[code] === 1 && startsReserved(path, start)) return -1
  }
  return start < path.length && path.length - start <= MAX_SEGMENT && path.length <= MAX_PATH ? folded : -1
}

const withSlashes = (raw: string): string => (raw.includes('\\') ? raw.replaceAll('\\', '/') : raw)

/** A path of a list on its own merits, before it is known which folder the mod has. */
export type ReadPath = { ok: true; path: string; folder: string } | { ok: false; refusal: PathRefusal }

/** Reads a path as a hash list spells it (either slash). `folder` is its first segment. */
export function readPath(raw: unknown): ReadPath {
  if (typeof raw !== 'string' || raw === '') return { ok: false, refusal: 'not-a-path' }
  const path = withSlashes(raw)
  const refusal = plainHash(path) < 0 ? refuse(path) : undefined
  if (refusal) return { ok: false, refusal }
  const end = path.indexOf('/')
  return { ok: true, path, folder: end < 0 ? '' : path.slice(0, end) }
}

/** Makes the last test of a path: whether it is in the mod's folder. `modFolder` is a name that {@link parseModFolder} took. */
export function insideFolder(modFolder: string): (read: ReadPath) => ParsedPath {
  const key = foldKey(modFolder)
  const verdicts = new Map<string, boolean>([['', false]])
  return (read) => {
    if (!read.ok) return read
    let isInside = verdicts.get(read.folder)
    if (isInside === undefined) verdicts.set(read.folder, (isInside = foldKey(read.folder) === key))
    return isInside ? { ok: true, path: read.path as SafePath } : { ok: false, refusal: 'outside-mod-folder' }
  }
}

/** Reads one path of a hash list for the mod's folder. */
export const parseSafePath = (raw: unknown, modFolder: string): ParsedPath => insideFolder(modFolder)(readPath(raw))

/** Reads the name of a mod's folder: one segment, valid on every system. */
export function parseModFolder(raw: unknown): ParsedPath {
  const read = readPath(raw)
  if (!read.ok) return read
  return read.folder === '' ? { ok: true, path: read.path as SafePath } : { ok: false, refusal: 'outside-mod-folder' }
}

/** The first segment that has most of all votes, whatever its case; '' stands for none. */
export function mostVoted(votes: ReadonlyMap<string, number>): string | undefined {
  const byKey = new Map<string, { name: string; count: number }>()
  let total = 0
  for (const [name, count] of votes) {
    if (name === '') continue
    total += count
    const same = byKey.get(foldKey(name))
    byKey.set(foldKey(name), { name: same?.name ?? name, count: count + (same?.count ?? 0) })
  }
  for (const { name, count } of byKey.values()) if (count * 2 > total) return name
  return undefined
}
