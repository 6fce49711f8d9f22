import Good from '@lucide/svelte/icons/chart-candlestick'
import Item from '@lucide/svelte/icons/package'
import Player from '@lucide/svelte/icons/user-round'
import Server from '@lucide/svelte/icons/server'
import Vehicle from '@lucide/svelte/icons/car'
import { playerCountOf } from '../../servers/population.ts'
import type { PageEndpoint, ReadEndpoint, ValueOf } from '../../../src-preload/contract/community/index.ts'
import type { Main } from '#shared/bridge/index.ts'
import type { Format } from '#shared/format/index.ts'
import type { Translate } from '#shared/i18n/index.ts'
import { streamer } from '#shared/privacy/index.ts'
import type { Router } from '#shared/router/index.ts'
import type { SearchEntry } from '#shared/search.ts'
import { routes, screensIn } from '../routes.ts'

export interface SourceTools {
  main: Main
  router: Router
  t: Translate
  format: Format
}

/** Entries of one kind. A source that has nothing, or cannot be read now, gives none. */
type Source = (tools: SourceTools) => Promise<SearchEntry[]>

type ListEndpoint = Extract<PageEndpoint, 'servers' | 'items' | 'vehicles' | 'marketAll'>
const listOf = async <E extends ListEndpoint>({ main }: SourceTools, endpoint: E): Promise<ValueOf<E>> => {
  const read = main.community.read as ReadEndpoint
  return (await read({ endpoint, params: {} })).value ?? []
}

const screens: Source = ({ router, t }) =>
  Promise.resolve(
    screensIn().map((id) => ({
      key: `screen ${id}`,
      title: t(routes[id].title),
      kind: t('frame.kind.screen'),
      icon: routes[id].icon,
      run: () => router.go(id),
    })),
  )

const servers: Source = async (tools) =>
  (await listOf(tools, 'servers')).map((server) => ({
    key: `server ${server.id}`,
    title: server.name,
    kind: tools.t('frame.kind.server'),
    detail: server.online ? tools.format.number(playerCountOf(server)) : tools.t('servers.offline'),
    icon: Server,
    run: () => tools.router.go('server', { id: String(server.id) }),
  }))

const players: Source = async (tools) =>
  streamer.on
    ? []
    : (await listOf(tools, 'servers')).flatMap((server) =>
        server.players.map((name, at) => ({
          key: `player ${server.id} ${at}`,
          title: name,
          kind: tools.t('frame.kind.player'),
          detail: server.name,
          icon: Player,
          run: () => tools.router.go('server', { id: String(server.id), player: name }),
        })),
      )

const goods: Source = async (tools) => {
  const names = new Map(
    (await listOf(tools, 'marketAll')).flatMap(({ items }) => items.map((one) => [one.item, one.name])),
  )
  return [...names].map(([key, name]) => ({
    key: `good ${key}`,
    title: name || key,
    kind: tools.t('frame.kind.good'),
    icon: Good,
    run: () => tools.router.go('market', { query: name || key }),
  }))
}

const items: Source = async (tools) =>
  (await listOf(tools, 'items')).map((item, at) => ({
    key: `item ${at}`,
    title: item.name,
    kind: tools.t('frame.kind.item'),
    detail: item.price === null ? undefined : tools.format.money(item.price),
    icon: Item,
    run: () => tools.router.go('items', { query: item.name }),
  }))

const vehicles: Source = async (tools) =>
  (await listOf(tools, 'vehicles')).map((vehicle, at) => ({
    key: `vehicle ${at}`,
    title: vehicle.name,
    kind: tools.t('frame.kind.vehicle'),
    detail: vehicle.price === null ? undefined : tools.format.money(vehicle.price),
    icon: Vehicle,
    run: () => tools.router.go('vehicles', { query: vehicle.name }),
  }))

/** All that is searched, in the order in which equally good finds are shown. */
export const sources: readonly Source[] = [screens, servers, players, goods, items, vehicles]
