import { lstatSync, readdirSync, readlinkSync, realpathSync, type Dirent } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { isCaseSensitive } from '../case-probe.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { isInside } from '../inside.ts'
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

/** Lists one folder; `below` hears of the folders in it. */
function scanFolder(
  batch: ScanBatch,
  realRoot: () => string,
  path: string,
  below: (path: string) => void,
): ScannedFolder {
  const folder = path === '' ? batch.root : `${batch.root}/${path}`
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    const none = { names: '', kinds: new Uint8Array(), stats: new BigInt64Array(), print: '', notes: {} }
    return { path, error: codeOf(error), caseSensitive: true, ...none }
  }
  const names = entries.map((entry) => entry.name)
  const kinds = new Uint8Array(entries.length)
  const stats = new BigInt64Array(batch.stats ? entries.length * STAT_FIELDS : 0)
  const notes: Record<number, string> = {}
  for (let at = 0; at < entries.length; at++) {
    const { name } = entries[at] as Dirent
    const kind = kindOf(entries[at] as Dirent)
    kinds[at] = kind
    if (kind === Kind.file && batch.stats) writeStat(`${folder}/${name}`, stats, at)
    else if (kind === Kind.folder) below(path === '' ? name : `${path}/${name}`)
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
