/** Every screen by its name. `views/routes.ts` says how each is loaded and where it stands in the navigation. */
export const screenIds = [
  'home',
  'play',
  'servers',
  'server',
  'mods',
  'voice',
  'news',
  'market',
  'items',
  'vehicles',
  'company-shops',
  'fuel',
  'map',
  'licences',
  'property',
  'community-building',
  'streams',
  'player',
  'bank',
  'settings',
] as const

export type ScreenId = (typeof screenIds)[number]
