import { isMissing } from '../../lib/index.ts'
import { foldKey } from '../list/index.ts'
import { type DiskEntry, type DiskFolder, type DiskTree, pathOf } from './scan.ts'

/**
 * Where a listed path was found, or why it was not. `via` are the links on the way. They belong to the player, so they are not extra files.
 */
export type Located =
  | { kind: 'file'; entry: DiskEntry; differs: boolean; via: DiskEntry[] }
  | { kind: 'missing'; via: DiskEntry[] }
  | { kind: 'unreadable'; errno: string; via: DiskEntry[] }
  | { kind: 'link-outside'; via: DiskEntry[] }

/** The operating systems' own limit. */
const MOST_LINKS = 40

interface PathStep {
  folder: string
  rest: string[]
  differs: boolean
  via: DiskEntry[]
}

/** Creates the function that finds listed paths in a tree. It follows links, and finds other spellings. */
export function createLocator(tree: DiskTree): (path: string) => Located {
  const alike = new Map<DiskFolder, Map<string, DiskEntry[]>>()
  /** The entries that `name` may mean in the folder at `path`, best first. */
  const candidates = (path: string, name: string): DiskEntry[] => {
    const folder = tree.folders.get(path)
    if (!folder) return []
    const byKey = alike.get(folder) ?? indexByKey(folder)
    alike.set(folder, byKey)
    const exact = folder.entries.get(name)
    const others = (byKey.get(foldKey(name)) ?? []).filter((entry) => entry !== exact)
    return exact ? [exact, ...others] : others
  }
  /** True if a folder contains only folders, at any depth. */
  const isHollow = (entry: DiskEntry): boolean => {
    const folder = tree.folders.get(pathOf(entry))
    if (!folder || folder.errno !== undefined) return false
    return [...folder.entries.values()].every((one) => one.kind === 'folder' && isHollow(one))
  }
  const enter = (entry: DiskEntry, { rest, differs, via }: PathStep): Located => {
    const last = rest.length === 0
    const through = [...via, entry]
    switch (entry.kind) {
      case 'folder':
        return last
          ? { kind: 'unreadable', errno: isHollow(entry) ? 'EISDIR' : 'ENOTEMPTY', via }
          : walk({ folder: pathOf(entry), rest, differs, via })
      case 'file':
        // otherwise there is a file in place of a folder
        return last ? { kind: 'file', entry, differs, via } : { kind: 'unreadable', errno: 'ENOTDIR', via: through }
      case 'other':
        return last ? { kind: 'unreadable', errno: 'EFTYPE', via: through } : { kind: 'missing', via: [] }
      case 'outside':
        return { kind: 'link-outside', via: through }
      case 'broken': {
        const { errno = '' } = entry
        return isMissing(errno) ? { kind: 'missing', via: through } : { kind: 'unreadable', errno, via: through }
      }
      case 'link': {
        if (through.length > MOST_LINKS) return { kind: 'unreadable', errno: 'ELOOP', via: through }
        const [folder = '', ...way] = entry.to?.split('/') ?? []
        return walk({ folder, rest: [...way, ...rest], differs, via: through })
      }
    }
  }
  const walk = (step: PathStep): Located => {
    const [name, ...rest] = step.rest
    const here = tree.folders.get(step.folder)
    if (here?.errno !== undefined && !isMissing(here.errno))
      return { kind: 'unreadable', errno: here.errno, via: step.via }
    if (name === undefined) return { kind: 'unreadable', errno: 'ENOTEMPTY', via: step.via }
    let obstacle: Located = { kind: 'missing', via: [] }
    for (const entry of candidates(step.folder, name)) {
      const otherwise = entry.name !== name && (here?.caseSensitive ?? true)
      const found = enter(entry, { ...step, rest, differs: step.differs || otherwise })
      if (found.kind === 'file') return found
      if (obstacle.kind === 'missing') obstacle = found
    }
    return obstacle
  }
  return (path) => {
    const entry = entryAt(tree, path)
    if (entry?.kind === 'file') return { kind: 'file', entry, differs: false, via: [] }
    const [first, ...rest] = path.split('/')
    if (tree.modFolder === undefined) return { kind: 'missing', via: [] }
    const differs = first !== tree.modFolder && tree.gameDirCaseSensitive
    return walk({ folder: tree.modFolder, rest, differs, via: [] })
  }
}

/** The entry at a path with exactly this spelling and without links on the way. */
function entryAt({ folders }: DiskTree, path: string): DiskEntry | undefined {
  const end = path.lastIndexOf('/')
  return folders.get(path.slice(0, end))?.entries.get(path.slice(end + 1))
}

function indexByKey({ entries }: DiskFolder): Map<string, DiskEntry[]> {
  const index = new Map<string, DiskEntry[]>()
  for (const entry of entries.values()) {
    const key = foldKey(entry.name)
    const same = index.get(key)
    if (same) same.push(entry)
    else index.set(key, [entry])
  }
  return index
}
