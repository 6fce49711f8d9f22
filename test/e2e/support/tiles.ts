import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { png } from './png.ts'

const SIDE_PX = 256
/** The map's side in metres, which zoom 0 shows in one tile. */
const WORLD_M = 16_384

export type Rgb = readonly [red: number, green: number, blue: number]
/** The colour at a position, in metres from the south-west corner. */
export type TileColour = (x: number, y: number) => Rgb

export interface TileServer {
  /** The profile's `images.mapTiles`. */
  base: string
  /** The paths that were asked for, as `zoom/column/row`. */
  asked: string[]
  /** How requests are answered: with a picture, a status, a body that is no picture, a cut connection, or not before `drop`. */
  answer: 'picture' | 'gone' | 'broken' | 'reset' | 'held'
  /** Cuts the first held connections, and answers the others with pictures. */
  drop(count: number): void
  close(): Promise<void>
}

/** One tile as a PNG; rows are counted from the south, as the tiles of game maps are (TMS). */
function tilePng(colourAt: TileColour, zoom: number, column: number, row: number): Buffer {
  const metres = WORLD_M / 2 ** zoom / SIDE_PX
  const pixels = Buffer.alloc(SIDE_PX * SIDE_PX * 3)
  for (let line = 0; line < SIDE_PX; line++)
    for (let at = 0; at < SIDE_PX; at++) {
      const x = (column * SIDE_PX + at + 0.5) * metres
      const y = ((row + 1) * SIDE_PX - line - 0.5) * metres
      pixels.set(colourAt(x, y), (line * SIDE_PX + at) * 3)
    }
  return png(SIDE_PX, pixels)
}

/** Serves a world's tiles from zoom 1 to 6, and nothing else. */
export async function startTiles(colourAt: TileColour): Promise<TileServer> {
  const asked: string[] = []
  const held: Record<'cut' | 'answer', () => void>[] = []
  const server = createServer((request, response) => {
    const found = /^\/tiles\/(([1-6])\/(\d+)\/(\d+))\.png$/.exec(request.url ?? '')
    asked.push(found?.[1] ?? String(request.url))
    const [zoom, column, row] = (found?.slice(2) ?? []).map(Number)
    const there = zoom !== undefined && column !== undefined && row !== undefined && Math.max(column, row) < 2 ** zoom
    const cut = () => void request.socket.destroy()
    const answer = () => {
      if (there) response.writeHead(200, { 'content-type': 'image/png' }).end(tilePng(colourAt, zoom, column, row))
      else response.writeHead(404).end()
    }
    if (tiles.answer === 'reset') cut()
    else if (tiles.answer === 'held') held.push({ cut, answer })
    else if (tiles.answer === 'broken') response.writeHead(200, { 'content-type': 'image/png' }).end('<html>no</html>')
    else if (tiles.answer === 'gone') response.writeHead(404).end()
    else answer()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const tiles: TileServer = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tiles`,
    asked,
    answer: 'picture',
    drop: (count) => held.splice(0).forEach(({ cut, answer }, at) => (at < count ? cut() : answer())),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
  return tiles
}
