import { constants } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { resolveInside } from '../list/index.ts'
import type { SafePath } from '../list/index.ts'
import { type Disk, whatIsAt } from './disk.ts'
import { partNameOf } from '../list/index.ts'
import { Trouble } from './trouble.ts'

/** Where a file is written: absolute, its folder real (no link on the way leads out of the mod's folder). */
export interface Place {
  folder: string
  target: string
  part: string
}

/**
 * Finds where a safe path is written, asked anew right before each use. `make` creates the folders on the way.
 * @throws Trouble `unsafe-place` where a link leads out of the mod's folder, `in-the-way` where a file stands for a folder
 */
export async function placeFor(disk: Disk, gameDir: string, path: SafePath, make: boolean): Promise<Place> {
  const parent = dirname(path) as SafePath // a safe path has a folder, and that is as safe
  if (make) await makeFolders(disk, gameDir, parent)
  const found = await resolveInside(gameDir, parent)
  if (!found.ok) throw new Trouble({ kind: 'unsafe-place' })
  const name = basename(path)
  return { folder: found.real, target: join(found.real, name), part: join(found.real, partNameOf(name)) }
}

/** Makes one folder after the other, so that none is made beyond a link that leads outside. */
async function makeFolders(disk: Disk, gameDir: string, path: SafePath): Promise<void> {
  if (await whatIsAt(disk, join(gameDir, path))) return
  const segments = path.split('/')
  for (let depth = 1; depth <= segments.length; depth++) {
    const step = segments.slice(0, depth).join('/') as SafePath
    const found = await resolveInside(gameDir, step)
    if (!found.ok) throw new Trouble({ kind: 'unsafe-place' })
    if (found.exists) continue
    await disk.mkdir(join(gameDir, step)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
      // another lane made it; a link to nowhere is seen below
    })
    if (!(await disk.lstat(join(gameDir, step))).isDirectory()) throw new Trouble({ kind: 'in-the-way' })
  }
}

/** Never through a link at the end of the path. Windows has no such flag: there `wx` and the look before must do. */
// eslint sees the type only, which says the constant is everywhere
const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0

/** Flags to create a file that must not exist. */
export const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | noFollow

/** Flags to go on with a file that exists. */
export const GO_ON = constants.O_RDWR | noFollow
