import { communityRoutes } from './answers/index.ts'
import { fillBooks } from './bank/history.ts'
import { createDemoBank, type DemoBank } from './bank/index.ts'
import { demoPlayer } from './demo-player.ts'
import { createFileFaults, type FileFaults } from './file-faults.ts'
import { filesRoute } from './files.ts'
import { openGameFolder, type GameFolder } from './game-folder.ts'
import { openGameServers } from './game-servers.ts'
import type { DemoRoute } from './route.ts'
import { placeStandIn } from './stand-in-game.ts'

/** Everything that the demo answers from. */
export interface DemoContent {
  game: GameFolder
  bank: DemoBank
  /** Makes the files that the demo serves go wrong. */
  fileFaults: FileFaults
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
  const fileFaults = createFileFaults()
  const { addresses, close } = await openGameServers({ seed, now })
  const find = (path: string) => {
    const bytes = game.bytes(path)
    return bytes && { bytes }
  }
  const files = filesRoute({ prefix: 'files', find, faults: fileFaults })
  const world = { seed, addresses, hashList: game.list, balanceOf: bank.ledger.balanceOf }
  return { game, bank, fileFaults, routes: [files, bank.route, ...communityRoutes(world)], close }
}
