import Change from '@lucide/svelte/icons/newspaper'
import Company from '@lucide/svelte/icons/store'
import Help from '@lucide/svelte/icons/circle-question-mark'
import Licence from '@lucide/svelte/icons/id-card'
import Item from '@lucide/svelte/icons/package'
import Mod from '@lucide/svelte/icons/blocks'
import Vehicle from '@lucide/svelte/icons/car'
import { textOfPin } from '../../../src-preload/contract/map-pins.ts'
import { communityTexts } from '../../../src-preload/contract/settings.ts'
import { noQueue, standingOf, standingWord, waitIn } from '../../mods/standing.ts'
import { newestFirst, sections } from '../../news/changes.ts'
import { valueOf } from '../../world/generic.ts'
import { kinds } from '../../world/map/kinds.ts'
import { eachOnce, fuelPlaces, markerPlaces, numbered, projectPlaces } from '../../world/map/places.ts'
import { pinName } from '../../world/map/pins.ts'
import { plainText } from '#shared/html/index.ts'
import { gridText, spotParams } from '#shared/spot.ts'
import type { Icon } from '#shared/ui/icon.ts'
import { routes } from '../routes.ts'
import { firstOf, listOf, told, type Source } from './source.ts'

/** The number of versions whose changes are searched one by one, because each must be read as HTML. */
const VERSIONS = 20

/** Places on the map. Companies have their own source. */
export const places: Source = async (tools) => {
  const { router, t } = tools
  const [markers, fuel, projects] = await Promise.all([
    told(tools, 'mapMarkers'),
    listOf(tools, 'fuelStations'),
    listOf(tools, 'cbs'),
  ])
  const all = eachOnce(markers ? markerPlaces(markers) : [], [
    ...fuelPlaces(fuel, t('map.fuel'), (id) => t('world.fuel.unnamed', { id })),
    ...projectPlaces(projects, t('map.projects')),
  ])
  return numbered(all.filter(({ placed }) => placed)).map((place) => ({
    key: `place ${place.id}`,
    title: place.name,
    kind: t('frame.kind.place'),
    also: place.groupName,
    detail: `${place.groupName} · ${gridText(place)}`,
    icon: place.icon,
    run: () => router.go('map', spotParams(place)),
  }))
}

/** The player's own pins on the map. */
export const pins: Source = ({ pins: all, router, t }) =>
  Promise.resolve(
    all.map((pin) => ({
      key: `pin ${textOfPin(pin)}`,
      title: pinName(pin, t),
      kind: t('map.pins'),
      detail: pin.note ? gridText(pin) : undefined,
      icon: kinds.pin.icon,
      run: () => router.go('map', spotParams(pin)),
    })),
  )

export const voice: Source = async (tools) =>
  (await listOf(tools, 'teamspeaks')).map(({ id, name, userCount, users }) => ({
    key: `voice ${id}`,
    title: name,
    kind: tools.t('voice.screen'),
    detail: tools.format.number(userCount ?? users.length),
    icon: routes.voice.icon,
    run: () => tools.router.go('voice'),
  }))

export const companies: Source = async (tools) => {
  const names = new Set((await listOf(tools, 'companyShops')).map(({ company }) => company.name))
  return [...names].map((name) => ({
    key: `company ${name}`,
    title: name,
    kind: tools.t('frame.kind.company'),
    icon: Company,
    run: () => tools.router.go('company-shops', { query: name }),
  }))
}

/** What a shop sells, with its price. */
const sold =
  (list: 'items' | 'vehicles' | 'licences', one: 'item' | 'vehicle' | 'licence', icon: Icon): Source =>
  async (tools) =>
    (await listOf(tools, list)).map(({ name, price }, at) => ({
      key: `${one} ${at}`,
      title: name,
      kind: tools.t(`frame.kind.${one}`),
      detail: price === null ? undefined : tools.format.money(price),
      icon,
      run: () => tools.router.go(list, { query: name }),
    }))

export const items = sold('items', 'item', Item)
export const vehicles = sold('vehicles', 'vehicle', Vehicle)
export const licences = sold('licences', 'licence', Licence)

/** The houses and buildings of the handbook, with their prices. */
export const property: Source = async (tools) => {
  const { t, format, router } = tools
  const entries = async (screen: 'houses' | 'buildings') =>
    (await listOf(tools, screen)).map((record, at) => {
      const price = Number(valueOf(record, 'price') || NaN)
      return {
        key: `${screen} ${at}`,
        title: record.title,
        kind: t(`frame.kind.${screen}`),
        detail: Number.isNaN(price) ? undefined : format.money(price),
        icon: routes[screen].icon,
        run: () => router.go(screen, { query: record.title }),
      }
    })
  const all = await Promise.allSettled([entries('houses'), entries('buildings')])
  return all.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

/** Streams that are live. */
export const streams: Source = async (tools) =>
  (await listOf(tools, 'twitch')).map(({ name, title }, at) => ({
    key: `stream ${at}`,
    title: name,
    kind: tools.t('frame.kind.stream'),
    detail: title,
    icon: routes.streams.icon,
    run: () => tools.router.go('streams'),
  }))

/** Versions, and the changes of the newest ones. */
export const changes: Source = async (tools) => {
  const entry = (key: string, title: string, detail?: string) => ({
    key: `change ${key}`,
    title,
    detail,
    icon: Change,
    kind: tools.t('frame.kind.change'),
    run: () => tools.router.go('news', { query: title }),
  })
  const logs = newestFirst(await listOf(tools, 'changelog'))
  const lines = logs
    .slice(0, VERSIONS)
    .flatMap((log) =>
      sections.flatMap((section) =>
        log[section].map(({ text }, at) => entry(`${log.id} ${section} ${at}`, plainText(text), log.version)),
      ),
    )
  return [...logs.map(({ id, version }) => entry(String(id), version)), ...lines]
}

export const mods: Source = async ({ main, router, t }) => {
  const [view, updates, repairs, queue] = await Promise.all([
    firstOf(main.mods.state),
    firstOf(main.repair.updates).catch(() => []), // without repair, the mods are found all the same
    firstOf(main.repair.states).catch(() => []),
    firstOf(main.repair.queue).catch(() => noQueue),
  ])
  return view.mods.map((mod) => {
    const isIts = ({ modId }: { modId: number }) => modId === mod.id
    const repair = repairs.find(isIts)
    return {
      key: `mod ${mod.id}`,
      title: mod.name,
      kind: t('frame.kind.mod'),
      detail: standingWord(mod, standingOf(mod, updates.find(isIts), repair), repair, waitIn(queue, mod.id), t),
      icon: Mod,
      run: () => router.go('mods', { id: String(mod.id) }),
    }
  })
}

/** The community's texts and questions. */
export const help: Source = async ({ main, router, t }) => {
  const info = await main.settings.communityInfo(undefined)
  const entry = (title: string, params: Record<string, string>) => ({
    key: `help ${title}`,
    title,
    icon: Help,
    kind: t('frame.kind.help'),
    run: () => router.go('community', params),
  })
  return [
    ...communityTexts.filter((kind) => info[kind]).map((kind) => entry(t(`world.community.${kind}`), { id: kind })),
    ...info.faq.map(({ question }) => entry(question, { id: question })),
  ]
}
