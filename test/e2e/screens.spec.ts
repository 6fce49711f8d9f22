import type { Locator, Page } from '@playwright/test'
import { openScreen } from '../../scripts/lib/open-screen.mjs'
import type { Screen } from '../../src-preload/contract/shell.ts'
import { change, expect, resize, test } from './support/app.ts'
import { openCommunity, type TestCommunity } from './support/community.ts'
import { watchMoves } from './support/moves.ts'
import { answer, question } from './support/question.ts'
import { complaintsOf, dataOf, names, own, showsData } from './support/screens.ts'

/** A failing service is still asked three times, but with short pauses. */
const impatient = ['haste:20']

const goTo = (page: Page, screen: Screen) => openScreen(page, screen)

/** Streams are a tab only while there are any, but the search always finds them. */
async function goToUnknown(page: Page, screen: Screen) {
  if (screen !== 'streams') return goTo(page, screen)
  await page.keyboard.press('Control+k')
  await page.locator('dialog[open] input').fill('Streams')
  await page
    .getByRole('option', { name: /Streams/ })
    .first()
    .click()
  const main = page.locator('main[data-screen=streams]')
  await main.locator('h1').waitFor()
  return main
}

/** Waits until a screen has loaded everything. */
const settled = (main: Locator) => expect(main.locator('[aria-busy=true], .skeleton')).toHaveCount(0)

/** What can be scrolled sideways. */
const widerThanTheirPlace = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main, main *')]
      .filter((box) => box.matches('main') || ['auto', 'scroll'].includes(getComputedStyle(box).overflowX))
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.tagName} ${box.className}`),
  )

/** Opens each tab of a screen. The first one is opened last. */
async function throughTabs(main: Locator): Promise<void> {
  const [first, ...others] = await main.getByRole('tab').all()
  for (const tab of first ? [...others, first] : []) {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(main.locator('.skeleton')).toHaveCount(0)
  }
}

let community: TestCommunity
test.beforeEach(async () => {
  community = await openCommunity()
})
test.afterEach(() => community.close())

test('every screen opens with data, and nothing moves while it comes; offline after a restart it shows what it knew, and how old it is', async ({
  start,
}) => {
  const first = await start({ args: community.args })
  const complaints = complaintsOf(first.page)
  // a slow service, so that every screen is seen while it waits
  community.service.faults.set(/^\/v1\//, { kind: 'slow', ms: 120 })
  const movesAtFirst = await watchMoves(first.page)
  const moves: string[] = []
  for (const screen of names) {
    await test.step(screen, async () => {
      const main = await goTo(first.page, screen)
      await showsData(main, screen)
      await expect(main.locator('.as-of.live time').first()).toBeVisible()
      await settled(main)
      await throughTabs(main)
      moves.push(...(await movesAtFirst(screen)))
    })
  }
  // Home is last, because it is opened for the second time
  for (const screen of Object.keys(own) as Screen[]) {
    const main = await goTo(first.page, screen)
    if (screen !== 'community') await showsData(main, screen) // this one says nothing about itself, the demo does
    await throughTabs(main)
    moves.push(...(await movesAtFirst(screen)))
  }
  const tabs = {
    Communities: /Add a community/,
    'Window and startup': /Close to tray/,
    Notifications: /Quiet hours/,
    'Privacy and support': /127\.0\.0\.1:/,
    General: /Language/,
  }
  const settings = await goTo(first.page, 'settings')
  for (const [tab, text] of Object.entries(tabs)) {
    await settings.getByRole('tab', { name: tab }).click()
    await expect(settings.getByRole('tabpanel')).toContainText(text)
    moves.push(...(await movesAtFirst(`settings, ${tab}`)))
  }
  expect(complaints).toEqual([])
  await first.app.close()
  // the service keeps its port, because another test's server might get it and answer
  community.service.faults.set(/./, { kind: 'reset' })
  const { page } = await start({ args: community.args, userData: first.userData, faults: impatient })
  const later = complaintsOf(page)
  const movesOn = await watchMoves(page)
  for (const screen of names) {
    await test.step(screen, async () => {
      const main = await goTo(page, screen)
      await expect(dataOf(main, screen)).toBeVisible()
      await expect(main.getByRole('alert')).toHaveCount(0)
      await page.keyboard.press('F5') // asks the service, even if the copy is fresh
      await expect(main.locator('.as-of.stored').first()).toBeVisible()
      await expect(dataOf(main, screen)).toBeVisible()
      moves.push(...(await movesOn(`${screen}, stored`)))
    })
  }
  expect(later).toEqual([])
  expect(moves).toEqual([])
})

test('with a service that fails every screen says so, and recovers on Retry @long', async ({ start }) => {
  community.service.faults.set(/^\/v1\//, { kind: 'status', status: 503 })
  const { page } = await start({ args: community.args, faults: impatient })
  const complaints = complaintsOf(page)
  for (const screen of names) {
    await test.step(screen, async () => {
      const main = await goToUnknown(page, screen)
      const told = main.getByRole('alert').first().locator('p')
      await expect(told).toHaveText('The community can’t be reached right now.')
      await expect(told).toHaveAttribute('title', /\(503\)/)
    })
  }
  community.service.faults.clear()
  for (const screen of names) {
    await test.step(`${screen}, again`, async () => {
      const main = await goToUnknown(page, screen)
      const retry = main.getByRole('alert').getByRole('button').first()
      const data = dataOf(main, screen)
      // a screen that opens again may retry by itself and succeed while the test looks for its button
      await expect(async () => {
        if (await retry.isVisible()) await retry.click({ timeout: 2_000 })
        await expect(data).toBeVisible({ timeout: 2_000 })
      }).toPass()
    })
  }
  expect(complaints).toEqual([])
})

test('what cannot be read leads to why; a link is shown before it is opened; Escape clears a search before it closes its dialog; twice the same breaks no screen @long', async ({
  start,
}) => {
  community.service.faults.set('/v1/servers', { kind: 'spoilt' })
  const { app, page } = await start({ args: community.args, faults: impatient })
  const complaints = complaintsOf(page)
  const servers = await goTo(page, 'servers')
  await servers.getByRole('button', { name: '1 entry could not be read' }).first().click()
  const list = page.locator('[data-set-aside]')
  await expect(list).toContainText('/v1/servers')
  await expect(list).toContainText('must be a record')
  // the fullest server is first, which depends on the time of day
  await (await goTo(page, 'servers')).locator('article h2 button', { hasText: '#1' }).click()
  await page.getByRole('link', { name: 'Regeln' }).click()
  await expect((await question(app)).locator('dl')).toContainText('https://nordwind.example/regeln')
  await answer(app, 'no')
  await (await goTo(page, 'voice')).locator('article h2 button').first().click()
  const people = page.getByRole('dialog').getByRole('textbox')
  await people.fill('a')
  await page.keyboard.press('Escape')
  await expect(people).toHaveValue('')
  // A name may be one long word. It must not push other content out of the card or the dialog.
  const tooWide = await page.evaluate(() => {
    for (const name of document.querySelectorAll('dialog h2, main li .truncate')) name.textContent = 'x'.repeat(200)
    return [...document.querySelectorAll('dialog, main')].filter((box) => box.scrollWidth > box.clientWidth).length
  })
  expect(tooWide).toBe(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // A refresh that fails says so without moving anything, and once.
  const movesOn = await watchMoves(page)
  for (const screen of ['home', 'servers', 'market', 'houses'] as const) {
    community.service.faults.clear()
    const main = await goTo(page, screen)
    await page.keyboard.press('F5')
    await expect(main.locator('.as-of.live time').first()).toBeVisible()
    await settled(main)
    await movesOn(screen)
    community.service.faults.set(/^\/v1\//, { kind: 'status', status: 503 })
    // a request from before the fault may still run, and an address gets only one request at a time
    await expect(async () => {
      await page.keyboard.press('F5')
      await expect(main.locator('.screen-header .note')).toHaveAttribute('title', /\(503\)/, { timeout: 2_000 })
    }).toPass()
    await expect(main.locator('[data-pending=service]')).toHaveCount(0)
    expect(await movesOn(screen)).toEqual([])
    community.service.faults.clear()
    await expect(async () => {
      await page.keyboard.press('F5')
      await expect(main.locator('.screen-header .note')).toHaveCount(0, { timeout: 2_000 })
    }).toPass()
    expect(await movesOn(`${screen}, recovered`)).toEqual([])
  }

  community.service.faults.clear()
  community.service.faults.set(/^\/v1\//, { kind: 'twice' })
  for (const screen of ['home', ...names] as const) {
    const main = await goTo(page, screen)
    await page.keyboard.press('F5')
    if (!(screen in own)) await expect(dataOf(main, screen)).toBeVisible()
  }

  // A table that is too narrow for its columns leaves some out, and none becomes wider than its place.
  await change(page, { uiScalePercent: 150 })
  await resize(app, page, 940, 600)
  // Extreme words and numbers reach every screen, and none of them becomes wider than its place.
  community.service.faults.set(/^\/v1\//, { kind: 'extreme' })
  for (const screen of ['home', ...names] as const) {
    const main = await goTo(page, screen)
    await page.keyboard.press('F5')
    // on the map such a company is called by its number
    await expect(main).toContainText(screen === 'map' ? '#43' : /x{20}|W{20}|(Long words ){3}|\dT/)
    await settled(main)
    expect(await widerThanTheirPlace(page), screen).toEqual([])
  }
  expect(complaints).toEqual([])
})

test('in the smallest window a chosen place leaves the list some rows @long', async ({ start }) => {
  const { app, page } = await start()
  await resize(app, page, 940, 600)
  await openScreen(page, 'map')
  const row = page.locator('main .side [aria-rowindex="2"]')
  await row.locator('[role="gridcell"]').first().click()
  await expect(page.locator('main .ways')).toBeVisible()
  const { height = 0 } = (await row.boundingBox()) ?? {}
  const list = async () => (await page.locator('main .side .places').boundingBox())?.height ?? 0
  expect(await list()).toBeGreaterThan(4.5 * height) // the head and more than three rows
})

test('in the smallest window the price and the chart of a good are seen at first sight @long', async ({ start }) => {
  const { app, page } = await start()
  await resize(app, page, 940, 600)
  await openScreen(page, 'market')
  await page.locator('main [data-search]').fill('Medizin')
  await page.locator('[role="row"] [role="gridcell"]').nth(1).click()
  await expect(page.getByRole('img', { name: /^Price of / })).toBeInViewport({ ratio: 1 })
})

test('a drag over a chart shows that stretch until a double click, also when it is drawn anew; a price alert, a favourite server and a friend too many are refused in plain words @long', async ({
  start,
}) => {
  const { page } = await start()
  await openScreen(page, 'market')
  await page.locator('[role="row"] [role="gridcell"]').nth(1).click()
  const plot = page.locator('dialog[open] .u-over')
  const width = (await plot.boundingBox())?.width ?? 0
  /** The time in the tooltip at a share of the plot's width, epoch ms. */
  const momentAt = async (share: number) => {
    await plot.hover({ position: { x: share * width, y: 20 } })
    return Date.parse((await page.locator('dialog[open] .tip small').textContent()) ?? '')
  }
  const middle = await momentAt(0.6)
  await page.mouse.down()
  await plot.hover({ position: { x: 0.9 * width, y: 20 } })
  await page.mouse.up()
  await expect.poll(() => momentAt(0.02)).toBeGreaterThanOrEqual(middle)
  const drawn = await plot.elementHandle()
  await page.getByLabel('Compare with').selectOption({ index: 1 })
  await expect.poll(() => drawn?.evaluate((node) => node.isConnected)).toBe(false)
  await expect.poll(() => momentAt(0.02)).toBeGreaterThanOrEqual(middle)
  await plot.dblclick({ position: { x: 0.5 * width, y: 20 } })
  await expect.poll(() => momentAt(0.02)).toBeLessThan(middle) // the log moves on at each half hour
  await page.keyboard.press('Escape')

  await page.evaluate(async () => {
    const names = Array.from({ length: 500 }, (_, at) => `Friend ${at}`)
    const alerts = names.map((name) => ({ item: name, name, when: 'at-least', price: 1 }))
    const favouriteServers = names.map((_, at) => `elsewhere/${at}`)
    const lists = { friends: { demo: names }, priceAlerts: { demo: alerts }, favouriteServers }
    await window.loadout.invoke('settings/change', 'fill', lists)
  })
  await openScreen(page, 'market')
  await page.locator('[role="row"] [role="gridcell"]').nth(1).click()
  await page.locator('dialog[open] form input').fill('77')
  await page.getByRole('button', { name: 'Set alert' }).click()
  await expect(page.getByText('You can set up to 500 price alerts. Remove some first.').last()).toBeVisible()
  await expect(page.locator('dialog[open] form input')).toHaveValue('77')
  await page.keyboard.press('Escape')
  await openScreen(page, 'servers')
  await page
    .getByRole('button', { name: /to favourites$/ })
    .first()
    .click()
  await expect(page.getByText('You can mark up to 500 servers as favourites. Remove some first.').last()).toBeVisible()
  await page.locator('main article h2 button', { hasText: '#1' }).click()
  await page
    .getByRole('button', { name: /as a friend$/ })
    .first()
    .click()
  await expect(page.getByText('You can mark up to 500 friends. Remove some first.').last()).toBeVisible()
})
