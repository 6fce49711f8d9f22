import { request } from 'undici'
import * as v from 'valibot'
import { type CommunityProfile, readProfile } from '../settings/index.ts'
import type { ListSource } from './list-source.ts'
import { Usage, type Terminal } from './terminal.ts'

/** Options that `repair` has besides those of `verify`. */
export interface RepairWish {
  dryRun: boolean
  yes: boolean
  /** Move the files that the list does not name to the quarantine, too. */
  setAsideExtras: boolean
  allowHttp: boolean
  /** Download address, where the list comes from a file. */
  source: string | undefined
}

const switches = {
  '--dry-run': 'dryRun',
  '--yes': 'yes',
  '--set-aside-extras': 'setAsideExtras',
  '--allow-http': 'allowHttp',
} as const

/** Takes repair's own words out of all; the rest is for `verify`. @throws Usage */
export function splitWords(words: readonly string[]): { wish: RepairWish; rest: string[] } {
  const wish: RepairWish = { dryRun: false, yes: false, setAsideExtras: false, allowHttp: false, source: undefined }
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (Object.hasOwn(switches, word)) wish[switches[word as keyof typeof switches]] = true
    else if (word.startsWith('--source=')) wish.source = word.slice('--source='.length)
    else if (word === '--source') wish.source = words[++at]
    else rest.push(word)
  }
  return { wish, rest }
}

/** The profile that was named, if any. @throws Failure `profile-invalid` */
export function namedProfile(words: readonly string[], env: Terminal['env']): CommunityProfile | undefined {
  const at = words.findIndex((word) => word === '--community' || word.startsWith('--community='))
  const word = words[at] ?? ''
  const file =
    at < 0 ? env.LOADOUT_COMMUNITY : word === '--community' ? words[at + 1] : word.slice('--community='.length)
  return file ? readProfile(file) : undefined
}

const Mods = v.object({
  data: v.array(
    v.looseObject({
      Id: v.union([v.number(), v.string()]),
      Name: v.optional(v.string()),
      DownloadUrl: v.nullish(v.string()),
    }),
  ),
})

/** The mod's name and download address. @throws Usage where a list file comes without an address */
export async function readModSource(
  from: ListSource,
  wish: RepairWish,
  signal: AbortSignal,
): Promise<{ modId: number; name: string; downloadUrl: string | undefined }> {
  if ('file' in from) {
    if (wish.source === undefined) throw new Usage('--list needs --source URL: the address that the files come from')
    return { modId: 0, name: from.file, downloadUrl: wish.source }
  }
  if (wish.source !== undefined) return { modId: from.mod, name: `mod ${from.mod}`, downloadUrl: wish.source }
  const { statusCode, body } = await request(`${from.baseUrl}/v1/mods`, {
    signal,
    headers: { accept: 'application/json' },
  })
  const parsed = v.safeParse(Mods, await body.json().catch(() => undefined))
  if (statusCode !== 200 || !parsed.success) return { modId: from.mod, name: `mod ${from.mod}`, downloadUrl: undefined }
  const mod = parsed.output.data.find(({ Id }) => Number(Id) === from.mod)
  return { modId: from.mod, name: mod?.Name ?? `mod ${from.mod}`, downloadUrl: mod?.DownloadUrl ?? undefined }
}
