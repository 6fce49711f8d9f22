import { dirname, join, resolve } from 'node:path'
import { ifThere, isInside, plainFs } from '../../lib/index.ts'
import type { SafePath } from './safe-path.ts'

/**
 * The place of a safe path on disk. `real` is absolute, and all links in its existing part are resolved. For a file that does not exist
 * yet, it is the real folder plus the missing rest.
 */
export type Resolved = { ok: true; real: string; exists: boolean } | { ok: false; refusal: 'link-outside' }

/**
 * The real path of the longest existing part of `path`, plus the missing rest. If a link's target does not exist, the link's text counts.
 */
async function realOf(path: string, depth = 0): Promise<{ real: string; exists: boolean }> {
  const real = await ifThere(plainFs.promises.realpath(path))
  if (real !== undefined) return { real, exists: true }
  const parent = dirname(path)
  if (parent === path) return { real: path, exists: false }
  const link = await ifThere(plainFs.promises.lstat(path))
  const above = await realOf(parent, depth)
  if (link?.isSymbolicLink() && depth < 40)
    return {
      real: (await realOf(resolve(above.real, await plainFs.promises.readlink(path)), depth + 1)).real,
      exists: false,
    }
  return { real: join(above.real, path.slice(parent.length)), exists: false }
}

/**
 * Follows every link on the way to `path`, and refuses one that leads out of the mod's folder. Call this immediately before reading,
 * writing or showing a file. The mod's folder itself may be a link, because players keep large mods on another disk.
 * @param gameDir absolute
 * @throws an errno error (EACCES, ELOOP, EIO …) if the disk does not answer the question
 */
export async function resolveInside(gameDir: string, path: SafePath): Promise<Resolved> {
  const modFolder = path.split('/', 1)[0] ?? ''
  const root = await realOf(join(gameDir, modFolder))
  const { real, exists } = await realOf(join(gameDir, path))
  return isInside(root.real, real) ? { ok: true, real, exists } : { ok: false, refusal: 'link-outside' }
}
