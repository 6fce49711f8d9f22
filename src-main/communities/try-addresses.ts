import type { TriedAddress } from '../../src-preload/contract/profile-editor.ts'
import { readAnswer } from '../community/index.ts'
import { getBytes, reasonOf } from '../http/index.ts'
import { downloadPackage } from '../play/index.ts'
import { CLIENT_PAGE, type CommunityProfile } from '../settings/index.ts'
import { readBanner } from './banner.ts'

const MOST_BYTES = 8 << 20
const MOST_SERVERS_BYTES = 1 << 18 // main reads them, empty records in 0.3 s
const TIMEOUT_MS = 20_000

/** An address answers, but not with what it is for. */
class Unfit extends Error {}

type Try = (address: string, signal: AbortSignal) => Promise<Pick<TriedAddress, 'said' | 'count'>>

const askServers: Try = async (address, signal) => {
  const headers = { accept: 'application/json', 'user-agent': 'Loadout' }
  const bytes = await getBytes(`${address}/v1/servers`, { maxBytes: MOST_SERVERS_BYTES, signal, headers })
  const read = readAnswer({ endpoint: 'servers', bytes, contentType: '', host: '', zone: 'UTC', secrets: [] })
  if ('failure' in read) throw new Unfit(read.failure.code === 'not-json' ? 'not-json' : 'no-servers')
  return { said: 'servers', count: (read.found.value as unknown[]).length }
}

/** `fine`: answers that are as good as a page. */
const askFor =
  (fine: RegExp): Try =>
  async (address, signal) => {
    await getBytes(address, { maxBytes: MOST_BYTES, signal }).catch((error: unknown) => {
      if (!fine.test(reasonOf(error))) throw error
    })
    return { said: 'answers' }
  }

const askPage = askFor(/^(?:3\d\d|redirect.*)$/)
/** A page that needs a sign-in or a folder of files answers with a status of its own. */
const askHost = askFor(/^(?:[34]\d\d|redirect.*)$/)

const askPicture: Try = async (address, signal) => {
  if ((await readBanner(address, signal)) === undefined) throw new Unfit('no-picture')
  return { said: 'picture' }
}

/** Every address of a profile, with its field and the way to try it. */
function triesOf({ baseUrl, infoUrl, images, voice, community, discord, mods }: CommunityProfile) {
  const wanted = voice.plugin?.package
  const askPackage: Try = async (address, signal) => {
    await downloadPackage({ address, sha256: wanted?.sha256 ?? '' }, signal)
    return { said: 'package' }
  }
  const all: [field: string, addresses: string | readonly string[] | undefined, ask: Try][] = [
    ['baseUrl', baseUrl, askServers],
    ['infoUrl', infoUrl, askHost],
    ['voice.clientPage', voice.clientPage === CLIENT_PAGE ? undefined : voice.clientPage, askPage],
    ['voice.plugin.package.address', wanted?.address, askPackage],
    ['community.links', community.links.map(({ url }) => url), askPage],
    ['discord.page', discord?.page, askPage],
    ['images.item', images.item, askHost],
    ['images.vehicle', images.vehicle, askHost],
    ['images.house', images.house, askHost],
    ['images.mapTiles', images.mapTiles && `${images.mapTiles}/1/0/0.png`, askPage],
    ['images.banner', images.banner, askPicture],
    ['mods.sources', Object.values(mods.sources).flat(), askHost],
  ]
  return all.flatMap(([field, addresses = [], ask]) => [addresses].flat().map((address) => ({ field, address, ask })))
}

/** The addresses that {@link tryAddresses} asks. */
export const triedAddresses = (profile: CommunityProfile): string[] => triesOf(profile).map(({ address }) => address)

/** Tries each address of a profile once. @throws the signal's AbortError */
export const tryAddresses = (profile: CommunityProfile, stop: AbortSignal): Promise<TriedAddress[]> =>
  Promise.all(
    triesOf(profile).map(async ({ field, address, ask }) => {
      try {
        const signal = AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)])
        return { field, address, ok: true, ...(await ask(address, signal)) }
      } catch (error) {
        stop.throwIfAborted()
        return { field, address, ok: false, said: error instanceof Unfit ? error.message : reasonOf(error) }
      }
    }),
  )
