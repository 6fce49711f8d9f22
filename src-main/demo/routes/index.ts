import type { DemoRoute } from '../route.ts'
import type { DemoWorld } from './demo-world.ts'
import { imagesRoute } from './images.ts'
import { mapRoute } from './map.ts'
import { marketRoute } from './market.ts'
import { modsRoute } from './mods.ts'
import { newsRoute } from './news.ts'
import { playerRoute } from './player.ts'
import { serversRoute } from './servers.ts'
import { shopsRoute } from './shops.ts'
import { voiceRoute } from './voice.ts'
import { worldRoute } from './world.ts'

/** The information interface's routes, one family each. */
export const communityRoutes = (world: DemoWorld): DemoRoute[] => [
  newsRoute,
  modsRoute,
  worldRoute(world), // before servers: `server/fuelstations/{id}`
  serversRoute(world),
  voiceRoute(world),
  playerRoute(world),
  marketRoute(world),
  shopsRoute,
  mapRoute(world),
  imagesRoute,
]
