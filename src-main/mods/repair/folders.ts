import { join } from 'node:path'
import pLimit from 'p-limit'
import { resolveInside, type SafePath } from '../list/index.ts'
import { type Disk, type FolderMaker, statsAt, unless } from './disk.ts'
import { type FileTools, moveEntry } from './replace.ts'
import type { RepairSession } from './session.ts'
import { Trouble } from './trouble.ts'

/** Notes the folders that a session makes in its journal, and moves files in their way to the quarantine. */
export function folderMaker(session: RepairSession, tools: FileTools): FolderMaker {
  const oneByOne = pLimit(1) // several files may need the same folder
  return {
    async makes(path) {
      await session.note({ w: 'folder', path })
      if (!(await session.isThere())) throw new Trouble({ kind: 'folder-gone' })
    },
    clear: (path, at) =>
      oneByOne(async () => {
        const stands = await statsAt(tools.disk, at)
        if (stands && !stands.isDirectory()) await moveEntry(at, await session.reserveKept(path), tools)
      }),
  }
}

const NOT_EMPTY = ['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EBUSY', 'EPERM', 'EACCES']

export async function removeIfEmpty(disk: Disk, gameDir: string, path: SafePath): Promise<void> {
  const found = await resolveInside(gameDir, path)
  if (!found.ok || !found.exists || !(await statsAt(disk, join(gameDir, path)))?.isDirectory()) return
  await unless(NOT_EMPTY, disk.rmdir(found.real))
}
