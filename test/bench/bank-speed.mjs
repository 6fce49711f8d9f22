// How the bank's screen takes a long account: `npm run bench -- bank [bookings]`.
// Time until the newest bookings and until all are there, how long main and page were kept busy at a stretch, how long a
// filter and a sort take to show, and the frames while scrolling.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron } from 'playwright'
import { SECRET, startBankServer } from './bank-server.mjs'
import { byBar, byWheel } from './scrolling.mjs'

const root = resolve(import.meta.dirname, '../..')
const count = Number(process.argv[2] ?? 100_000)
const electron = createRequire(import.meta.url)('electron')
const dir = mkdtempSync(join(tmpdir(), 'loadout-bench-'))
const server = await startBankServer(count)
const profile = join(dir, 'community.json')
writeFileSync(profile, JSON.stringify({ id: 'bench', name: 'Bench', baseUrl: server.baseUrl, infoUrl: server.infoUrl }))

const app = await _electron.launch({
  executablePath: electron,
  cwd: root,
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '.',
    `--user-data-dir=${join(dir, 'data')}`,
    '--community',
    profile,
  ],
  env: { ...process.env, LANG: 'en_US.UTF-8', LANGUAGE: 'en' },
})
const rowsAre = (number) => `[role="grid"][aria-rowcount="${number + 1}"]`
/** In the page: time from now until a selector is there, and the longest that the page was busy meanwhile. */
const until = (page, selector, act) =>
  page.evaluate(
    async ([wanted, deed]) => {
      let longest = 0
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
      })
      observer.observe({ type: 'longtask' })
      const frame = () => new Promise(requestAnimationFrame)
      const since = performance.now()
      const field = document.querySelector(deed.selector)
      if (deed.type !== undefined) {
        field.value = deed.type
        field.dispatchEvent(new Event('input', { bubbles: true }))
      } else field.click()
      await frame() // what was there before is gone
      let first
      while (!document.querySelector(wanted)) {
        await frame()
        if (document.querySelector('[role="grid"] [role="gridcell"]')) first ??= performance.now() - since
      }
      await frame() // drawn
      const ms = performance.now() - since
      await new Promise((done) => setTimeout(done, 100)) // long tasks are told late
      observer.disconnect()
      return { ms, first, longest }
    },
    [selector, act],
  )

async function signIn(page) {
  await page.locator('[data-nav="player"]').click()
  await page.locator('input[name="player-secret"]').fill(SECRET)
  await page.locator('[data-action="player-sign-in"]').click()
  await page.locator('input[name="player-secret"]').waitFor({ state: 'detached' })
  await page.locator('[data-nav="bank"]').click()
  await page.locator('[data-action="bank-paste"]').click()
  await page.locator('input[name="xsrf"]').fill('bench')
  await page.locator('input[name="session"]').fill('bench_session=1')
  await page.locator('[data-action="bank-paste-save"]').click()
  await page.locator(rowsAre(count)).waitFor()
}

try {
  const page = await app.firstWindow()
  await page.locator('[data-nav="bank"]').waitFor()
  if (await page.locator('[data-action="welcome-skip"]').count())
    await page.locator('[data-action="welcome-skip"]').click()
  await signIn(page)
  await app.evaluate(() => {
    const { performance: clock } = globalThis
    const store = { longest: 0 }
    let last = clock.now()
    setInterval(() => {
      store.longest = Math.max(store.longest, clock.now() - last)
      last = clock.now()
    }, 1)
    globalThis.bench = store
  })
  await page.locator('[data-nav="home"]').click()
  await page.locator('main[data-screen="home"]').waitFor()
  const list = await until(page, rowsAre(count), { selector: '[data-nav="bank"]' })
  const main = await app.evaluate(() => globalThis.bench.longest)
  const filters = []
  for (const type of ['r', 're', 'reparatur', 'reparatur 99', ''])
    filters.push((await until(page, '[role="grid"]', { selector: 'input[data-search]', type })).ms)
  const sorted = await until(page, '[aria-sort="ascending"]', { selector: '[role="columnheader"]:nth-child(3) button' })
  const wheel = await byWheel(page)
  const bar = await byBar(page)
  const ms = (value) => `${value?.toFixed(0)} ms`
  console.log(`${count} bookings, ${(server.bytes / 1e6).toFixed(1)} MB from the bank`)
  console.table([
    { what: 'the bank is opened → newest bookings', measured: ms(list.first) },
    { what: 'the bank is opened → all bookings', measured: ms(list.ms) },
    { what: 'longest that the page was busy meanwhile', measured: ms(list.longest) },
    { what: 'longest that main was busy meanwhile', measured: ms(main) },
    { what: 'search, first letter', measured: ms(filters[0]) },
    { what: 'search, each further change (worst)', measured: ms(Math.max(...filters.slice(1))) },
    { what: 'sort by counterpart', measured: ms(sorted.ms) },
    { what: `frame by the wheel, p95 of ${wheel.frames}`, measured: `${wheel.p95.toFixed(1)} ms`, goal: '< 20 ms' },
    { what: `frame by the bar, p95 of ${bar.frames}`, measured: `${bar.p95.toFixed(1)} ms`, goal: '< 20 ms' },
  ])
} finally {
  await app.close()
  await server.close()
  rmSync(dir, { recursive: true, force: true })
}
