import { communityRoutes } from './answers/index.ts'
import { fillBooks } from './bank/history.ts'
import { createDemoBank, type DemoBank } from './bank/index.ts'
import { demoPlayer } from './demo-player.ts'
import { filesRoute } from './files.ts'
import { openGameFolder, type GameFolder } from './game-folder.ts'
import { openGameServers } from './game-servers.ts'
import type { DemoRoute } from './route.ts'
import { placeStandIn } from './stand-in-game.ts'

/** Everything that the demo answers from. */
export interface DemoContent {
  game: GameFolder
  bank: DemoBank
  routes: readonly DemoRoute[]
  /** Ends what answers besides the service. */
  close(): void
}

/** Fills the demo: its game folder (absolute), the bank's books, the game servers on loopback, and the routes over them. */
export async function fillDemo(demo: { gameDir: string; seed: string; now: () => Date }): Promise<DemoContent> {
  const { gameDir, seed, now } = demo
  await placeStandIn(gameDir)
  const game = openGameFolder(gameDir, seed, now)
  const bank = createDemoBank({ now, player: demoPlayer.name })
  fillBooks(bank.ledger, seed, now())
  const { addresses, close } = await openGameServers({ seed, now })
  const files = filesRoute((path) => game.bytes(path))
  const world = { seed, addresses, hashList: game.list, balanceOf: bank.ledger.balanceOf }
  return { game, bank, routes: [files, bank.route, ...communityRoutes(world)], close }
}
