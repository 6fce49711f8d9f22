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
import type { ScreenId } from '#shared/router/index.ts'
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

/** Every screen: its name, its place in the navigation, and how to load it when it is first opened. In the navigation's order. */
export const routes: Record<ScreenId, Route> = {
  home: { title: 'frame.screen.home', icon: Home, nav: 'top', load: () => ({ default: HomeView }) },
  play: { title: 'frame.screen.play', icon: Play, nav: 'play', load: () => import('./PlayView.svelte') },
  servers: { title: 'frame.screen.servers', icon: Servers, nav: 'play', load: () => import('./ServersView.svelte') },
  server: {
    title: 'frame.screen.server',
    icon: Servers,
    nav: { under: 'servers' },
    load: () => import('./ServerView.svelte'),
  },
  mods: { title: 'frame.screen.mods', icon: Mods, nav: 'play', load: () => import('./ModsView.svelte') },
  voice: { title: 'frame.screen.voice', icon: Voice, nav: 'play', load: () => import('./VoiceView.svelte') },
  news: { title: 'frame.screen.news', icon: News, nav: 'play', load: () => import('./NewsView.svelte') },
  market: { title: 'frame.screen.market', icon: Market, nav: 'economy', load: () => import('./MarketView.svelte') },
  items: { title: 'frame.screen.items', icon: Items, nav: 'economy', load: () => import('./ItemsView.svelte') },
  vehicles: { title: 'frame.screen.vehicles', icon: Car, nav: 'economy', load: () => import('./VehiclesView.svelte') },
  'company-shops': {
    title: 'frame.screen.company-shops',
    icon: Shop,
    nav: 'economy',
    load: () => import('./CompanyShopsView.svelte'),
  },
  fuel: { title: 'frame.screen.fuel', icon: Fuel, nav: 'economy', load: () => import('./FuelView.svelte') },
  map: { title: 'frame.screen.map', icon: MapIcon, nav: 'world', load: () => import('./MapView.svelte') },
  licences: {
    title: 'frame.screen.licences',
    icon: Licences,
    nav: 'world',
    load: () => import('./LicencesView.svelte'),
  },
  property: { title: 'frame.screen.property', icon: Houses, nav: 'world', load: () => import('./PropertyView.svelte') },
  'community-building': {
    title: 'frame.screen.community-building',
    icon: BuildingSite,
    nav: 'world',
    load: () => import('./CommunityBuildingView.svelte'),
  },
  streams: { title: 'frame.screen.streams', icon: Streams, nav: 'world', load: () => import('./StreamsView.svelte') },
  player: { title: 'frame.screen.player', icon: Player, nav: 'you', load: () => import('./PlayerView.svelte') },
  bank: { title: 'frame.screen.bank', icon: Bank, nav: 'you', load: () => import('./BankView.svelte') },
  settings: {
    title: 'frame.screen.settings',
    icon: Settings,
    nav: 'foot',
    load: () => import('./SettingsView.svelte'),
  },
}
