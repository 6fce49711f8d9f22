import { basename, dirname, join, relative, sep } from 'node:path'
import { Failure } from '../../../src-preload/contract/failure.ts'
import type { MoveRefusal } from '../../../src-preload/contract/repair.ts'
import { ifThere, plainFs } from '../../lib/index.ts'
import { foldKey, isInside, isPartName, partNameOf } from '../list/index.ts'
import { type DigestOf, type Disk, isSameFile, removePart, statsAt, syncFolder, unless } from './disk.ts'

/** What is moved: paths below the folder that it lies in, folders before what is in them. */
export interface Goods {
  folders: string[]
  files: { path: string; bytes: number }[]
}

export const refuse = (folder: string, why: MoveRefusal, name = ''): never => {
  throw new Failure('mods-move-refused', { folder, why, name })
}

/** Everything in these folders of `base`. @throws Failure `mods-move-refused` where a link or two names of one spelling are among it */
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
    for (const entry of await disk.readdir(join(base, folder), { recursive: true, withFileTypes: true }))
      await add(relative(base, join(entry.parentPath, entry.name)).split(sep).join('/'))
  }
  return goods
}

/** The coarsest clock of a file system: FAT's. */
const CLOCK_MS = 2_000

/** True for a file and its copy, or two names of one file. */
async function isTwin(disk: Disk, one: string, other: string): Promise<boolean> {
  const [a, b] = [await statsAt(disk, one), await statsAt(disk, other)]
  return !!a?.isFile() && !!b?.isFile() && a.size === b.size && Math.abs(a.mtimeMs - b.mtimeMs) <= CLOCK_MS
}

export interface CopyTools {
  disk: Disk
  digestOf: DigestOf
  signal: AbortSignal
  /** Hears of bytes that were copied. */
  copied: (bytes: number) => void
}

const PIECE_BYTES = 1 << 20

/** Copies a file with its time to the part file of `to`, and gives it its name once the disk has the same bytes. */
async function copyVerified(from: string, to: string, { disk, digestOf, signal, copied }: CopyTools): Promise<void> {
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
        copied(bytesRead)
      }
      const { atime, mtime } = await input.stat()
      await output.utimes(atime, mtime)
      await output.sync()
    } finally {
      await output.close()
    }
  } finally {
    await input.close()
  }
  const [was, is] = await Promise.all([from, part].map((path) => digestOf(path, 'md5', signal)))
  if (was !== is) throw new Failure('mods-move-stuck', { path: to, errno: 'EIO' })
  await disk.rename(part, to)
}

/** What a file system says that gives no file a second name, or not on another disk. */
const NO_LINKS = [
  'EXDEV',
  'EPERM',
  'EACCES',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EINVAL',
  'EISDIR',
  'UNKNOWN',
]

/**
 * Gives `to` everything: by second names on the same disk, by copies on another one. What is there already from an earlier try stays.
 * A part file, which is written on, gets a copy.
 */
export async function placeGoods(goods: Goods, from: string, to: string, tools: CopyTools): Promise<void> {
  const { disk, signal, copied } = tools
  for (const folder of goods.folders) {
    const at = join(to, folder)
    await disk.mkdir(at, { recursive: true })
    if (!(await disk.lstat(at)).isDirectory()) refuse(to, 'link', folder)
    if (await isSameFile(disk, at, join(from, folder))) refuse(to, 'inside', folder)
  }
  for (const { path, bytes } of goods.files) {
    signal.throwIfAborted()
    const [source, target] = [join(from, path), join(to, path)]
    if (!(await isTwin(disk, source, target))) {
      await ifThere(disk.unlink(target)) // it was placed before the source changed
      const linked = isPartName(basename(path))
        ? undefined
        : await unless(
            NO_LINKS,
            disk.link(source, target).then(() => true),
          )
      if (!linked) {
        await copyVerified(source, target, tools)
        continue
      }
    }
    copied(bytes)
  }
  for (const folder of [...goods.folders, '.']) await syncFolder(disk, join(to, folder))
}

/** Removes of these folders what `other` has as well. What only `base` has stays. */
export async function removeTwins(disk: Disk, base: string, folders: readonly string[], other: string): Promise<void> {
  const goods = await goodsIn(disk, base, folders)
  for (const { path } of goods.files) {
    const at = join(base, path)
    if (isPartName(basename(at)) || (await isTwin(disk, at, join(other, path)))) await disk.unlink(at)
  }
  for (const folder of goods.folders.toReversed()) await unless(['ENOTEMPTY', 'EEXIST'], disk.rmdir(join(base, folder)))
}

/** 4 GiB: FAT32's files end before. */
const LARGE = 2 ** 32

/**
 * Whether a folder can be written in, and takes a file as large as the largest of `goods`. True where it gives their files second
 * names. @throws an errno error, `EFBIG` for too large a file
 */
export async function probe(disk: Disk, folder: string, from: string, { files }: Goods): Promise<boolean> {
  const path = join(folder, partNameOf('probe'))
  await removePart(disk, path)
  const largest = Math.max(0, ...files.map(({ bytes }) => bytes))
  const sample = files[0] && join(from, files[0].path)
  const linked =
    sample !== undefined &&
    (await unless(
      NO_LINKS,
      disk.link(sample, path).then(() => true),
    )) === true
  await removePart(disk, path)
  const handle = await disk.open(path, 'wx', 0o600)
  try {
    if (largest >= LARGE) await handle.truncate(largest)
  } finally {
    await handle.close()
    await removePart(disk, path)
  }
  return linked
}
