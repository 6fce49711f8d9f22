import { existsSync, mkdirSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { escapeHidden, writeFileAtomic } from '../lib/index.ts'
import {
  blockListPath,
  type DiskTree,
  foldKey,
  HashPool,
  layoutOf,
  parseModFolder,
  parseSafePath,
  pathOf,
  scanInThread,
  writeBlockListsInThreads,
} from '../mods/index.ts'
import { asUsage, Exit, Usage, workersOf, type Terminal } from './terminal.ts'

const options = { out: { type: 'string' }, blocks: { type: 'boolean' }, workers: { type: 'string' } } as const

/** One row of a hash list, with its fields in the usual order. */
interface HashedFile {
  Id: number
  RelativPath: string
  Hash: string
  FileName: string
  Size: number
}

const byPath = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A file cannot be listed. The message says why. */
class Unlistable extends Error {}

interface FileToList {
  path: string
  size: number
}

/** Refuses two names that are equal on a case-insensitive disk: no player could have both files, and `verify` refuses both. */
function refuseTwins(files: readonly FileToList[]): void {
  const seen = new Map<string, string>()
  for (const { path } of files) {
    const key = foldKey(path)
    const twin = seen.get(key)
    if (twin !== undefined) throw new Unlistable(`${twin}, ${path}: duplicate`)
    seen.set(key, path)
  }
}

/** All files of a folder, sorted by path. @throws Unlistable */
function listFiles(tree: DiskTree, modFolder: string): FileToList[] {
  for (const [path, { errno }] of tree.folders) if (errno) throw new Unlistable(`${path}: ${errno}`)
  return [...tree.folders.values()]
    .flatMap((folder) => [...folder.entries.values()])
    .filter(({ kind }) => kind !== 'folder')
    .map((entry) => {
      const spelled = pathOf(entry)
      const parsed = parseSafePath(spelled, modFolder)
      if (!parsed.ok) throw new Unlistable(`${spelled}: ${parsed.refusal}`)
      if (entry.kind !== 'file') throw new Unlistable(`${spelled}: neither a file nor a folder`)
      if (!entry.stat) throw new Unlistable(`${spelled}: gone`)
      return { path: parsed.path, size: entry.stat.size }
    })
    .sort((a, b) => byPath(a.path, b.path))
}

async function hashFolder(
  dir: string,
  workers: number | undefined,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<HashedFile[]> {
  const gameDir = dirname(dir)
  const modFolder = basename(dir)
  const pool = new HashPool(terminal.workers.hash, workers)
  try {
    const needs = { workers: terminal.workers, log: () => undefined }
    const tree = await scanInThread(gameDir, modFolder, signal, needs).catch((error: unknown) => {
      throw asUsage(error)
    })
    if (!tree.folders.has(modFolder)) throw new Usage(`there is no folder ${dir}`)
    const files = listFiles(tree, modFolder)
    refuseTwins(files)
    const rows = new Array<HashedFile>(files.length)
    const wanted = files.map(({ path, size }) => ({ path: join(gameDir, path), size, algorithm: 'md5' as const }))
    let broken: Unlistable | undefined
    await pool.hash(
      wanted,
      (index, outcome) => {
        const { path, size } = files[index] as FileToList
        const RelativPath = path.replaceAll('/', '\\')
        if (outcome.kind === 'digest')
          rows[index] = { Id: index, RelativPath, Hash: outcome.digest, FileName: basename(path), Size: size }
        else
          broken ??= new Unlistable(`${path}: ${outcome.kind === 'error' ? outcome.errno : 'changes while it is read'}`)
      },
      signal,
    )
    if (broken) throw broken
    return rows
  } finally {
    await pool.close()
  }
}

/** Writes the block lists of a folder's files below `to`. Skips existing ones, because a block list is named after its file's hash. */
async function writeBlockLists(
  rows: readonly HashedFile[],
  dir: string,
  to: string,
  workers: number | undefined,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const files = rows.map(({ RelativPath, Hash, Size }) => {
    const path = join(dirname(dir), ...RelativPath.split('\\'))
    return { path, size: Size, to: join(to, blockListPath(Hash)) }
  })
  const wanted = [...new Map(files.map((file) => [file.to, file])).values()].filter(
    ({ size, to }) => layoutOf(size) && !existsSync(to),
  )
  if (wanted[0]) mkdirSync(dirname(wanted[0].to), { recursive: true })
  const threads = Math.min(workers ?? availableParallelism(), wanted.length)
  const needs = { workers: terminal.workers, log: () => undefined }
  const [changed] = await writeBlockListsInThreads(wanted, threads, signal, needs)
  if (changed !== undefined) throw new Unlistable(`${changed}: changes while it is read`)
}

/** `loadout hash`: writes the hash list of a mod's folder. Fails if one of its files cannot be listed. */
export async function hashCommand(words: string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
  const [folder, ...others] = positionals
  if (folder === undefined || others.length > 0) throw new Usage('hash needs one folder')
  const dir = resolve(folder)
  const out = values.out === undefined ? undefined : resolve(values.out)
  if (out?.startsWith(`${dir}${sep}`)) throw new Usage('--out must be outside the folder: a list cannot list itself')
  if (values.blocks && out === undefined)
    throw new Usage('--blocks needs --out: the block lists are saved next to the list')
  if (!parseModFolder(basename(dir)).ok) throw new Usage("the name of a mod's folder must begin with @")
  const workers = workersOf(values.workers)
  try {
    const rows = await hashFolder(dir, workers, terminal, signal)
    if (rows.length === 0) throw new Unlistable('there is no file in it')
    const text = `{"data":[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]}\n`
    if (values.blocks && out) await writeBlockLists(rows, dir, dirname(out), workers, terminal, signal)
    if (out === undefined) terminal.stdout.write(text)
    else if (statSync(out, { throwIfNoEntry: false })?.isFile() === false)
      await writeFile(out, text) // /dev/stdout stays
    else await writeFileAtomic(out, text, 0o666) // for a web server to read
    return Exit.ready
  } catch (error) {
    if (!(error instanceof Unlistable)) throw error
    terminal.stderr.write(`no list: ${escapeHidden(error.message)}\n`)
    return Exit.failed
  }
}
