import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { Failure } from '../../../../src-preload/contract/failure.ts'
import type { MoveRefusal } from '../../../../src-preload/contract/repair.ts'
import { ifThere, isInside, plainFs } from '../../../lib/index.ts'
import { foldKey, isPartName, partNameOf, STORE_FOLDER } from '../../list/index.ts'
import { type DigestOf, type Disk, entriesBelow, isSameFile, removePart, statsAt, syncFolder, unless } from '../disk.ts'

/** The folders and files to move, as paths below their common folder. A folder comes before its content. */
export interface Goods {
  folders: string[]
  files: { path: string; bytes: number }[]
}

export const sumOf = ({ files }: Goods): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

export const refuse = (folder: string, why: MoveRefusal, name = ''): never => {
  throw new Failure('mods-move-refused', { folder, why, name })
}

/** Everything in these folders of `base`. @throws Failure `mods-move-refused` if there is a link, or two names that differ only in case */
export async function goodsIn(disk: Disk, base: string, folders: readonly string[]): Promise<Goods> {
  const goods: Goods = { folders: [], files: [] }
  const names = new Set<string>()
  const real = folders.length > 0 ? await plainFs.promises.realpath(base) : base
  const add = async (path: string): Promise<void> => {
    const stats = await statsAt(disk, join(base, path))
    if (!stats) return
    if (names.has(foldKey(path))) refuse(base, 'case', path)
    names.add(foldKey(path))
    const isOwn = async () =>
      isInside(join(real, path.split('/', 1)[0] ?? ''), await plainFs.promises.realpath(join(base, path)))
    if (stats.isDirectory() && (await isOwn())) goods.folders.push(path)
    else if (stats.isFile()) goods.files.push({ path, bytes: stats.size })
    else refuse(base, 'link', path)
  }
  for (const folder of folders) {
    const above = dirname(folder)
    if (above !== '.' && !goods.folders.includes(above)) await add(above)
    await add(folder)
    if (!goods.folders.includes(folder)) continue
    for await (const entry of entriesBelow(disk, join(base, folder)))
      await add(relative(base, join(entry.parentPath, entry.name)).split(sep).join('/'))
  }
  return goods
}

/** The tick of the coarsest file system clock, FAT's. */
const CLOCK_MS = 2_000

type IsCopy = (one: string, other: string) => Promise<boolean>

/** The stats of two files with the same size; undefined for one file with two names, or if one of them is no file. */
async function twins(disk: Disk, one: string, other: string): Promise<[Stats, Stats] | undefined> {
  const [a, b] = [await statsAt(disk, one), await statsAt(disk, other)]
  if (!a?.isFile() || !b?.isFile() || a.size !== b.size || (await isSameFile(disk, one, other))) return undefined
  return [a, b]
}

/** True for two files with the same size and time. They are probably a file and its copy, but they are not read. False for one file. */
export const looksCopied =
  (disk: Disk): IsCopy =>
  async (one, other) => {
    const stats = await twins(disk, one, other)
    return stats !== undefined && Math.abs(stats[0].mtimeMs - stats[1].mtimeMs) <= CLOCK_MS
  }

/** True for two files with the same bytes on the disk. */
export const isCopied =
  ({ disk, digestOf, signal }: Omit<CopyTools, 'there'>): IsCopy =>
  async (one, other) => {
    signal.throwIfAborted()
    if (!(await twins(disk, one, other))) return false
    const [was, is] = await Promise.all([one, other].map((path) => digestOf(path, 'md5', signal)))
    return was === is
  }

export interface CopyTools {
  disk: Disk
  digestOf: DigestOf
  signal: AbortSignal
  /** Called with bytes that are in the new folder now. `came`: how many of them were just copied. */
  there: (bytes: number, came: number) => void
}

const PIECE_BYTES = 1 << 20

/** Copies a file with its time and mode to the part file of `to`, and renames that to `to` after its bytes on the disk are verified. */
async function copyVerified(from: string, to: string, tools: CopyTools): Promise<void> {
  const { disk, signal, there } = tools
  const part = join(dirname(to), partNameOf(basename(to)))
  await removePart(disk, part)
  const input = await disk.open(from, 'r')
  try {
    const output = await disk.open(part, 'wx', 0o644)
    try {
      const piece = Buffer.allocUnsafe(PIECE_BYTES)
      for (;;) {
        signal.throwIfAborted()
        const { bytesRead } = await input.read(piece, 0, PIECE_BYTES)
        if (bytesRead === 0) break
        await output.appendFile(piece.subarray(0, bytesRead))
        there(bytesRead, bytesRead)
      }
      const { atime, mtime, mode } = await input.stat()
      await unless(['EPERM'], output.chmod(mode)) // FAT has no modes
      await output.utimes(atime, mtime)
      await output.sync()
    } finally {
      await output.close()
    }
  } finally {
    await input.close()
  }
  if (!(await isCopied(tools)(from, part))) throw new Failure('mods-move-stuck', { path: to, errno: 'EIO' })
  await disk.rename(part, to)
}

const asideOf = (path: string): string => `${path}.${randomUUID()}.old`

/**
 * Gives other names to what only `to` has in these folders. It is the player's, or a copy of what was removed from the old folder while the
 * move rested, which the game must not load again.
 */
export async function putAside(disk: Disk, to: string, folders: readonly string[], goods: Goods): Promise<void> {
  const known = new Set([...goods.folders, ...goods.files.map(({ path }) => path)].map(foldKey))
  for (const folder of folders) {
    const top = join(to, folder)
    if (!known.has(foldKey(folder))) await ifThere(disk.rename(top, asideOf(top)))
    else if ((await statsAt(disk, top))?.isDirectory())
      for await (const entry of entriesBelow(disk, top)) {
        const at = join(entry.parentPath, entry.name)
        const isKnown = entry.isDirectory() || known.has(foldKey(relative(to, at).split(sep).join('/')))
        if (isPartName(entry.name) && !isKnown) await removePart(disk, at)
        else if (!isKnown && !at.endsWith('.old')) await disk.rename(at, asideOf(at))
      }
  }
}

/** Copies everything to `to`. A copy from an earlier attempt stays. A different file there is kept under another name. */
export async function placeGoods(goods: Goods, from: string, to: string, tools: CopyTools): Promise<void> {
  const { disk, signal, there } = tools
  for (const folder of goods.folders) {
    const at = join(to, folder)
    await unless(['EEXIST'], disk.mkdir(at)) // it never makes `to` itself, whose disk may be gone
    if (!(await disk.lstat(at)).isDirectory()) refuse(to, 'link', folder)
    if (await isSameFile(disk, at, join(from, folder))) refuse(to, 'inside', folder)
  }
  for (const { path, bytes } of goods.files) {
    signal.throwIfAborted()
    const [source, target] = [join(from, path), join(to, path)]
    if ((await looksCopied(disk)(source, target)) || (await isCopied(tools)(source, target))) {
      there(bytes, 0)
      continue
    }
    await removePart(disk, target)
    await ifThere(disk.rename(target, asideOf(target))) // it is the player's, or a copy from before the source changed
    await copyVerified(source, target, tools)
  }
  for (const folder of [...goods.folders, '.']) await syncFolder(disk, join(to, folder))
}

/** Removes the files in these folders that `other` has a copy of. Files that only `base` has stay. */
export async function removeCopied(
  disk: Disk,
  base: string,
  folders: readonly string[],
  other: string,
  isCopy: IsCopy,
): Promise<void> {
  const goods = await goodsIn(disk, base, folders)
  for (const { path } of goods.files) {
    const at = join(base, path)
    if (isPartName(basename(at)) || (await isCopy(at, join(other, path)))) await disk.unlink(at)
  }
  for (const folder of [STORE_FOLDER, ...goods.folders].toReversed())
    await unless(['ENOTEMPTY', 'EEXIST', 'ENOENT'], disk.rmdir(join(base, folder)))
}

/** 4 GiB. FAT32 allows only smaller files. */
const LARGE = 2 ** 32

/**
 * Fails if a folder is not writable, or cannot take a file as large as the largest of `goods`. @throws an errno error, `EFBIG` for too
 * large a file
 */
export async function probe(disk: Disk, folder: string, { files }: Goods): Promise<void> {
  const path = join(folder, partNameOf('probe'))
  await removePart(disk, path)
  const largest = Math.max(0, ...files.map(({ bytes }) => bytes))
  const handle = await disk.open(path, 'wx', 0o600)
  try {
    if (largest >= LARGE) await handle.truncate(largest)
  } finally {
    await handle.close()
    await removePart(disk, path)
  }
}
