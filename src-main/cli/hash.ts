import { statSync } from 'node:fs'
import { basename, dirname, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { writeFileAtomic } from '../lib/index.ts'
import {
  createGate,
  foldKey,
  hashFiles,
  Kind,
  kindOf,
  openPool,
  parseSafePath,
  pathOf,
  scanDisk,
  sizeAt,
  statOf,
  type DiskTree,
  type FileToCheck,
  type ListedFile,
} from '../mods/index.ts'
import { Exit, printable, Usage, workersOf, type Terminal } from './terminal.ts'

const options = { out: { type: 'string' }, workers: { type: 'string' } } as const

/** One row of a hash list, in the order of the fields in the wild. */
interface Row {
  Id: number
  RelativPath: string
  Hash: string
  FileName: string
  Size: number
}

const byPath = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A file that no list should name, with the reason. */
class Unlistable extends Error {}

/** Two names that are one on a case-insensitive disk: no player could have both, and `verify` refuses both. */
function refuseTwins(files: readonly FileToCheck[]): void {
  const seen = new Map<string, string>()
  for (const { path } of files) {
    const key = foldKey(path)
    const twin = seen.get(key)
    if (twin !== undefined) throw new Unlistable(`${twin}, ${path}: duplicate`)
    seen.set(key, path)
  }
}

/** All files of a folder in the order of their paths. @throws Unlistable for what no list can name */
function listFiles(tree: DiskTree, modFolder: string): FileToCheck[] {
  for (const [path, { error }] of tree.folders) if (error) throw new Unlistable(`${path}: ${error}`)
  const found = [...tree.folders.values()].flatMap((folder) => folder.names.map((_, place) => ({ folder, place })))
  const files = found.filter((disk) => kindOf(disk) !== Kind.folder)
  return files
    .map((disk) => ({ disk, spelled: pathOf(disk) }))
    .sort((a, b) => byPath(a.spelled, b.spelled))
    .map(({ disk, spelled }, place) => {
      const parsed = parseSafePath(spelled, modFolder)
      if (!parsed.ok) throw new Unlistable(`${spelled}: ${parsed.refusal}`)
      if (kindOf(disk) !== Kind.file) throw new Unlistable(`${spelled}: neither a file nor a folder`)
      const { path } = parsed
      const stat = statOf(disk)
      const size = stat ? sizeAt(stat.words, stat.at) : -1
      if (size < 0) throw new Unlistable(`${spelled}: gone`)
      const where = { path, folder: disk.folder.path, name: disk.folder.names[disk.place] ?? '' }
      const entry: ListedFile = { kind: 'file', ...where, size, hash: '', algorithm: 'md5' }
      return { entry, place, path, stat, differs: false }
    })
}

async function hashFolder(
  dir: string,
  workers: number | undefined,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<Row[]> {
  const gameDir = dirname(dir)
  const modFolder = basename(dir)
  const pool = openPool(terminal.workerUrl, workers)
  signal.addEventListener('abort', () => pool.stop(), { once: true })
  try {
    const files = listFiles(await scanDisk(pool, gameDir, modFolder, { stats: true }), modFolder)
    refuseTwins(files)
    const rows = new Map<string, Pick<Row, 'Hash' | 'Size'>>()
    await hashFiles(files, {
      pool,
      gameDir,
      gate: createGate(() => undefined),
      signal,
      wantsStats: false,
      onHashed({ path, entry }, outcome) {
        if (outcome === 'size' || outcome.startsWith('E'))
          throw new Unlistable(`${path}: ${outcome === 'size' ? 'changes while it is read' : outcome}`)
        rows.set(path, { Hash: outcome, Size: entry.size ?? 0 })
      },
      onBatch: () => undefined,
    })
    signal.throwIfAborted()
    return files.map(({ path }, at) => ({
      Id: at,
      RelativPath: path.replaceAll('/', '\\'),
      Hash: rows.get(path)?.Hash ?? '',
      FileName: path.slice(path.lastIndexOf('/') + 1),
      Size: rows.get(path)?.Size ?? 0,
    }))
  } finally {
    pool.close()
  }
}

/** `loadout hash`: writes the hash list of a mod's folder. A folder with a file that cannot be listed has no list. */
export async function hashCommand(words: string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
  const [folder, ...others] = positionals
  if (folder === undefined || others.length > 0) throw new Usage('hash needs one folder')
  const dir = resolve(folder)
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw new Usage(`there is no folder ${dir}`)
  const out = values.out === undefined ? undefined : resolve(values.out)
  if (out?.startsWith(`${dir}${sep}`)) throw new Usage('--out must lie outside of the folder: no list can list itself')
  const workers = workersOf(values.workers)
  try {
    const rows = await hashFolder(dir, workers, terminal, signal)
    if (rows.length === 0) throw new Unlistable('there is no file in it')
    const text = `{"data":[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]}\n`
    if (out === undefined) terminal.stdout.write(text)
    else await writeFileAtomic(out, text)
    return Exit.ready
  } catch (error) {
    if (!(error instanceof Unlistable)) throw error
    terminal.stderr.write(`no list: ${printable(error.message)}\n`)
    return Exit.damaged
  }
}
