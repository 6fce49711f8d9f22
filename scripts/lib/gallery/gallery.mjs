import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultyApp } from '../build.mjs'
import { chooseInMenu, openScreen } from '../open-screen.mjs'
import { root } from '../paths.mjs'
import { say } from '../say.mjs'
import { deedStops } from './deeds.mjs'
import { openCommunity } from './community.mjs'
import { contactSheet } from './sheet.mjs'
import { prepareStates, stateStops } from './states.mjs'
import { firstStartStops, newcomerStops, setupStops, stopsIn } from './stops.mjs'

const LIMIT = 60_000
/** Limit of one stop, ms, because `evaluate` has none. */
const STOP_LIMIT = 180_000

/** The smallest window, the usual ones, and one with a large scale. */
const sizes = [
  { width: 940, height: 600, scale: 100 },
  { width: 1366, height: 768, scale: 100 },
  { width: 1920, height: 1080, scale: 100 },
  { width: 1366, height: 768, scale: 150 },
]
const themes = ['light', 'dark', 'contrast']
const languages = ['en', 'de']

/** What to show: everything, or what `--only`, `--theme`, `--language` and `--size` choose. */
function readWishes(args) {
  const of = (name) =>
    args
      .find((word) => word.startsWith(`--${name}=`))
      ?.slice(name.length + 3)
      .split(',')
  const only = of('only')
  const chosen = of('size')
  const scale = Number(of('scale')?.[0] ?? 100)
  return {
    isWanted: (name) => !only || only.some((part) => name.startsWith(part)),
    themes: of('theme') ?? themes,
    languages: of('language') ?? languages,
    sizes: chosen
      ? chosen.map((text) => ({ width: Number(text.split('x')[0]), height: Number(text.split('x')[1]), scale }))
      : sizes,
  }
}

/**
 * Waits for `work`; fails with its name if it takes longer than `ms`.
 * @template T
 * @param {number} ms
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function within(ms, name, work) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name}: not done within ${ms / 1000} s`)), ms)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

const ask = (page, name, input) =>
  within(LIMIT, name, () =>
    page.evaluate(([asked, given]) => window.loadout.invoke(asked, `gallery-${Math.random()}`, given), [name, input]),
  )

/**
 * Gives the page's content exactly this size, without the desktop's frame. It runs in its own turn of main's event loop, because
 * Playwright may otherwise interrupt main anywhere, and its answer was sometimes garbage-collected.
 */
async function resize(app, page, { width, height }) {
  await app.evaluate(
    ({ BrowserWindow }, size) =>
      new Promise((done) =>
        setImmediate(() => {
          const [window] = BrowserWindow.getAllWindows()
          window.unmaximize()
          window.setPosition(0, 0)
          window.setContentSize(size.width, size.height)
          done()
        }),
      ),
    { width, height },
  )
  await page.waitForFunction((size) => innerWidth === size.width && innerHeight === size.height, { width, height })
}

/** What is not there yet: data, or a tile of the map. */
const UNFINISHED = 'main [aria-busy=true], .skeleton, main .leaflet-tile:not(.leaflet-tile-loaded)'

/** Waits until nothing loads and nothing moves. */
async function settle(page) {
  await page.waitForFunction((selector) => document.querySelectorAll(selector).length === 0, UNFINISHED)
  await page.evaluate(async () => {
    await document.fonts.ready
    // a picture out of sight, or one that this theme does not show, is never loaded
    const seen = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return image.checkVisibility() && bottom > 0 && top < innerHeight
    })
    await Promise.all(seen.map((image) => image.decode().catch(() => undefined)))
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })
}

/** The selectors of elements that stick out of the window at a side; there should be none. */
const overflowing = (page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main, main *, dialog[open], dialog[open] *')]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element)
        const scrolls = overflowX === 'auto' || overflowX === 'scroll' || element.matches('main, html')
        return scrolls && element.scrollWidth > element.clientWidth + 1
      })
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`),
  )

async function prepare(app, page) {
  await ask(page, 'settings/change', { welcomed: true })
  await ask(page, 'player/signInAsDemo', undefined)
  await openScreen(page, 'bank')
  const opening = app.waitForEvent('window')
  await page.locator('[data-action="bank-sign-in"]').click()
  const login = await opening
  const closed = login.waitForEvent('close')
  await login.locator('#sign-in').click()
  await closed
  await openScreen(page, 'mods')
  const mod = page.locator('[data-mod]').first()
  await chooseInMenu(mod, 'full-check')
  await mod.locator('[data-standing=damaged]').waitFor()
  // Home keeps the room of what it had to tell at the last visit
  await openScreen(page, 'home')
  await page.locator('main [data-pending]').first().waitFor()
}

/** Opens a stop, takes its picture and closes it. */
async function picture(app, page, stop, name, folder) {
  await stop.open(page, app)
  if (!stop.window) await settle(page) // while a question is open, what asked it is busy
  for (const found of await overflowing(page)) say(`${name}: wider than its place: ${found}`)
  const path = join(folder, `${name}.png`)
  const window = (await stop.window?.(app)) ?? page
  await window.screenshot({ path, animations: 'disabled' })
  await stop.close?.(page, window, app)
  return path
}

/** The names of the stops that failed. */
const failed = []

/** Says why a stop failed and closes what it may have opened, so that the walk goes on. */
async function skip(page, name, error) {
  failed.push(name)
  say(`${name}: ${error.message}`)
  for (const dialog of await page.locator('dialog[open]').all()) {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' }).catch(() => undefined)
  }
}

async function visit(app, page, list, folder, wishes) {
  const taken = []
  for (const size of wishes.sizes) {
    await within(LIMIT, `window of ${size.width}x${size.height}`, () => resize(app, page, size))
    for (const theme of wishes.themes)
      for (const language of wishes.languages) {
        const settings = { theme, language, reducedMotion: true, uiScalePercent: size.scale }
        await ask(page, 'settings/change', settings)
        await page.locator(`html[lang="${language}"][data-theme="${theme}"]`).waitFor()
        for (const stop of list.filter(({ name }) => wishes.isWanted(name))) {
          const name = `${stop.name}.${language}.${theme}.${size.width}-${size.scale}`
          await within(STOP_LIMIT, name, () => picture(app, page, stop, name, folder)).then(
            (path) => taken.push(path),
            (error) => skip(page, name, error),
          )
        }
      }
  }
  return taken
}

const PER_SHEET = 4

function groupBy(files) {
  const groups = new Map()
  for (const file of files) {
    const name = file.split('.').slice(-4, -1).join('.')
    groups.set(name, [...(groups.get(name) ?? []), file])
  }
  return groups
}

/** One sheet for four pictures of a language, a theme and a size. */
async function sheets(app, files, folder) {
  const groups = groupBy(files)
  for (const [name, group] of groups)
    for (let at = 0; at < group.length; at += PER_SHEET) {
      const to = join(folder, `sheet.${name}.${at / PER_SHEET + 1}.png`)
      await contactSheet(app, group.slice(at, at + PER_SHEET), to, { columns: 2, width: 1560 })
    }
}

/** Runs `work` in a separate app with empty settings. */
async function inApp(launch, args, work) {
  const { _electron } = await import('playwright')
  const userData = mkdtempSync(join(tmpdir(), 'loadout-gallery-'))
  const app = await _electron.launch({
    ...launch,
    args: [...launch.args, `--user-data-dir=${userData}`, ...args(userData)],
  })
  try {
    const page = await app.firstWindow()
    page.setDefaultTimeout(LIMIT)
    await page.locator('main[data-screen]').waitFor()
    return await work(app, page)
  } finally {
    await within(LIMIT, 'closing', () => app.close()).catch(() => app.process().kill('SIGKILL'))
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A community of one's own, which does not answer: what comes after it is chosen is to be seen without it. */
function ownCommunity(userData) {
  const file = join(userData, 'north.json')
  const [baseUrl, infoUrl] = ['https://bank.north.example', 'https://north.example']
  writeFileSync(file, JSON.stringify({ id: 'north', name: 'North Harbour', baseUrl, infoUrl }))
  return ['--community', file]
}

/** The states of a community's mods and of its service, in the test build, which can have a full drive. */
async function visitStates(launch, folder, wishes) {
  const home = mkdtempSync(join(tmpdir(), 'loadout-gallery-'))
  const community = await openCommunity(home)
  const faulty = {
    ...launch,
    args: launch.args.map((arg) => (arg === root ? faultyApp : arg)),
    env: { ...launch.env, ...community.env },
  }
  const args = (userData) => {
    writeFileSync(join(userData, 'settings.json'), JSON.stringify({ welcomed: true }))
    return community.args
  }
  try {
    return await inApp(faulty, args, async (app, page) => {
      await prepareStates(page, community)
      return visit(app, page, stateStops(community), folder, wishes)
    })
  } finally {
    community.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Walks every screen, tab and dialog over the demo, in both languages, all themes and every size; pictures go to `folder`. */
export async function gallery(launch, folder, args) {
  const wishes = readWishes(args)
  mkdirSync(folder, { recursive: true })
  const taken = await inApp(launch, ownCommunity, (app, page) => visit(app, page, setupStops, folder, wishes))
  if (stateStops().some(({ name }) => wishes.isWanted(name))) taken.push(...(await visitStates(launch, folder, wishes)))
  const none = () => []
  await inApp(launch, none, async (app, page) => {
    taken.push(...(await visit(app, page, firstStartStops, folder, wishes)))
    await page.locator('[data-action="setup-demo"]').click()
    taken.push(...(await visit(app, page, newcomerStops, folder, wishes)))
    await prepare(app, page)
    taken.push(...(await visit(app, page, [...(await stopsIn(page)), ...deedStops], folder, wishes)))
    await sheets(app, taken, folder)
  })
  say(`${taken.length} pictures are in ${folder}`)
  if (failed.length > 0) say(`failed: ${failed.join(', ')}`)
  return failed.length > 0 ? 1 : 0
}
