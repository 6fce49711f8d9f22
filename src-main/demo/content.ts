import { communityRoutes } from './answers/index.ts'
import { createDemoBank } from './bank/index.ts'
import { fillBooks } from './bank/ledger.ts'
import { demoPlayer } from './demo-player.ts'
import { openGameFolder } from './game-folder.ts'
import { openGameServers } from './game-servers.ts'
import type { DemoRoute } from './route.ts'
import { placeStandIn } from './stand-in-game.ts'

/** Serves mod files below `/files/`, whole or from a requested byte on. `find` takes a path with forward slashes. */
const filesRoute =
  (find: (path: string) => Uint8Array | undefined): DemoRoute =>
  ({ method, segments: [first, ...path], headers }) => {
    const bytes = first === 'files' && method === 'GET' ? find(path.join('/')) : undefined
    if (!bytes) return undefined
    const common = { 'content-type': 'application/octet-stream', 'accept-ranges': 'bytes' }
    const wanted = /^bytes=(\d+)-$/.exec(headers.range ?? '')
    if (!wanted) return { headers: common, body: bytes }
    const from = Number(wanted[1])
    const size = bytes.length
    if (from >= size) return { status: 416, headers: { 'content-range': `bytes */${size}` }, body: '' }
    const range = { 'content-range': `bytes ${from}-${size - 1}/${size}` }
    return { status: 206, headers: { ...common, ...range }, body: bytes.subarray(from) }
  }

/** Fills the demo: game folder (absolute), the bank's books, game servers on loopback, and the service's routes. */
export async function fillDemo({ gameDir, now }: { gameDir: string; now: () => Date }) {
  await placeStandIn(gameDir, now())
  const game = openGameFolder(gameDir, now)
  const bank = createDemoBank({ now, player: demoPlayer.name })
  fillBooks(bank.ledger, now())
  const { addresses, close } = await openGameServers(now)
  const files = filesRoute((path) => game.bytes(path))
  const world = { addresses, hashList: game.list, balanceOf: bank.ledger.balanceOf }
  const routes: readonly DemoRoute[] = [files, bank.route, ...communityRoutes(world)]
  return { game, bank, routes, close }
}

export type DemoContent = Awaited<ReturnType<typeof fillDemo>>
