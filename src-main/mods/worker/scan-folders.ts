import { lstatSync, readdirSync, readlinkSync, realpathSync, type Dirent } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { isCaseSensitive } from '../case-probe.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { isInside } from '../inside.ts'
import { createStatReader } from './path-stats.ts'
import { Kind, SEPARATOR, STAT_FIELDS, type ScanBatch, type ScannedFolder, type ScanReply } from './protocol.ts'

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'EIO'

function realOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path // gone meanwhile
  }
}

/** Where a link leads: below the root, outside of it, or nowhere. */
function followLink(path: string, realRoot: string): { kind: number; note: string } {
  try {
    const real = realpathSync.native(path)
    if (!isInside(realRoot, real)) return { kind: Kind.outside, note: '' }
    return { kind: Kind.link, note: relative(realRoot, real).replaceAll(sep, '/') }
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return { kind: Kind.broken, note: code }
    const aim = resolve(dirname(path), readlinkSync(path))
    return { kind: isInside(realRoot, aim) ? Kind.broken : Kind.outside, note: code }
  }
}

function kindOf(entry: Dirent): number {
  if (entry.isFile()) return Kind.file
  if (entry.isDirectory()) return Kind.folder
  return entry.isSymbolicLink() ? Kind.link : Kind.other
}

/** A file that vanished or will not be stat'ed gets the size −1; it will be opened and tell its own errno. */
function writeStat(path: string, stats: BigInt64Array, at: number): void {
  const place = at * STAT_FIELDS
  stats[place] = -1n
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    if (!stat) return
    stats[place] = stat.size
    stats[place + 1] = stat.mtimeNs
    stats[place + 2] = stat.ctimeNs
    stats[place + 3] = stat.ino
  } catch {
    // its size stays −1
  }
}

/** What is in one folder. */
interface Listed {
  names: string[]
  kinds: Uint8Array
  stats: BigInt64Array
}

let readStats: ReturnType<typeof createStatReader> | null = null

/** Lists a folder by its names' stats, which tell the kinds too; undefined where some name cannot be told so. @throws an errno error */
function listByStats(folder: string): Listed | undefined {
  readStats = readStats === null ? createStatReader() : readStats
  if (!readStats) return undefined
  const names = readdirSync(folder)
  const kinds = new Uint8Array(names.length)
  const stats = new BigInt64Array(names.length * STAT_FIELDS)
  return readStats(folder, names, kinds, stats) ? { names, kinds, stats } : undefined
}

/** @throws an errno error */
function listByKinds(folder: string, withStats: boolean): Listed {
  const entries = readdirSync(folder, { withFileTypes: true })
  const names = entries.map((entry) => entry.name)
  const kinds = Uint8Array.from(entries, kindOf)
  const stats = new BigInt64Array(withStats ? entries.length * STAT_FIELDS : 0)
  if (withStats)
    for (let at = 0; at < names.length; at++)
      if (kinds[at] === Kind.file) writeStat(`${folder}/${names[at] ?? ''}`, stats, at)
  return { names, kinds, stats }
}

/** The places of what is no file. A loop of its own: it is hot, and compiled quickly that way. */
function othersIn(kinds: Uint8Array): number[] {
  const others: number[] = []
  for (let at = 0; at < kinds.length; at++) if (kinds[at] !== Kind.file) others.push(at)
  return others
}

/** Lists one folder; `below` hears of the folders in it. */
function scanFolder(
  batch: ScanBatch,
  realRoot: () => string,
  path: string,
  below: (path: string) => void,
): ScannedFolder {
  const folder = path === '' ? batch.root : `${batch.root}/${path}`
  let listed: Listed
  try {
    listed = (batch.stats ? listByStats(folder) : undefined) ?? listByKinds(folder, batch.stats)
  } catch (error) {
    const none = { names: '', kinds: new Uint8Array(), stats: new BigInt64Array(), print: '', notes: {} }
    return { path, error: codeOf(error), caseSensitive: true, ...none }
  }
  const { names, kinds, stats } = listed
  const notes: Record<number, string> = {}
  for (const at of othersIn(kinds)) {
    const kind = kinds[at]
    const name = names[at] as string
    if (kind === Kind.folder) below(path === '' ? name : `${path}/${name}`)
    else if (kind === Kind.link) {
      const led = followLink(`${folder}/${name}`, realRoot())
      kinds[at] = led.kind
      notes[at] = led.note
    }
  }
  const listing = { caseSensitive: isCaseSensitive(folder, names), names: names.join(SEPARATOR), kinds, stats }
  return { path, ...listing, print: batch.stats ? fingerprintOf(listing) : '', notes }
}

/** Lists folders and what is below them until there is enough for one answer. */
export function scanFolders(batch: ScanBatch): ScanReply {
  const rest = [...batch.folders]
  const folders: ScannedFolder[] = []
  let real: string | undefined
  const realRoot = () => (real ??= realOf(batch.root)) // only links need it
  let seen = 0
  while (seen < batch.enough) {
    const path = rest.pop()
    if (path === undefined) break
    const folder = scanFolder(batch, realRoot, path, (below) => rest.push(below))
    folders.push(folder)
    seen += folder.kinds.length + 1
  }
  return { kind: 'scan', folders, rest }
}
