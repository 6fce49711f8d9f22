import Good from '@lucide/svelte/icons/chart-candlestick'
import Friend from '@lucide/svelte/icons/star'
import House from '@lucide/svelte/icons/house'
import Payee from '@lucide/svelte/icons/contact'
import Play from '@lucide/svelte/icons/play'
import Money from '@lucide/svelte/icons/banknote'
import Player from '@lucide/svelte/icons/user-round'
import Server from '@lucide/svelte/icons/server'
import Vehicle from '@lucide/svelte/icons/car'
import { accountKind } from '../../../src-preload/contract/bank.ts'
import { aboutSign, goodsOf } from '../../market/goods.ts'
import { officersOn } from '../../market/police.ts'
import { vehicleName, vehicleState } from '../../player/vehicles.ts'
import { isFull, playerCountOf } from '../../servers/population.ts'
import { leftNow, leftWords } from '#shared/ends.ts'
import { streamer } from '#shared/privacy/index.ts'
import { spotParams } from '#shared/spot.ts'
import { actions, settings } from './actions.ts'
import { firstOf, listOf, type Source, type SourceTools } from './source.ts'
import {
  changes,
  companies,
  help,
  items,
  licences,
  mods,
  pins,
  places,
  property,
  streams,
  vehicles,
  voice,
} from './world.ts'
import { areaNames, routes, tabsOf } from '../routes.ts'

/** The first page of each area, then the others. */
const screens: Source = ({ router, t }) => {
  const all = areaNames.flatMap((area) => tabsOf(area).map((id, at) => ({ area, id, isFirst: at === 0 })))
  const entries = [...all.filter(({ isFirst }) => isFirst), ...all.filter(({ isFirst }) => !isFirst)]
  return Promise.resolve(
    entries.map(({ area, id }) => ({
      key: `screen ${id}`,
      title: [...new Set([t(`frame.area.${area}`), t(routes[id].title)])].join(' · '),
      kind: t('frame.kind.screen'),
      also: t('frame.screen.also', { id }),
      icon: routes[id].icon,
      isPage: true,
      run: () => router.go(id),
    })),
  )
}

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

/** Joins of the servers with a free seat. */
const joins: Source = async (tools) =>
  (await listOf(tools, 'servers'))
    .filter((server) => server.online && !isFull(server))
    .map(({ id, name }) => ({
      key: `join ${id}`,
      title: tools.t('play.join-named', { name }),
      kind: tools.t('frame.kind.action'),
      icon: Play,
      run: () => tools.router.go('server', { id: String(id) }, 'join'),
    }))

/** The friends among them first. */
const players: Source = async (tools) =>
  streamer.on
    ? []
    : (await listOf(tools, 'servers'))
        .flatMap((server) => server.players.map((name, at) => ({ server, name, at, isFriend: tools.isFriend(name) })))
        .sort((a, b) => Number(b.isFriend) - Number(a.isFriend))
        .map(({ server, name, at, isFriend }) => ({
          key: `player ${server.id} ${at}`,
          title: name,
          kind: tools.t(isFriend ? 'frame.kind.friend' : 'frame.kind.player'),
          detail: server.name,
          icon: isFriend ? Friend : Player,
          run: () => tools.router.go('server', { id: String(server.id), player: name }),
        }))

/** Goods, with the best price that a server pays now. */
const goods: Source = async (tools) =>
  goodsOf(await listOf(tools, 'marketAll'), officersOn(await listOf(tools, 'servers'))).map((good) => ({
    key: `good ${good.key}`,
    title: good.name,
    kind: tools.t('frame.kind.good'),
    also: tools.t('frame.good.also'),
    detail: aboutSign(good, good.bestServer) + tools.format.money(good.best),
    icon: Good,
    run: () => tools.router.go('market', { query: good.name }),
  }))

/** True unless streamer mode is on, the bank is locked, or nobody is signed in: a search must not open the keychain. */
async function mayShowOwn({ main }: SourceTools): Promise<boolean> {
  const [{ state }, { locked }] = await Promise.all([firstOf(main.player.state), firstOf(main.player.lock)])
  return !streamer.on && !locked && state === 'signed-in'
}

/** The player's houses, buildings and companies, with a link to the map if their place is known, and the player's vehicles. */
const own: Source = async (tools) => {
  if (!(await mayShowOwn(tools))) return []
  const { main, router, t } = tools
  const { player, upkeep, vehicles } = await main.player.data({ fresh: false })
  const places = upkeep.map((item) => ({
    key: `own ${item.kind} ${item.id}`,
    title: t(`player.upkeep-${item.kind}`, { id: item.id, name: item.name }),
    kind: t('map.mine'),
    detail: leftWords(leftNow(item, player.asOf), t), // it may be a stored copy
    icon: House,
    isMoney: true as const,
    run: () => (item.spot ? router.go('map', spotParams(item.spot)) : router.go('player')),
  }))
  const cars = (vehicles?.value ?? []).map((vehicle) => ({
    key: `own vehicle ${vehicle.id}`,
    title: vehicleName(vehicle, t),
    kind: t('frame.kind.own-vehicle'),
    detail: t(`player.vehicle-${vehicleState(vehicle)}`),
    icon: Vehicle,
    isMoney: true as const,
    run: () => router.go('player', { vehicle: String(vehicle.id) }),
  }))
  return [...places, ...cars]
}

/** The player's accounts without their balances, and payees, by name only. */
const bank: Source = async (tools) => {
  if (!(await mayShowOwn(tools))) return []
  const { main, router, t } = tools
  const { accounts, payees } = await main.bank.accounts({ fresh: false })
  const own = accounts.map((account) => ({
    key: `account ${account.iban}`,
    title: account.label || t('bank.account-kind', { kind: accountKind(account) }),
    kind: t('bank.account'),
    also: account.iban,
    icon: Money,
    isMoney: true as const,
    run: () => router.go('bank', { account: account.iban }),
  }))
  const others = payees
    .filter(({ name }) => name !== '')
    .map(({ iban, name }) => ({
      key: `payee ${iban}`,
      title: name,
      kind: t('frame.kind.payee'),
      icon: Payee,
      isMoney: true as const,
      run: () => router.go('bank', { to: iban }, 'transfer'),
    }))
  return [...own, ...others]
}

/** All sources. Entries that match equally well are shown in this order. */
export const sources: readonly Source[] = [
  ...[screens, actions, settings, own, help, mods, servers, joins, voice, bank, players],
  ...[goods, companies, licences, pins, places, items, vehicles, property, streams, changes],
]
