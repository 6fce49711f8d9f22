import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import { ifThere } from '../../lib/index.ts'
import { foldKey, resolveInside, type SafePath } from '../list/index.ts'
import { type Disk, type FilePaths, pathsFor, statsAt, unless } from './disk.ts'
import { type FileTools, moveEntry } from './replace.ts'
import type { RepairSession } from './session.ts'
import { Trouble } from './trouble.ts'

/** The folders that a session writes to. Missing ones are made; the journal notes them before, so that an undo can remove them. */
export class Folders {
  readonly #session: RepairSession
  readonly #tools: FileTools
  readonly #isEarly: () => boolean
  readonly #oneByOne = pLimit(1) // several files may need the same folder

  /** `isEarly`: true while nothing may be replaced. */
  constructor(session: RepairSession, tools: FileTools, isEarly = () => false) {
    this.#session = session
    this.#tools = tools
    this.#isEarly = isEarly
  }

  /**
   * As `pathsFor`, but makes the missing folders.
   * @throws Trouble also `in-the-way` if something is in the place of a folder, `folder-case` if the mod's folder has another spelling
   */
  async pathsFor(path: SafePath): Promise<FilePaths> {
    await this.#make(dirname(path))
    return pathsFor(this.#session.gameDir, path)
  }

  /** Makes one folder after the other, so that none is made behind a link that leads outside. */
  async #make(path: string): Promise<void> {
    const { disk } = this.#tools
    const { gameDir } = this.#session
    const isFolder = async (at: string) => (await ifThere(disk.stat(at)))?.isDirectory() ?? false
    if (await isFolder(join(gameDir, path))) return
    const segments = path.split('/')
    await mustNotDiffer(disk, gameDir, segments[0] ?? '')
    for (let depth = 1; depth <= segments.length; depth++) {
      const folder = segments.slice(0, depth).join('/') as SafePath
      const at = join(gameDir, folder)
      const found = await resolveInside(gameDir, folder)
      if (!found.ok) throw new Trouble({ kind: 'unsafe-place' })
      if (await isFolder(found.real)) continue
      if (found.exists && depth > 1) await this.#oneByOne(() => this.#clear(folder, at))
      await this.#session.note({ w: 'folder', path: folder })
      if (!(await this.#session.isThere())) throw new Trouble({ kind: 'folder-gone' })
      await unless(['EEXIST'], disk.mkdir(at)) // another file's repair made it; a broken link is found below
      if (!(await disk.lstat(at)).isDirectory()) throw new Trouble({ kind: 'in-the-way' })
    }
  }

  /** Moves the file in the place of a folder to the quarantine, unless nothing may be replaced. */
  async #clear(path: SafePath, at: string): Promise<void> {
    const stands = await statsAt(this.#tools.disk, at)
    if (!stands || stands.isDirectory()) return
    if (this.#session.head.isAhead || this.#isEarly()) throw new Trouble({ kind: 'in-the-way' })
    await moveEntry(at, await this.#session.reserveKept(path), this.#tools)
  }
}

/** Fails if there is a folder that differs from the mod's only in case. It may belong to another mod, and the game might use either. */
async function mustNotDiffer(disk: Disk, gameDir: string, modFolder: string): Promise<void> {
  if (await statsAt(disk, join(gameDir, modFolder))) return
  const key = foldKey(modFolder)
  const folder = (await disk.readdir(gameDir)).find((name) => name !== modFolder && foldKey(name) === key)
  if (folder !== undefined) throw new Trouble({ kind: 'folder-case', folder })
}

const NOT_EMPTY = ['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EBUSY', 'EPERM', 'EACCES']

export async function removeIfEmpty(disk: Disk, gameDir: string, path: SafePath): Promise<void> {
  const found = await resolveInside(gameDir, path)
  if (!found.ok || !found.exists || !(await statsAt(disk, join(gameDir, path)))?.isDirectory()) return
  await unless(NOT_EMPTY, disk.rmdir(found.real))
}
