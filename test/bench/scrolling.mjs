// Frames of a table's page while it is scrolled as a hand does it: by the wheel, and by dragging the bar.

const WHEEL_TURNS = 300
const NOTCH_PX = 120
const DRAG_MOVES = 300

/** Starts to take the time of every frame of the page. */
const record = (page) =>
  page.evaluate(() => {
    const times = []
    globalThis.bench = { times, on: true }
    const frame = (now) => {
      times.push(now)
      if (globalThis.bench.on) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })

/** Ends it; the frames' lengths in ms, shortest first. */
const frames = (page) =>
  page.evaluate(() => {
    globalThis.bench.on = false
    const { times } = globalThis.bench
    return times
      .slice(1)
      .map((now, at) => now - times[at])
      .sort((a, b) => a - b)
  })

const scrolledTo = (page) => page.evaluate(() => document.querySelector('[role="grid"]').scrollTop)

async function recorded(page, act) {
  const before = await scrolledTo(page)
  await record(page)
  await act()
  const list = await frames(page)
  if ((await scrolledTo(page)) - before < 1000) throw new Error('The table was not scrolled.')
  return { p50: list[Math.floor(list.length / 2)], p95: list[Math.floor(list.length * 0.95)], frames: list.length }
}

const boxOf = (page) => page.locator('[role="grid"]').boundingBox()

/** A wheel turned quickly: three rows a notch. */
export async function byWheel(page) {
  const { x, y, width, height } = await boxOf(page)
  await page.mouse.move(x + width / 2, y + height / 2)
  return recorded(page, async () => {
    for (let at = 0; at < WHEEL_TURNS; at++) await page.mouse.wheel(0, NOTCH_PX)
  })
}

/** The bar's thumb drawn from the top to the bottom: every frame shows other rows. */
export async function byBar(page) {
  await page.evaluate(() => document.querySelector('[role="grid"]').scrollTo(0, 0))
  const { x, y, width, height } = await boxOf(page)
  const bar = x + width - 6
  await page.mouse.move(bar, y + 10)
  await page.mouse.down()
  const result = await recorded(page, async () => {
    for (let at = 1; at <= DRAG_MOVES; at++) await page.mouse.move(bar, y + 10 + ((height - 30) * at) / DRAG_MOVES)
  })
  await page.mouse.up()
  return result
}
