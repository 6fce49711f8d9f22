import type { PathRefusal } from '../../src-preload/contract/mods.ts'
import { foldKey } from './fold.ts'

declare const safe: unique symbol

/**
 * A path below a game folder that is fit for reading, writing and showing in the file manager: forward slashes, first
 * segment the mod's folder, valid on every system. Only {@link parseSafePath} makes one; whether a link on the way
 * leads outside is asked at use, by `resolveInside`.
 */
export type SafePath = string & { readonly [safe]: true }

export type ParsedPath = { ok: true; path: SafePath } | { ok: false; refusal: PathRefusal }

/** UTF-16 units; what NTFS, APFS and ext4 can name, with room for the game folder before it. */
const MAX_PATH = 1024
const MAX_SEGMENT = 255

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

const withSlashes = (raw: string): string => raw.replaceAll('\\', '/')

/** Reads a path as a hash list spells it (either slash). `modFolder` is a name that {@link parseModFolder} took. */
export function parseSafePath(raw: unknown, modFolder: string): ParsedPath {
  if (typeof raw !== 'string' || raw === '') return { ok: false, refusal: 'not-a-path' }
  const path = withSlashes(raw)
  const refusal = refuse(path)
  if (refusal) return { ok: false, refusal }
  const end = path.indexOf('/')
  if (end < 0 || foldKey(path.slice(0, end)) !== foldKey(modFolder)) return { ok: false, refusal: 'outside-mod-folder' }
  return { ok: true, path: path as SafePath }
}

/** Reads the name of a mod's folder: one segment, valid on every system. */
export function parseModFolder(raw: unknown): ParsedPath {
  if (typeof raw !== 'string' || raw === '') return { ok: false, refusal: 'not-a-path' }
  const path = withSlashes(raw)
  const refusal = refuse(path) ?? (path.includes('/') ? 'outside-mod-folder' : undefined)
  return refusal ? { ok: false, refusal } : { ok: true, path: path as SafePath }
}

/** The first segment that most of a list's sound paths share: the mod's folder, where it is not told. */
export function commonFolder(paths: Iterable<unknown>): string | undefined {
  const votes = new Map<string, { name: string; count: number }>()
  let total = 0
  for (const raw of paths) {
    if (typeof raw !== 'string') continue
    const path = withSlashes(raw)
    const end = path.indexOf('/')
    if (end < 1 || refuse(path)) continue
    const name = path.slice(0, end)
    const vote = votes.get(foldKey(name)) ?? { name, count: 0 }
    vote.count++
    total++
    votes.set(foldKey(name), vote)
  }
  for (const { name, count } of votes.values()) if (count * 2 > total) return name
  return undefined
}
