import { foldHash, nextHash } from './fold.ts'
import { insideFolder, MAX_PATH, mostVoted, plainHash, readPath, type ReadPath } from './safe-path.ts'

/** A folder that a list names; all its entries share this one object. */
export interface ListFolder {
  /** Forward slashes. */
  readonly path: string
  /** Its first segment. */
  readonly first: string
  /** The begin of its paths' `foldHash`; −1 if they have to be looked at one by one. */
  readonly hash: number
  /** How many entries are in it. */
  count: number
}

/** A path of a list, taken apart. `hash` is equal for paths that differ by case or normal form only. */
export interface ListPath {
  folder: ListFolder
  name: string
  hash: number
}

const BACKSLASH = '\\'
const SLASH = 47

/** Makes the reader of a list's paths: what a path shares with the one before is looked at once. */
export function createPathReader() {
  const byRaw = new Map<string, ListFolder | null>()
  const byPath = new Map<string, ListFolder>()
  let last: { raw: string; folder: ListFolder | null } = { raw: '', folder: null }

  const folderOf = (path: string): ListFolder => {
    const known = byPath.get(path)
    if (known) return known
    const plain = plainHash(path)
    const end = path.indexOf('/')
    const first = end < 0 ? path : path.slice(0, end)
    const folder = { path, first, hash: plain < 0 ? -1 : nextHash(plain, SLASH), count: 0 }
    byPath.set(path, folder)
    return folder
  }
  /** The folder before `end` if it is sound beyond doubt, else null. */
  const plainFolder = (raw: string, end: number): ListFolder | null => {
    if (end === last.raw.length && raw.startsWith(last.raw)) return last.folder
    const own = raw.slice(0, end)
    let folder = byRaw.get(own)
    if (folder === undefined) {
      const path = own.replaceAll(BACKSLASH, '/')
      folder = plainHash(path) < 0 ? null : folderOf(path)
      byRaw.set(own, folder)
    }
    last = { raw: own, folder }
    return folder
  }
  const doubtful = (raw: unknown): ListPath | (ReadPath & { ok: false }) => {
    const read = readPath(raw)
    if (!read.ok) return read
    const end = read.path.lastIndexOf('/')
    const folder = folderOf(end < 0 ? '' : read.path.slice(0, end))
    return { folder, name: read.path.slice(end + 1), hash: foldHash(read.path) }
  }
  return {
    /** Reads a path as the list spells it. Says why it is refused, as `readPath` does. */
    read(raw: unknown): ListPath | (ReadPath & { ok: false }) {
      if (typeof raw !== 'string') return doubtful(raw)
      const end = Math.max(raw.lastIndexOf(BACKSLASH), raw.lastIndexOf('/'))
      const folder = end > 0 && raw.length <= MAX_PATH ? plainFolder(raw, end) : null
      if (!folder) return doubtful(raw)
      const name = raw.slice(end + 1)
      const hash = plainHash(name, folder.hash)
      return hash < 0 ? doubtful(raw) : { folder, name, hash }
    },
    /** The first segment that most paths share. Entries count themselves in their folder. */
    common(): string | undefined {
      const votes = new Map<string, number>()
      for (const { first, count } of byPath.values()) votes.set(first, (votes.get(first) ?? 0) + count)
      return mostVoted(votes)
    },
    /** Tells which folders are in the mod's. */
    inside(modFolder: string): (folder: ListFolder) => boolean {
      const place = insideFolder(modFolder)
      const verdicts = new Map<ListFolder, boolean>()
      for (const folder of byPath.values())
        verdicts.set(folder, place({ ok: true, path: folder.path, folder: folder.first }).ok)
      return (folder) => verdicts.get(folder) ?? false
    },
  }
}
