import type { Mod } from '../../src-preload/contract/community/index.ts'
import { getFromService, type ListSource, NoList } from './list-source.ts'
import { parseModFolder } from '../mods/index.ts'
import { Usage } from './terminal.ts'

/** The list of mods, read as in the app. Empty if the service refuses it, because a repair can still use files of this computer. */
async function readMods(baseUrl: string, signal: AbortSignal): Promise<readonly Mod[]> {
  const { readAnswer } = await import('../community/index.ts') // a list from a file does not need it
  try {
    const bytes = await getFromService(`${baseUrl}/v1/mods`, signal)
    const read = readAnswer({ endpoint: 'mods', bytes, contentType: '', host: '', zone: 'UTC', secrets: [] })
    return 'found' in read ? (read.found.value as Mod[]) : []
  } catch (error) {
    if (error instanceof NoList && error.reason !== 'unreachable') return []
    throw error
  }
}

/** The folder in a mod's record. @throws NoList if there is none: the list must not choose the folder */
export async function readModFolder(
  { baseUrl, mod }: Exclude<ListSource, { file: string }>,
  signal: AbortSignal,
): Promise<string> {
  const record = (await readMods(baseUrl, signal)).find(({ id }) => id === mod)
  const folder = parseModFolder(record?.directory)
  if (folder.ok) return folder.path
  throw new NoList('no-usable-entry', record ? 'the mod has no folder that begins with @' : `there is no mod ${mod}`)
}

/** The mod's name and download address. `given` replaces the record's address. @throws Usage if a list file has no address */
export async function readModSource(
  from: ListSource,
  given: string | undefined,
  signal: AbortSignal,
): Promise<{ modId: number; name: string; downloadUrl: string | undefined }> {
  if ('file' in from) {
    if (given === undefined) throw new Usage('--list needs --source URL, the address of the files')
    return { modId: 0, name: from.file, downloadUrl: given }
  }
  const modId = from.mod
  const found = given === undefined ? await readMods(from.baseUrl, signal) : []
  const mod = found.find(({ id }) => id === modId)
  return { modId, name: mod?.name ?? `mod ${modId}`, downloadUrl: given ?? mod?.downloadUrl }
}
