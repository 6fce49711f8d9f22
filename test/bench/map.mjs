// How smoothly the map moves: the frames while it is dragged and zoomed as by a player, and the page's own work in them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { chromium } from 'playwright'
import { openScreen } from '../../scripts/lib/open-screen.mjs'
import { ourApp, start } from './desktop/programs.mjs'
import { below, median, row } from './table.mjs'

const MARKERS = 5_000
/** Shows the cost of the ground without the markers. */
const ONE = 1
const WORLD_M = 16_384
const SIDE_PX = 256

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8 + body.length)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), 4 + body.length)
  return frame
}

/** A tile with a pattern, so that it takes as long to decode as a real one. */
function tilePng() {
  const line = 1 + SIDE_PX * 3
  const pixels = Buffer.alloc(SIDE_PX * line)
  for (let y = 0; y < SIDE_PX; y++)
    for (let x = 0; x < SIDE_PX * 3; x++) pixels[y * line + 1 + x] = 90 + ((x * 7 + y * 13 + ((x * y) >> 5)) % 90)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(SIDE_PX, 0)
  head.writeUInt32BE(SIDE_PX, 4)
  head.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Markers in clusters all over the world, always the same. */
const markersOf = (count) =>
  Array.from({ length: count }, (_, at) => {
    const [town, spread] = [at % 40, Math.floor(at / 40)]
    const [angle, far] = [spread * 2.399963, 60 * Math.sqrt(spread)]
    const middle = [(town * 6151) % WORLD_M, (town * 9973) % WORLD_M]
    const inside = (metres) => Math.min(WORLD_M - 100, Math.max(100, metres))
    return {
      id: at + 1,
      classname: `marker_${at}`,
      displayname: `Place ${at + 1}`,
      category_class: `Category${at % 30}`,
      icon: 'rlrpg',
      x: inside(middle[0] + Math.cos(angle) * far),
      y: inside(middle[1] + Math.sin(angle) * far),
    }
  })

/** A community whose service sends many markers, and whose tiles are pictures. */
async function startService(count) {
  const tile = tilePng()
  const categories = Array.from({ length: 30 }, (_, at) => `Category${at}`)
  const all = markersOf(count)
  const markers = Object.fromEntries(
    categories.map((key) => [key, all.filter(({ category_class }) => category_class === key)]),
  )
  const names = Object.fromEntries(categories.map((key) => [key, key]))
  const answer = JSON.stringify({ data: { markers, category_names: names, categories } })
  const server = createServer((request, response) => {
    if (request.url.startsWith('/tiles/')) response.writeHead(200, { 'content-type': 'image/png' }).end(tile)
    else {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(request.url.endsWith('/map_markers') ? answer : '{"data":[]}')
    }
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const origin = `http://127.0.0.1:${server.address().port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin, close }
}

/** The work of the page's main thread so far, ms. */
async function workOf(door) {
  const { metrics } = await door.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
}

/** The times between the frames while `act` runs, and the page's average work in each frame, ms. */
async function framesOf(page, act) {
  const door = await page.context().newCDPSession(page)
  await door.send('Performance.enable')
  await page.evaluate(() => {
    const frames = (globalThis.frames_ = [])
    let last
    const next = (now) => {
      if (last !== undefined) frames.push(now - last)
      last = now
      globalThis.frame_ = requestAnimationFrame(next)
    }
    globalThis.frame_ = requestAnimationFrame(next)
  })
  const before = await workOf(door)
  await act()
  const frames = await page.evaluate(() => {
    cancelAnimationFrame(globalThis.frame_)
    return globalThis.frames_
  })
  const work = ((await workOf(door)) - before) / frames.length
  await door.detach()
  return { frames, work }
}

const percentile = (values, share) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]

const still = (page) => page.evaluate(() => new Promise((done) => setTimeout(done, 500)))

/** Looks around like a player: zooms in and out in steps, then drags the map. */
async function lookAround(page) {
  const box = await page.locator('[data-map-zoom]').boundingBox()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  const zoom = await framesOf(page, async () => {
    for (const direction of [-1, 1, -1])
      for (let turn = 0; turn < 24; turn++) {
        await page.mouse.wheel(0, direction * 60)
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
      }
    await still(page)
  })
  const pan = await framesOf(page, async () => {
    for (let round = 0; round < 4; round++) {
      await page.mouse.move(x, y)
      await page.mouse.down()
      for (let step = 0; step <= 40; step++) {
        const angle = (round * Math.PI) / 2
        await page.mouse.move(x + Math.cos(angle) * step * 6, y + Math.sin(angle) * step * 5)
      }
      await page.mouse.up()
    }
    await still(page)
  })
  return { zoom, pan }
}

async function measure(args, rounds) {
  const { door, stop } = start(args)
  try {
    const browser = await chromium.connectOverCDP(await door)
    try {
      const context = browser.contexts()[0]
      const isOurs = (one) => /^app:/.test(one.url())
      const page = context.pages().find(isOurs) ?? (await context.waitForEvent('page', isOurs))
      await page.locator('main[data-screen]').waitFor()
      await openScreen(page, 'map')
      await page.locator('.sign').first().waitFor()
      await still(page)
      await lookAround(page) // afterwards everything that is drawn only once is drawn
      const found = []
      for (let round = 0; round < rounds; round++) {
        await page.locator('[data-map-zoom]').press('0')
        await still(page)
        found.push(await lookAround(page))
      }
      return found
    } finally {
      await browser.close()
    }
  } finally {
    await stop()
  }
}

function rowsOf(what, found, others = []) {
  const p95 = (list, name) => median(list.map((one) => percentile(one[name].frames, 0.95)))
  const work = (name) => median(found.map((one) => one[name].work))
  return ['pan', 'zoom'].map((name) => {
    const bare = others.length > 0 ? `, with one marker ${Math.round(p95(others, name))} ms` : ''
    return row(
      `map, ${what}: frame while ${name === 'pan' ? 'dragged' : 'zoomed'}, p95`,
      p95(found, name),
      'ms',
      below(20),
      `of it the page’s work ${Math.round(work(name))} ms${bare}`,
    )
  })
}

/** Looks around a world with this many markers. */
async function measureMarkers(dir, count, rounds) {
  const service = await startService(count)
  try {
    const file = join(dir, `community-${count}.json`)
    const images = { mapTiles: `${service.origin}/tiles` }
    writeFileSync(file, JSON.stringify({ id: 'bench', name: 'Bench', baseUrl: service.origin, images }))
    return await measure([...ourApp(dir)(`map-${count}`), '--community', file], rounds)
  } finally {
    service.close()
  }
}

/** @param {{ rounds: number }} options */
export async function measureMap({ rounds }) {
  const dir = mkdtempSync(join(tmpdir(), 'loadout-bench-'))
  try {
    const bare = await measureMarkers(dir, ONE, rounds)
    return [
      ...rowsOf('5,000 markers over tiles', await measureMarkers(dir, MARKERS, rounds), bare),
      ...rowsOf('the demo’s drawn island', await measure(ourApp(dir)('map-demo'), rounds)),
    ]
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}
