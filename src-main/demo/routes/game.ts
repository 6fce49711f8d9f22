import { createFileFaults } from '../file-faults.ts'
import { filesRoute } from '../files.ts'
import type { GameFolder } from '../game-folder.ts'
import { envelope, matchGet, type DemoRoute } from '../route.ts'

/** The true hash lists of the demo's game folder, and the true bytes of every listed file. */
export function gameRoutes(game: GameFolder, faults = createFileFaults()): DemoRoute[] {
  const lists: DemoRoute = async (request) => {
    const [id] = matchGet(request, 'mod', 'hashlist', '*') ?? []
    const rows = id === undefined ? undefined : await game.list(Number(id))
    return rows && envelope(rows, request.now)
  }
  const find = (path: string) => {
    const bytes = game.bytes(path)
    return bytes && { bytes }
  }
  return [lists, filesRoute({ prefix: 'files', find, faults })]
}
