import { join } from 'node:path'
import * as v from 'valibot'
import { CommunityProfile } from '../settings/index.ts'
import { withBalances } from './bank/balances.ts'
import { fillBooks } from './bank/history.ts'
import { createDemoBank, type DemoBank } from './bank/index.ts'
import { demoPlayer } from './demo-player.ts'
import { createFileFaults, type FileFaults } from './file-faults.ts'
import { openGameFolder, type GameFolder } from './game-folder.ts'
import { openGameServers } from './game-servers.ts'
import type { DemoRoute } from './route.ts'
import { gameRoutes } from './routes/game.ts'
import { playerRoute } from './routes/player.ts'
import { type DemoService, startDemoService } from './service.ts'
import { demoRecipe, placeStandIn } from './stand-in-game.ts'

export { demoPlayer } from './demo-player.ts'
export type { DemoAnswer, DemoRequest, DemoRoute } from './route.ts'
export { createFileFaults, type FileFault, type FileFaults } from './file-faults.ts'
export { openGameFolder, plantedProblems, type GameFolder } from './game-folder.ts'
export { filesRoute, type FilesOptions, type Served } from './files.ts'
export { type DemoService, type DemoServiceOptions, startDemoService } from './service.ts'

export interface DemoOptions {
  /** Absolute folder for what the demo keeps: its game folder. */
  dataDir: string
  now: () => Date
  seed?: string
  routes?: readonly DemoRoute[]
}

export interface Demo {
  /** The profile of the demo community: id `demo`, pointing at the embedded service. */
  profile: CommunityProfile
  /** Absolute path of the demo's game folder. */
  gameDir: string
  game: GameFolder
  bank: DemoBank
  /** Makes the files that the demo serves go wrong. */
  fileFaults: FileFaults
  service: DemoService
  close(): Promise<void>
}

/** Starts the embedded demo community: its service and its game servers on loopback, and its game folder. */
export async function startDemo({ dataDir, now, seed = 'nordwind', routes = [] }: DemoOptions): Promise<Demo> {
  const gameDir = join(dataDir, 'game')
  await placeStandIn(gameDir)
  const game = openGameFolder(gameDir, seed, now)
  const bank = createDemoBank({ now, player: demoPlayer.name })
  fillBooks(bank.ledger, seed, now())
  const player = withBalances(playerRoute({ seed }), bank.ledger)
  const fileFaults = createFileFaults()
  const all = [...routes, ...gameRoutes(game, fileFaults), bank.route, player]
  const servers = await openGameServers({ seed, now })
  const service = await startDemoService({ now, seed, routes: all, addresses: servers.addresses })
  const close = async () => {
    servers.close()
    await service.close()
  }
  const profile = v.parse(CommunityProfile, {
    id: 'demo',
    name: 'Nordwind Roleplay',
    baseUrl: service.baseUrl,
    infoUrl: service.infoUrl,
    game: demoRecipe,
    images: { item: `${service.baseUrl}/images/items`, vehicle: `${service.baseUrl}/images/vehicles` },
    mods: { allowHttpDownloads: true },
  })
  return { profile, gameDir, game, fileFaults, bank, service, close }
}
