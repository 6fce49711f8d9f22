import type { PageEndpoint, ReadEndpoint, ValueOf } from '../../../src-preload/contract/community/index.ts'
import type { MapPin } from '../../../src-preload/contract/map-pins.ts'
import type { PlayerSettings } from '../../../src-preload/contract/settings.ts'
import type { Main } from '#shared/bridge/index.ts'
import type { Format } from '#shared/format/index.ts'
import type { Translate } from '#shared/i18n/index.ts'
import type { Router } from '#shared/router/index.ts'
import type { SearchEntry } from '#shared/search.ts'
import type { Try } from '#shared/use-try.ts'

export interface SourceTools {
  main: Main
  router: Router
  t: Translate
  format: Format
  settings: PlayerSettings
  /** Labels of settings that this community or installation does not have. */
  absent: readonly string[]
  attempt: Try
  isFriend: (name: string) => boolean
  /** The player's pins on this community's map. */
  pins: readonly MapPin[]
  /** Shows the keyboard shortcuts. */
  help: () => void
}

/** Gives entries of one kind; none if it has nothing or cannot be read. */
export type Source = (tools: SourceTools) => Promise<SearchEntry[]>

type Topic<T> = (listener: (value: T) => void, fail?: (failure: unknown) => void) => () => void

/** The first value of a topic. */
export const firstOf = <T>(topic: Topic<T>): Promise<T> =>
  new Promise<T>((done, fail) => {
    const stop = topic((value) => {
      queueMicrotask(() => stop()) // the value may come before the topic returns `stop`
      done(value)
    }, fail)
  })

type ListEndpoint = Extract<
  PageEndpoint,
  | 'servers'
  | 'items'
  | 'vehicles'
  | 'marketAll'
  | 'fuelStations'
  | 'cbs'
  | 'companyShops'
  | 'licences'
  | 'changelog'
  | 'houses'
  | 'buildings'
  | 'twitch'
  | 'teamspeaks'
>

/** The value of an endpoint; undefined if there is none. */
export const told = async <E extends ListEndpoint | 'mapMarkers'>({ main }: SourceTools, endpoint: E) =>
  (await (main.community.read as ReadEndpoint)<E>({ endpoint, params: {} })).value

export const listOf = async <E extends ListEndpoint>(tools: SourceTools, endpoint: E): Promise<ValueOf<E>> =>
  (await told(tools, endpoint)) ?? []
