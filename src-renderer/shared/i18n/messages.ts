import type bank from '../../../resources/locales/en/bank.json'
import type common from '../../../resources/locales/en/common.json'
import type failures from '../../../resources/locales/en/failures.json'
import type frame from '../../../resources/locales/en/frame.json'
import type home from '../../../resources/locales/en/home.json'
import type map from '../../../resources/locales/en/map.json'
import type market from '../../../resources/locales/en/market.json'
import type mods from '../../../resources/locales/en/mods.json'
import type news from '../../../resources/locales/en/news.json'
import type play from '../../../resources/locales/en/play.json'
import type player from '../../../resources/locales/en/player.json'
import type profile from '../../../resources/locales/en/profile.json'
import type repair from '../../../resources/locales/en/repair.json'
import type servers from '../../../resources/locales/en/servers.json'
import type settings from '../../../resources/locales/en/settings.json'
import type setup from '../../../resources/locales/en/setup.json'
import type shops from '../../../resources/locales/en/shops.json'
import type vault from '../../../resources/locales/en/vault.json'
import type voice from '../../../resources/locales/en/voice.json'
import type world from '../../../resources/locales/en/world.json'

/** The English messages by domain. They define the keys for all languages. */
interface English {
  bank: typeof bank
  common: typeof common
  failures: typeof failures
  frame: typeof frame
  home: typeof home
  map: typeof map
  market: typeof market
  mods: typeof mods
  news: typeof news
  play: typeof play
  player: typeof player
  profile: typeof profile
  repair: typeof repair
  servers: typeof servers
  settings: typeof settings
  setup: typeof setup
  shops: typeof shops
  vault: typeof vault
  voice: typeof voice
  world: typeof world
}

/** A message's domain and its key there. */
export type MessageKey = { [D in keyof English]: `${D}.${keyof English[D] & string}` }[keyof English]

const files = import.meta.glob<Record<string, string>>(
  ['../../../resources/locales/*/*.json', '!../../../resources/locales/*/native.json'],
  {
    import: 'default',
  },
)

/** The language and domain of a file. */
const placeOf = (path: string): readonly string[] => path.replace('.json', '').split('/').slice(-2)

/** All languages: each folder of `resources/locales`. */
export const languages: readonly string[] = [...new Set(Object.keys(files).map((path) => placeOf(path)[0] ?? ''))]

/** A language's own name: `Deutsch`. */
export const languageName = (language: string): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language

/** A language's messages by key. */
export async function messagesOf(language: string): Promise<Partial<Record<string, string>>> {
  const own = Object.entries(files).filter(([path]) => placeOf(path)[0] === language)
  const domains = await Promise.all(
    own.map(async ([path, read]) =>
      Object.entries(await read()).map(([key, text]) => [`${placeOf(path)[1]}.${key}`, text]),
    ),
  )
  return Object.fromEntries(domains.flat()) as Record<string, string>
}
