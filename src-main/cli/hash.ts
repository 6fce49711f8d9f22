import { statSync } from 'node:fs'
import { basename, dirname, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { writeFileAtomic } from '../lib/index.ts'
import {
  createGate,
  foldKey,
  hashFiles,
  Kind,
  openPool,
  parseSafePath,
  scanDisk,
  type ListedFile,
} from '../mods/index.ts'
import { Exit, printable, Usage, type Terminal } from './terminal.ts'

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
function refuseTwins(entries: readonly ListedFile[]): void {
  const seen = new Map<string, string>()
  for (const { key, path } of entries) {
    const twin = seen.get(key)
    if (twin !== undefined) throw new Unlistable(`${twin}, ${path}: duplicate`)
    seen.set(key, path)
  }
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
    const tree = await scanDisk(pool, gameDir, modFolder, false)
    for (const [path, { error }] of tree.folders) if (error) throw new Unlistable(`${path}: ${error}`)
    const found = [...tree.entries.values()].sort((a, b) => byPath(a.path, b.path))
    const files = found.flatMap((disk) => {
      if (disk.kind === Kind.folder) return []
      const parsed = parseSafePath(disk.path, modFolder)
      if (!parsed.ok) throw new Unlistable(`${disk.path}: ${parsed.refusal}`)
      if (disk.kind !== Kind.file) throw new Unlistable(`${disk.path}: neither a file nor a folder`)
      const { path } = parsed
      const entry: ListedFile = { kind: 'file', path, key: foldKey(path), size: null, hash: '', algorithm: 'md5' }
      return [{ entry, disk, differs: false }]
    })
    refuseTwins(files.map(({ entry }) => entry))
    const rows = new Map<string, Pick<Row, 'Hash' | 'Size'>>()
    await hashFiles(files, {
      pool,
      gameDir,
      gate: createGate(() => undefined),
      signal,
      onHashed(file, outcome, { stats, at }) {
        if (outcome.startsWith('E')) throw new Unlistable(`${file.disk.path}: ${outcome}`)
        rows.set(file.disk.path, { Hash: outcome, Size: Number(stats[at]) })
      },
      onBatch: () => undefined,
    })
    signal.throwIfAborted()
    return files.map(({ disk: { path } }, at) => ({
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
  const { values, positionals } = parseArgs({ args: words, options, strict: true, allowPositionals: true })
  const [folder, ...others] = positionals
  if (folder === undefined || others.length > 0) throw new Usage('hash needs one folder')
  const dir = resolve(folder)
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw new Usage(`there is no folder ${dir}`)
  const out = values.out === undefined ? undefined : resolve(values.out)
  if (out?.startsWith(`${dir}${sep}`)) throw new Usage('--out must lie outside of the folder: no list can list itself')
  const workers = values.workers === undefined ? undefined : Number(values.workers)
  if (workers !== undefined && !(Number.isInteger(workers) && workers >= 1 && workers <= 64))
    throw new Usage('--workers must be a number from 1 to 64')
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
