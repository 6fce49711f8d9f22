import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { chmod, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import nodePath, { dirname, type PlatformPath } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The errno name of a thrown value, or `''`. (The code of an abort error is a number.) */
export const errnoOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** True for the errno of a path that does not exist. */
export const isMissing = (errno: string): boolean => errno === 'ENOENT' || errno === 'ENOTDIR'

/** The result of reading a path, or undefined if nothing is there. */
export const ifThere = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (isMissing(errnoOf(error))) return undefined
    throw error
  })

/** Why a file could not be read. Windows has errors without a name of their own (`UNKNOWN`). */
export const errnoOutcome = (error: unknown): string => {
  const errno = errnoOf(error)
  return errno.startsWith('E') ? errno : 'EIO'
}

/**
 * True for a path on another computer or of a device (`\\host\share`, `//host/share`, `\\?\…`). Windows signs the player in to that
 * computer as soon as the path is opened. So only the player may choose one, in the system's own dialog; the page never may.
 */
export const isNetworkPath = (path: string): boolean => /^[\\/]{2}/.test(path)

/** True for a path that can be in the game's argument. In the argument, `;` separates paths, and a quote ends it. */
export const isOneModPath = (path: string): boolean => !/[;"\p{Cc}]/u.test(path)

/** True if `path` is `folder` or below it. Both are absolute and without links. `system`: the kind of path, if it is not this system's. */
export function isInside(folder: string, path: string, system: PlatformPath = nodePath): boolean {
  const way = system.relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${system.sep}`) && !system.isAbsolute(way))
}

/** A log may be gigabytes long. The last events are at its end. */
const LOG_END_BYTES = 4 << 20

/** The end of a log as text. @throws an errno error */
export async function endOfLog(path: string, mostBytes = LOG_END_BYTES): Promise<string> {
  const handle = await open(path, 'r')
  try {
    const { size } = await handle.stat()
    const from = Math.max(0, size - mostBytes)
    const buffer = Buffer.alloc(Math.min(size, mostBytes))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/**
 * Makes a folder and its missing parents. Node's own `recursive` never returns if an existing folder, such as /proc, answers ENOENT.
 * @throws an errno error
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    return await mkdir(path)
  } catch (error) {
    if (await isFolder(path)) return
    const above = dirname(path)
    if (errnoOf(error) !== 'ENOENT' || above === path || (await isFolder(above))) throw error
    await makeFolder(above)
  }
  await mkdir(path).catch(async (error: unknown) => {
    if (!(await isFolder(path))) throw error // another process may have made it
  })
}

/** Windows gives these errors while a scanner or an indexer has the file open for a moment. */
const BUSY = ['EACCES', 'EBUSY', 'EPERM']
const IS_PATIENT = process.platform === 'win32'

/** The pauses in ms between attempts while a file is in use: a second in all. */
const PAUSES_MS = [5, 10, 20, 40, 80, 160, 320, 500]

/** Repeats work on a file that is in use. */
async function patiently<T>(work: () => Promise<T>, patient: boolean): Promise<T> {
  for (const pause of patient ? PAUSES_MS : [])
    try {
      return await work()
    } catch (error) {
      if (!BUSY.includes(errnoOf(error))) throw error
      await delay(pause)
    }
  return work()
}

/** Reads a text file. On Windows, retries for a second if it is in use. @throws an errno error */
export const readText = (path: string, patient = IS_PATIENT): Promise<string> =>
  patiently(() => readFile(path, 'utf8'), patient)

/** The same synchronously, for small files that are read when the app starts. */
export function readSync(path: string, patient = IS_PATIENT): Buffer {
  for (const pause of patient ? PAUSES_MS : [])
    try {
      return readFileSync(path)
    } catch (error) {
      if (!BUSY.includes(errnoOf(error))) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)
    }
  return readFileSync(path)
}

/** Makes a folder that only the player can enter, and restricts one that an earlier version made. @throws an errno error */
export async function makePrivateFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  await chmod(path, 0o700)
}

/** Moves a file over another. `patient`: retries for a second if one of them is in use. @throws an errno error */
export const renameOver = (from: string, to: string, patient = IS_PATIENT): Promise<void> =>
  patiently(() => rename(from, to), patient)

/** Renames a damaged file. One that was kept aside before stays. @throws an errno error */
export function keepAside(path: string): void {
  let aside = `${path}.damaged`
  for (let n = 2; existsSync(aside); n++) aside = `${path}.damaged-${n}`
  renameSync(path, aside)
}

const partOf = (path: string): string => `${path}.${randomBytes(6).toString('hex')}.tmp`

/** Only the player can read the app's own files. */
const PRIVATE = 0o600

/** Writes a file so that a reader or a crash sees the old or the new content, never a part of it. */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array | Iterable<string>,
  mode = PRIVATE,
): Promise<void> {
  await makeFolder(dirname(path))
  const part = partOf(path)
  try {
    const handle = await open(part, 'wx', mode)
    try {
      const pieces = typeof data === 'string' || data instanceof Uint8Array ? [data] : data
      for (const piece of pieces) await handle.writeFile(piece) // appends
      await handle.sync()
    } finally {
      await handle.close()
    }
    await renameOver(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** The same synchronously, for small files that are written while the app ends. */
export function writeFileAtomicSync(path: string, data: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  const part = partOf(path)
  try {
    const handle = openSync(part, 'wx', PRIVATE)
    try {
      writeFileSync(handle, data)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
