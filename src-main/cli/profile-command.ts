import { parseArgs } from 'node:util'
import { readBanner } from '../communities/index.ts'
import { getBytes, reasonOf } from '../http/index.ts'
import { writeFileAtomic } from '../lib/index.ts'
import { downloadPackage } from '../play/index.ts'
import {
  type CommunityProfile,
  parseGivenProfile,
  parseProfile,
  type PluginPackage,
  profileFaults,
  readProfileJson,
} from '../settings/index.ts'
import { faultWords, mustRead } from './profile.ts'
import { Exit, printable, type Terminal, Usage, writeJson } from './terminal.ts'

/** What each field is for. Of a group the last name alone may stand for all below it. */
const meanings: Record<string, string> = {
  id: 'names the data folder, settings and keychain entries',
  name: 'what players read',
  baseUrl: 'the JSON interface, without /v1',
  infoUrl: 'the online banking; without it there is no bank',
  timeZone: 'zone of dates that name none',
  colour: 'the app takes shades of it that can be read',
  'game.appId': 'the game’s number at Steam',
  'bank.ibanPattern': 'pattern of an account number',
  'bank.sessionCookie': 'pattern of the session cookie’s name',
  'bank.encoding': 'how a transfer is sent',
  'bank.currency': 'sign shown with money',
  'bank.loginHosts': 'hosts that the sign-in may lead through',
  'bank.infoMaxLength': 'longest purpose text',
  'bank.texts': 'what the bank’s page says of a transfer',
  'voice.fallback': 'voice server where the service names none',
  'voice.password': 'password of the voice server',
  'voice.channel': 'channel of the voice server to join',
  'voice.clientPage': 'where players get the voice program',
  'voice.plugin': 'files of the voice plugin with digests, and where its package is',
  'discord.clientId': 'the community’s application at Discord, for players who show where they play',
  'discord.page': 'https page of the community that it leads to',
  'community.about': 'what the community is, for its page in the app',
  'community.rules': 'its rules',
  'community.key': 'where players find the key to sign in with',
  'community.contact': 'where players get help',
  'community.hours': 'when support answers',
  'community.faq': 'questions and answers',
  'community.links': 'https pages of the community',
  'images.item': 'pictures of items',
  'images.vehicle': 'pictures of vehicles',
  'images.mapTiles': 'tiles of the map',
  'images.banner': 'the community’s picture',
  'mods.allowHttpDownloads': 'mod files may come over plain http',
  'mods.sources': 'more download addresses of mods',
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** All fields of a profile, dotted, down to those that a meaning is known of. */
function fieldsOf(value: object, within = ''): [field: string, value: unknown][] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]): [string, unknown][] => {
    const field = within + name
    return isGroup(inner) && !Object.hasOwn(meanings, field) ? fieldsOf(inner, `${field}.`) : [[field, inner]]
  })
}

/** How an address answered. */
interface Tried {
  field: string
  address: string
  ok: boolean
  said: string
}

const MOST_BYTES = 8 << 20

async function tryAddresses(profile: CommunityProfile, stop: AbortSignal): Promise<Tried[]> {
  const { baseUrl, infoUrl, images, voice, community, discord } = profile
  const within = () => AbortSignal.any([stop, AbortSignal.timeout(20_000)])
  const attempt = async (field: string, address: string, look: () => Promise<string>): Promise<Tried> => {
    try {
      return { field, address, ok: true, said: await look() }
    } catch (error) {
      stop.throwIfAborted()
      const said = error instanceof SyntaxError ? 'not-json' : error instanceof Usage ? error.message : reasonOf(error)
      return { field, address, ok: false, said }
    }
  }
  const servers = async () => {
    const headers = { accept: 'application/json', 'user-agent': 'Loadout' }
    const bytes = await getBytes(`${baseUrl}/v1/servers`, { maxBytes: MOST_BYTES, signal: within(), headers })
    const answer = JSON.parse(new TextDecoder().decode(bytes)) as { data?: unknown } | null
    if (!Array.isArray(answer?.data)) throw new Usage('answers, but with no list of servers')
    return `${answer.data.length} servers`
  }
  /** `fine`: what does as well as a page, such as the way to a sign-in. */
  const page = (field: string, address: string | undefined, fine = /^(?:3\d\d|redirect.*)$/): Promise<Tried>[] => {
    const look = async () => {
      await getBytes(address ?? '', { maxBytes: MOST_BYTES, signal: within() }).catch((error: unknown) => {
        if (!fine.test(reasonOf(error))) throw error
      })
      return 'answers'
    }
    return address === undefined ? [] : [attempt(field, address, look)]
  }
  const banner = (address: string) => async () => {
    if ((await readBanner(address, within())) === undefined) throw new Usage('no PNG, JPEG or WebP of up to 1 MB')
    return 'a picture'
  }
  const plugin = (wanted: PluginPackage) => async () => {
    await downloadPackage(wanted, within())
    return 'the package of this digest'
  }
  const wanted = voice.plugin?.package
  return Promise.all([
    attempt('baseUrl', baseUrl, servers),
    ...(wanted ? [attempt('voice.plugin.package', wanted.address, plugin(wanted))] : []),
    ...page('infoUrl', infoUrl, /^(?:[34]\d\d|redirect.*)$/),
    ...page('discord.page', discord?.page),
    ...page('images.mapTiles', images.mapTiles && `${images.mapTiles}/1/0/0.png`),
    ...community.links.flatMap(({ url }, at) => page(`community.links.${at}`, url)),
    ...(images.banner ? [attempt('images.banner', images.banner, banner(images.banner))] : []),
  ])
}

async function check(
  file: string,
  { json, local }: { json: boolean; local: boolean },
  { stdout }: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const raw = mustRead(file, () => readProfileJson(file))
  const faults = profileFaults(raw, local).map(({ field, fault }) => ({ field, fault, said: faultWords[fault] }))
  const profile = faults.length > 0 ? undefined : local ? parseGivenProfile(raw, file).profile : parseProfile(raw, file)
  const fields = profile ? fieldsOf(profile) : []
  const given = isGroup(raw) ? fieldsOf(raw).map(([field]) => field) : []
  const unknown = profile ? given.filter((field) => !fields.some(([known]) => known === field)) : []
  const tried = profile ? await tryAddresses(profile, signal) : []
  const isWell = faults.length === 0 && tried.every(({ ok }) => ok)
  if (json) writeJson(stdout, { verdict: isWell ? 'ready' : 'failed', faults, unknown, tried, profile })
  else {
    const row = (mark: string, name: string, text: string) => `${mark} ${name.padEnd(24)} ${printable(text)}\n`
    for (const { field, said } of faults) stdout.write(row('✗', field, said))
    for (const [field, value] of fields) {
      if (value === undefined) continue
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      const origin = given.includes(field) ? '' : ', standard'
      stdout.write(row(' ', field, `${text}  (${meanings[field] ?? ''}${origin})`))
    }
    for (const field of unknown) stdout.write(row('?', field, 'is no field of a profile and changes nothing'))
    for (const { field, address, ok, said } of tried) stdout.write(row(ok ? '✓' : '✗', field, `${address}: ${said}`))
  }
  return isWell ? Exit.ready : Exit.failed
}

const options = {
  json: { type: 'boolean', default: false },
  local: { type: 'boolean', default: false },
  id: { type: 'string' },
  name: { type: 'string' },
  'base-url': { type: 'string' },
  'info-url': { type: 'string' },
  out: { type: 'string' },
} as const

/** `loadout profile`: makes a profile, or tells all that there is to tell of one. */
export async function profileCommand(words: string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
  const [deed, file, ...others] = positionals
  if (deed === 'check' && file !== undefined && others.length === 0) return check(file, values, terminal, signal)
  if (deed !== 'new' || file !== undefined) throw new Usage('profile needs: check FILE, or new')
  const { id, name, 'base-url': baseUrl, 'info-url': infoUrl, out } = values
  const profile = { id, name, baseUrl, infoUrl }
  const [wrong] = profileFaults(profile, values.local)
  if (wrong) throw new Usage(`"${wrong.field}" ${faultWords[wrong.fault]}`)
  const text = `${JSON.stringify(profile, undefined, 2)}\n`
  if (out === undefined) terminal.stdout.write(text)
  else await writeFileAtomic(out, text, 0o666)
  return Exit.ready
}
