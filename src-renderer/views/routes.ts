import BuildingSite from '@lucide/svelte/icons/construction'
import Bank from '@lucide/svelte/icons/landmark'
import Car from '@lucide/svelte/icons/car'
import Mods from '@lucide/svelte/icons/blocks'
import Shop from '@lucide/svelte/icons/store'
import Fuel from '@lucide/svelte/icons/fuel'
import Home from '@lucide/svelte/icons/house'
import Houses from '@lucide/svelte/icons/building-2'
import Items from '@lucide/svelte/icons/package'
import Licences from '@lucide/svelte/icons/id-card'
import MapIcon from '@lucide/svelte/icons/map'
import Market from '@lucide/svelte/icons/chart-candlestick'
import News from '@lucide/svelte/icons/newspaper'
import Play from '@lucide/svelte/icons/gamepad-2'
import Player from '@lucide/svelte/icons/user-round'
import Servers from '@lucide/svelte/icons/server'
import Settings from '@lucide/svelte/icons/settings-2'
import Streams from '@lucide/svelte/icons/tv'
import Voice from '@lucide/svelte/icons/headphones'
import type { Component } from 'svelte'
import type { MessageKey } from '#shared/i18n/index.ts'
import { screenIds, type ScreenId } from '#shared/router/index.ts'
import type { Icon } from '#shared/ui/icon.ts'
import HomeView from './HomeView.svelte'

export interface Route {
  title: MessageKey
  icon: Icon
  /** Where it stands in the navigation. `under`: it is a detail of that screen and has no entry of its own. */
  nav: 'top' | 'play' | 'economy' | 'world' | 'you' | 'foot' | { under: ScreenId }
  /** Home comes with the start's own file: it is the first screen. */
  load: () => { default: Component } | Promise<{ default: Component }>
}

/** Every screen: its name, its place in the navigation, and how to load it when it is first opened. Their order is the contract's. */
export const routes: Record<ScreenId, Route> = {
  home: { title: 'home.screen', icon: Home, nav: 'top', load: () => ({ default: HomeView }) },
  play: { title: 'play.screen', icon: Play, nav: 'play', load: () => import('./PlayView.svelte') },
  servers: { title: 'servers.screen', icon: Servers, nav: 'play', load: () => import('./ServersView.svelte') },
  server: {
    title: 'servers.screen.server',
    icon: Servers,
    nav: { under: 'servers' },
    load: () => import('./ServerView.svelte'),
  },
  mods: { title: 'mods.screen', icon: Mods, nav: 'play', load: () => import('./ModsView.svelte') },
  voice: { title: 'voice.screen', icon: Voice, nav: 'play', load: () => import('./VoiceView.svelte') },
  news: { title: 'news.screen', icon: News, nav: 'play', load: () => import('./NewsView.svelte') },
  market: { title: 'market.screen', icon: Market, nav: 'economy', load: () => import('./MarketView.svelte') },
  items: { title: 'shops.screen.items', icon: Items, nav: 'economy', load: () => import('./ItemsView.svelte') },
  vehicles: { title: 'shops.screen.vehicles', icon: Car, nav: 'economy', load: () => import('./VehiclesView.svelte') },
  'company-shops': {
    title: 'shops.screen.companies',
    icon: Shop,
    nav: 'economy',
    load: () => import('./CompanyShopsView.svelte'),
  },
  fuel: { title: 'world.screen.fuel', icon: Fuel, nav: 'economy', load: () => import('./FuelView.svelte') },
  map: { title: 'map.screen', icon: MapIcon, nav: 'world', load: () => import('./MapView.svelte') },
  licences: {
    title: 'world.screen.licences',
    icon: Licences,
    nav: 'world',
    load: () => import('./LicencesView.svelte'),
  },
  property: { title: 'world.screen.property', icon: Houses, nav: 'world', load: () => import('./PropertyView.svelte') },
  'community-building': {
    title: 'world.screen.building',
    icon: BuildingSite,
    nav: 'world',
    load: () => import('./CommunityBuildingView.svelte'),
  },
  streams: { title: 'world.screen.streams', icon: Streams, nav: 'world', load: () => import('./StreamsView.svelte') },
  player: { title: 'player.screen', icon: Player, nav: 'you', load: () => import('./PlayerView.svelte') },
  bank: { title: 'bank.screen', icon: Bank, nav: 'you', load: () => import('./BankView.svelte') },
  settings: {
    title: 'settings.screen',
    icon: Settings,
    nav: 'foot',
    load: () => import('./SettingsView.svelte'),
  },
}

/** The screens with an entry in the navigation, or in one part of it, in its order. */
export const screensIn = (part?: Route['nav']): ScreenId[] =>
  screenIds.filter((id) => (part ? routes[id].nav === part : typeof routes[id].nav === 'string'))
