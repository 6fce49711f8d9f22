import Good from '@lucide/svelte/icons/chart-candlestick'
import Item from '@lucide/svelte/icons/package'
import Payee from '@lucide/svelte/icons/contact'
import Player from '@lucide/svelte/icons/user-round'
import Server from '@lucide/svelte/icons/server'
import Vehicle from '@lucide/svelte/icons/car'
import { playerCountOf } from '../../servers/population.ts'
import { streamer } from '#shared/privacy/index.ts'
import { actions, settings } from './actions.ts'
import { firstOf, listOf, type Source } from './source.ts'
import { changes, companies, help, licences, mods, places } from './world.ts'
import { areaNames, routes, tabsOf } from '../routes.ts'

const screens: Source = ({ router, t }) =>
  Promise.resolve(
    areaNames.flatMap((area) =>
      tabsOf(area).map((id) => ({
        key: `screen ${id}`,
        title: [...new Set([t(`frame.area.${area}`), t(routes[id].title)])].join(' · '),
        kind: t('frame.kind.screen'),
        icon: routes[id].icon,
        run: () => router.go(id),
      })),
    ),
  )

const servers: Source = async (tools) =>
  (await listOf(tools, 'servers')).map((server) => ({
    key: `server ${server.id}`,
    title: server.name,
    kind: tools.t('frame.kind.server'),
    detail: server.online
      ? `${tools.format.number(playerCountOf(server))}${server.slots === null ? '' : ` / ${tools.format.number(server.slots)}`}`
      : tools.t('servers.offline'),
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

/** A good and the best price that a server pays for it now. */
const goods: Source = async (tools) => {
  const best = new Map<string, { name: string; price: number }>()
  for (const { item, name, price } of (await listOf(tools, 'marketAll')).flatMap((server) => server.items))
    best.set(item, { name, price: Math.max(price, best.get(item)?.price ?? 0) })
  return [...best].map(([key, { name, price }]) => ({
    key: `good ${key}`,
    title: name || key,
    kind: tools.t('frame.kind.good'),
    detail: tools.format.money(price),
    icon: Good,
    run: () => tools.router.go('market', { query: name || key }),
  }))
}

/** Names alone, never while others look on or the bank is locked. Who is not signed in is not asked for: a search opens no keychain. */
const payees: Source = async ({ main, router, t }) => {
  const [{ state }, { locked }] = await Promise.all([firstOf(main.player.state), firstOf(main.player.lock)])
  if (streamer.on || locked || state !== 'signed-in') return []
  const { payees: all } = await main.bank.accounts({ fresh: false })
  return all
    .filter(({ name }) => name !== '')
    .map(({ iban, name }) => ({
      key: `payee ${iban}`,
      title: name,
      kind: t('frame.kind.payee'),
      icon: Payee,
      isMoney: true as const,
      run: () => router.go('bank', { to: iban }, 'transfer'),
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
export const sources: readonly Source[] = [
  ...[screens, actions, settings, help, mods, servers, payees, players],
  ...[goods, companies, licences, places, items, vehicles, changes],
]
