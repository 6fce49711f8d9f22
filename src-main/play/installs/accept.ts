import type { FolderRefusal } from '../../../src-preload/contract/play.ts'
import { isInside, isNetworkPath } from '../../lib/index.ts'
import type { FileView, GamePlatform } from '../platform/index.ts'
import { executableIn, type FindParts } from './find.ts'

/** File systems of other computers, and autofs, which mounts one on access. */
const REMOTE =
  /^(?:nfs\d?|cifs|smb\w*|autofs|afs|9p|ncpfs|ceph|glusterfs|davfs|fuse\.(?:sshfs|rclone|davfs2?|gvfsd-fuse|s3fs))$/

/** Mount points and their kinds of file system, from Linux; none on other systems. */
async function mounts(files: FileView): Promise<{ at: string; kind: string }[]> {
  const text = (await files.readText('/proc/self/mountinfo')) ?? ''
  return text.split('\n').flatMap((line) => {
    const [fields = '', type = ''] = line.split(' - ')
    const at = fields
      .split(' ')[4]
      ?.replace(/\\(\d{3})/g, (_all, code: string) => String.fromCharCode(parseInt(code, 8)))
    return at ? [{ at, kind: type.split(' ')[0] ?? '' }] : []
  })
}

/** Ignores upper and lower case on Windows, because `relative` does so there. */
const isSame = (one: string, other: string, { path }: GamePlatform): boolean => path.relative(one, other) === ''

/** Judges the path alone. Nothing may touch the folder before this: access to another computer's folder signs the player in there. */
function byName(folder: string, { path, folders }: GamePlatform): FolderRefusal | undefined {
  const isRemote = isNetworkPath(folder) || folders.remote.some((remote) => path.normalize(folder).startsWith(remote))
  if (isRemote) return 'network'
  return path.isAbsolute(folder) ? undefined : 'unknown'
}

/**
 * The real path of a folder, and why it cannot be the game's, if it cannot. A Steam library, or a folder in it, means the game in it.
 */
export async function acceptable(folder: string, parts: FindParts): Promise<{ real: string; refusal?: FolderRefusal }> {
  const placed = await placeOf(folder, parts)
  if (placed.refusal) return placed
  const { recipe, platform } = parts
  for (const below of [[], [recipe.name], ['common', recipe.name], ['steamapps', 'common', recipe.name]]) {
    const there = below.length > 0 ? await placeOf(platform.path.join(placed.real, ...below), parts) : placed
    if (!there.refusal && (await executableIn(there.real, parts)) !== undefined) return there
  }
  return { ...placed, refusal: 'no-program' }
}

/** As `acceptable`, for a folder that need not contain the game. `no-program`: it does not exist. */
export async function placeOf(
  folder: string,
  { platform, files }: Pick<FindParts, 'platform' | 'files'>,
): Promise<{ real: string; refusal?: FolderRefusal }> {
  const { path, folders } = platform
  const named = byName(folder, platform)
  if (named) return { real: folder, refusal: named }
  const real = await files.realPath(folder) // also resolves links and mapped drives
  if (real === undefined) return { real: folder, refusal: 'no-program' }
  const is = (refusal: FolderRefusal) => ({ real, refusal })
  const mounted = platform.name === 'linux' ? await mounts(files) : []
  const [nearest] = mounted.filter(({ at }) => isInside(at, real, path)).sort((a, b) => b.at.length - a.at.length)
  if (byName(real, platform) || (nearest && REMOTE.test(nearest.kind))) return is('network')
  if (real === path.parse(real).root || nearest?.at === real) return is('root') // the root of a mounted drive
  const aboveHome = path.dirname(folders.home)
  const isOfSomebody = aboveHome !== path.parse(real).root && isSame(path.dirname(real), aboveHome, platform)
  if (isInside(real, folders.home, path) || isOfSomebody) return is('home')
  if (
    folders.system.some((system) => isInside(system, real, path)) ||
    folders.shared.some((shared) => isSame(real, shared, platform))
  )
    return is('system')
  return { real }
}
