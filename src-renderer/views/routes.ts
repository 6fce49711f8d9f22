import Handbook from '@lucide/svelte/icons/book-open'
import BuildingSite from '@lucide/svelte/icons/construction'
import Bank from '@lucide/svelte/icons/landmark'
import Car from '@lucide/svelte/icons/car'
import Mods from '@lucide/svelte/icons/blocks'
import Shop from '@lucide/svelte/icons/store'
import Fuel from '@lucide/svelte/icons/fuel'
import Home from '@lucide/svelte/icons/house'
import Houses from '@lucide/svelte/icons/house-plus'
import Buildings from '@lucide/svelte/icons/building-2'
import Info from '@lucide/svelte/icons/info'
import Items from '@lucide/svelte/icons/package'
import Licences from '@lucide/svelte/icons/id-card'
import MapIcon from '@lucide/svelte/icons/map'
import Market from '@lucide/svelte/icons/chart-candlestick'
import News from '@lucide/svelte/icons/newspaper'
import Player from '@lucide/svelte/icons/user-round'
import Servers from '@lucide/svelte/icons/server'
import Settings from '@lucide/svelte/icons/settings-2'
import Profile from '@lucide/svelte/icons/file-pen-line'
import Streams from '@lucide/svelte/icons/tv'
import Voice from '@lucide/svelte/icons/headphones'
import type { Component } from 'svelte'
import type { MessageKey } from '#shared/i18n/index.ts'
import { type Area, areas, type Router, type ScreenId } from '#shared/router/index.ts'
import type { Icon } from '#shared/ui/icon.ts'
import HomeView from './HomeView.svelte'

export interface Route {
  title: MessageKey
  icon: Icon
  /** A detail of another screen of the area, without a tab. */
  detail?: true
  /** Loads the screen. Home is in the start's own bundle, because it is the first screen. */
  load: () => { default: Component } | Promise<{ default: Component }>
}

/** Every screen with its title, and how it is loaded when it is first opened. */
export const routes: Record<ScreenId, Route> = {
  home: { title: 'home.screen', icon: Home, load: () => ({ default: HomeView }) },
  servers: { title: 'servers.screen', icon: Servers, load: () => import('./ServersView.svelte') },
  server: {
    title: 'servers.screen.server',
    icon: Servers,
    detail: true,
    load: () => import('./ServerView.svelte'),
  },
  mods: { title: 'mods.screen', icon: Mods, load: () => import('./ModsView.svelte') },
  voice: { title: 'voice.screen', icon: Voice, load: () => import('./VoiceView.svelte') },
  news: { title: 'news.screen', icon: News, load: () => import('./NewsView.svelte') },
  market: { title: 'market.screen', icon: Market, load: () => import('./MarketView.svelte') },
  items: { title: 'shops.screen.items', icon: Items, load: () => import('./ItemsView.svelte') },
  vehicles: { title: 'shops.screen.vehicles', icon: Car, load: () => import('./VehiclesView.svelte') },
  'company-shops': {
    title: 'shops.screen.companies',
    icon: Shop,
    load: () => import('./CompanyShopsView.svelte'),
  },
  fuel: { title: 'world.screen.fuel', icon: Fuel, load: () => import('./FuelView.svelte') },
  map: { title: 'map.screen', icon: MapIcon, load: () => import('./MapView.svelte') },
  community: { title: 'world.screen.community', icon: Info, load: () => import('./CommunityView.svelte') },
  licences: {
    title: 'world.screen.licences',
    icon: Licences,
    load: () => import('./LicencesView.svelte'),
  },
  houses: { title: 'world.screen.houses', icon: Houses, load: () => import('./PropertyView.svelte') },
  buildings: { title: 'world.screen.buildings', icon: Buildings, load: () => import('./PropertyView.svelte') },
  'community-building': {
    title: 'world.screen.building',
    icon: BuildingSite,
    load: () => import('./CommunityBuildingView.svelte'),
  },
  streams: { title: 'world.screen.streams', icon: Streams, load: () => import('./StreamsView.svelte') },
  player: { title: 'player.screen', icon: Player, load: () => import('./PlayerView.svelte') },
  bank: { title: 'bank.screen', icon: Bank, load: () => import('./BankView.svelte') },
  settings: {
    title: 'settings.screen',
    icon: Settings,
    load: () => import('./SettingsView.svelte'),
  },
  'profile-editor': {
    title: 'profile.screen',
    icon: Profile,
    detail: true,
    load: () => import('./ProfileEditorView.svelte'),
  },
}

/** The icon of every area. Its name is the message `frame.area.<area>`. */
export const areaIcons: Record<Area, Icon> = {
  home: Home,
  servers: Servers,
  mods: Mods,
  market: Market,
  map: MapIcon,
  news: News,
  me: Player,
  handbook: Handbook,
  settings: Settings,
}

export const areaNames = Object.keys(areas) as Area[]

export const areaOf = (screen: ScreenId): Area =>
  areaNames.find((area) => areas[area].some((one) => one === screen)) ?? 'home'

/** The screens of an area that have a tab, in their order. */
export const tabsOf = (area: Area): ScreenId[] => areas[area].filter((screen: ScreenId) => !routes[screen].detail)

/** Opens an area at the tab that the player used last. If the area is already open, opens its first tab. */
export function openArea(router: Router, area: Area): void {
  const tabs = tabsOf(area)
  const latest = areaOf(router.screen) === area ? undefined : router.latestOf(tabs)
  const screen = latest ?? tabs[0]
  if (screen) router.go(screen)
}
