import type { FolderRefusal } from '../../../src-preload/contract/play.ts'
import { isInside, isNetworkPath } from '../../lib/index.ts'
import type { FileView, GamePlatform } from '../platform/index.ts'
import { executableIn, type FindParts } from './find.ts'

/** File systems of other computers, and autofs, which becomes one when it is looked into. */
const REMOTE =
  /^(?:nfs\d?|cifs|smb\w*|autofs|afs|9p|ncpfs|ceph|glusterfs|davfs|fuse\.(?:sshfs|rclone|davfs2?|gvfsd-fuse|s3fs))$/

/** The folders where something is mounted, and its kind of file system, as Linux tells them; none elsewhere. */
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

/** Windows does not tell cases apart, and neither does its `relative`. */
const isSame = (one: string, other: string, { path }: GamePlatform): boolean => path.relative(one, other) === ''

/** What the path alone shows, before anything touches it: to look at a folder of another computer signs the player in there. */
function byName(folder: string, { path, folders }: GamePlatform): FolderRefusal | undefined {
  const isRemote = isNetworkPath(folder) || folders.remote.some((remote) => path.normalize(folder).startsWith(remote))
  if (isRemote) return 'network'
  return path.isAbsolute(folder) ? undefined : 'unknown'
}

/** Where a folder really lies, and why it is not taken for the game's, if it is not. */
export async function acceptable(folder: string, parts: FindParts): Promise<{ real: string; refusal?: FolderRefusal }> {
  const placed = await placeOf(folder, parts)
  if (placed.refusal || (await executableIn(placed.real, parts)) !== undefined) return placed
  return { ...placed, refusal: 'no-program' }
}

/** The same, of a folder that need not be the game's; `no-program` where there is none. */
export async function placeOf(
  folder: string,
  { platform, files }: Pick<FindParts, 'platform' | 'files'>,
): Promise<{ real: string; refusal?: FolderRefusal }> {
  const { path, folders } = platform
  const named = byName(folder, platform)
  if (named) return { real: folder, refusal: named }
  const real = await files.realPath(folder) // also shows what is behind a link or a mapped drive
  if (real === undefined) return { real: folder, refusal: 'no-program' }
  const is = (refusal: FolderRefusal) => ({ real, refusal })
  const mounted = platform.name === 'linux' ? await mounts(files) : []
  const [nearest] = mounted.filter(({ at }) => isInside(at, real, path)).sort((a, b) => b.at.length - a.at.length)
  if (byName(real, platform) || (nearest && REMOTE.test(nearest.kind))) return is('network')
  if (real === path.parse(real).root || nearest?.at === real) return is('root') // a drive that is mounted has its root there
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
