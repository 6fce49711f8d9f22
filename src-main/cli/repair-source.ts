import * as v from 'valibot'
import { getFromService, type ListSource, NoList } from './list-source.ts'
import { parseModFolder } from '../mods/index.ts'
import { Usage } from './terminal.ts'

const Mods = v.object({
  data: v.array(
    v.looseObject({
      Id: v.union([v.number(), v.string()]),
      Name: v.optional(v.string()),
      DownloadUrl: v.nullish(v.string()),
      Directories: v.nullish(v.string()),
    }),
  ),
})

/** The list of mods. Empty if the service refuses it, because a repair can still use files of this computer. */
async function readMods(baseUrl: string, signal: AbortSignal) {
  try {
    return v.parse(Mods, JSON.parse(new TextDecoder().decode(await getFromService(`${baseUrl}/v1/mods`, signal)))).data
  } catch (error) {
    const isRefused = error instanceof NoList && error.reason !== 'unreachable'
    if (isRefused || error instanceof SyntaxError || v.isValiError(error)) return []
    throw error
  }
}

/** The folder in a mod's record. @throws NoList if there is none: the list must not choose the folder */
export async function readModFolder(
  { baseUrl, mod }: Exclude<ListSource, { file: string }>,
  signal: AbortSignal,
): Promise<string> {
  const record = (await readMods(baseUrl, signal)).find(({ Id }) => Number(Id) === mod)
  const folder = parseModFolder(record?.Directories?.trim())
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
  const mod = found.find(({ Id }) => Number(Id) === modId)
  return { modId, name: mod?.Name ?? `mod ${modId}`, downloadUrl: given ?? mod?.DownloadUrl ?? undefined }
}
