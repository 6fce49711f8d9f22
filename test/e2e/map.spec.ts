import type { ElectronApplication, Page } from '@playwright/test'
import { openScreen } from '../../scripts/lib/open-screen.mjs'
import { copied, expect, test } from './support/app.ts'
import { openCommunity } from './support/community.ts'
import { startTiles, type Rgb } from './support/tiles.ts'

const LAND: Rgb = [20, 60, 40]
const DISC: Rgb = [255, 0, 255]
const DISC_M = 180

/** The position of a demo's place in metres, from the list of places. */
const spotOf = (text: string) =>
  text
    .match(/(\d+), (\d+)$/)
    ?.slice(1)
    .map(Number) as [number, number]

/** What the window really shows at a point. A grid line may cross it. */
const groundAt = (app: ElectronApplication, x: number, y: number) =>
  app.evaluate(
    async ({ BrowserWindow }, rect) => {
      const picture = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage(rect)
      const [, , red = 0] = picture?.toBitmap() ?? []
      return red > 128 ? 'disc' : 'land'
    },
    { x: Math.round(x), y: Math.round(y), width: 1, height: 1 },
  )

/** The state of the pictures on screen. A picture is settled when it is shown or given up. */
const pictures = (page: Page) =>
  page.locator('.leaflet-tile-container img').evaluateAll((list) => {
    const images = list as HTMLImageElement[]
    const isSettled = (image: HTMLImageElement) =>
      image.complete && (image.hidden || (image.naturalWidth > 0 && getComputedStyle(image).opacity === '1'))
    if (images.length === 0 || !images.every(isSettled)) return 'on their way'
    return images.some((image) => image.hidden) ? 'some missing' : 'all there'
  })

test('map tiles of a profile: asked for by zoom, column and row, under their places, and done without when they fail @long', async ({
  start,
}) => {
  let spots: [number, number][] = []
  const tiles = await startTiles((x, y) =>
    spots.some(([left, up]) => Math.hypot(x - left, y - up) < DISC_M) ? DISC : LAND,
  )
  const community = await openCommunity({ mapTiles: tiles.base })
  try {
    const { app, page } = await start({ args: community.args })
    await openScreen(page, 'map')
    await page.getByPlaceholder('Find a place').fill('Tankstelle Steinau')
    const place = page.locator('[aria-rowindex="2"]')
    await expect(place).toContainText('Tankstelle Steinau')
    await expect.poll(() => [...tiles.asked].sort()).toEqual(['1/0/0', '1/0/1', '1/1/0', '1/1/1'])
    await expect.poll(() => pictures(page)).toBe('all there')

    await test.step('a place stands on its spot of the picture', async () => {
      spots = [spotOf((await place.locator('span[title*=", "]').getAttribute('title')) ?? '')]
      await place.click()
      const [x, y] = spots[0] ?? [NaN, NaN]
      const [column, row] = [Math.floor(x / 2048), Math.floor(y / 2048)]
      await expect.poll(() => tiles.asked).toContain(`3/${column}/${row}`)
      await expect.poll(() => pictures(page)).toBe('all there')
      const box = await page.locator('.sign.chosen .disc').boundingBox()
      const [left, top] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
      // Points between the ring around the place and the disc's edge, and points beyond the edge. No label is above.
      for (const [away, ground] of [
        [-19, 'disc'],
        [19, 'disc'],
        [-36, 'land'],
        [36, 'land'],
      ] as const)
        await expect.poll(() => groundAt(app, left, top + away), `${away} px below`).toBe(ground)
    })

    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    for (const [answer, way] of [
      ['gone', ['Zoom in', 'Zoom in']],
      ['broken', ['Zoom in', 'Zoom in']],
      ['reset', ['Show the whole map', 'Zoom in']],
    ] as const)
      await test.step(`tiles ${answer}: no broken picture, the places are still there`, async () => {
        tiles.answer = answer
        const before = tiles.asked.length
        for (const name of way) await press(name)
        await expect.poll(() => tiles.asked.length).toBeGreaterThan(before)
        await expect.poll(() => pictures(page)).toBe('some missing')
      })

    const networkReturns = () => page.evaluate(() => window.dispatchEvent(new Event('online')))
    await test.step('and come back when the network does', async () => {
      tiles.answer = 'picture'
      await networkReturns()
      await expect.poll(() => pictures(page)).toBe('all there')
    })

    await test.step('as those do that were on their way then, and fail after', async () => {
      tiles.answer = 'held'
      const before = tiles.asked.length
      for (const name of ['Zoom in', 'Zoom in', 'Zoom in']) await press(name)
      await expect.poll(() => tiles.asked.length).toBeGreaterThan(before)
      const onTheirWay = tiles.asked.length - before // a glide asks for more, perhaps after the return, and those come
      await networkReturns()
      tiles.answer = 'picture'
      tiles.drop(onTheirWay)
      await expect.poll(() => pictures(page)).toBe('all there')
    })
  } finally {
    await community.close()
    await tiles.close()
  }
})

test('a link brings pins that are kept when the player wants them; an own one is set with a note and told as a link @long', async ({
  start,
}) => {
  const { app, page } = await start({ args: ['loadout://map/3122-12838-Base%20A/8618-11236'] })
  await expect(page.locator('main[data-screen=map]')).toBeVisible()
  const brought = page.getByText('A link shows 2 pins')
  const more = page.locator('main').getByRole('button', { name: 'More actions' })
  await expect(brought).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(brought).toHaveCount(0)

  await page.getByRole('button', { name: 'New pin' }).click()
  await page.locator('.stage[role=application]').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name', { exact: true }).fill('Meeting')
  await page.getByRole('button', { name: 'Save pin' }).click()
  // it has its own sign, even if other places are near
  await expect(page.getByRole('button', { name: 'Meeting', exact: true })).toHaveClass(/chosen/)
  await more.click()
  await page.getByRole('button', { name: 'Share all pins' }).click()
  await expect.poll(() => copied(app)).toMatch(/^loadout:\/\/map\/3122-12838-Base%20A\/8618-11236\/\d+-\d+-Meeting$/)
  await more.click()
  await page.getByRole('button', { name: 'Remove pin' }).click()
  await expect(page.getByRole('button', { name: 'Meeting', exact: true })).toHaveCount(0)
  await test.step('one pin too many is refused in plain words, with the way to those that are there', async () => {
    await page.evaluate(async () => {
      const full = Array.from({ length: 500 }, (_, x) => ({ x, y: 7, note: `Pin ${x}` }))
      await window.loadout.invoke('settings/change', 'fill', { mapPins: { demo: full } })
    })
    await page.getByRole('button', { name: 'New pin' }).click()
    await page.locator('.stage[role=application]').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save pin' }).click()
    const refused = page.getByText('You can save up to 500 pins. Remove some first.').last()
    await expect(refused).toBeVisible()
    await page.getByRole('tab', { name: 'Layers' }).click()
    await page.getByRole('button', { name: 'My pins', exact: true }).click()
    await expect(page.getByRole('tab', { name: 'Places' })).toContainText(/502 \/ \d+$/)
    await page.getByRole('gridcell', { name: 'Pin 1', exact: true }).click()
    await more.click()
    await expect(page.getByRole('button', { name: 'Remove pin' })).toBeVisible()
  })
})

test('a marker of the community leads to its good, to its shop and back, or to its kind beside the map; the player’s house leads to itself, also where another place is near it @long', async ({
  start,
}) => {
  const { page } = await start()
  await openScreen(page, 'map')
  const find = page.getByPlaceholder('Find a place')
  await find.fill('Bank')
  await page.locator('[aria-rowindex="2"]').click()
  await page.getByTitle(/^All places: /).click()
  await expect(find).not.toHaveValue('Bank')
  await expect(page.locator('[aria-rowindex="3"]')).toBeVisible()

  await find.fill('honey_field')
  await page.locator('[aria-rowindex="2"]').click()
  await page.getByRole('button', { name: 'Honig', exact: true }).click()
  await expect(page.locator('main[data-screen=market]')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Honig' })).toBeVisible()
  await page.keyboard.press('Escape')

  await openScreen(page, 'map')
  await find.fill('Apotheke am Markt')
  await page.locator('[aria-rowindex="2"]').click()
  await page.getByRole('button', { name: 'Apotheke am Markt', exact: true }).click()
  await expect(page.locator('main[data-screen=items]')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Shop' })).toHaveValue('pharmacy')
  await page
    .locator('[data-at]')
    .filter({ has: page.getByText('Verband', { exact: true }) })
    .click()
  await page.getByRole('button', { name: 'Show on map', exact: true }).click()
  await expect(page.locator('main[data-screen=map]')).toBeVisible()
  await expect(find).toHaveValue('Apotheke am Markt')
  await expect(page.locator('[aria-rowindex="2"]')).toContainText('Apotheke am Markt')

  await openScreen(page, 'player')
  await page.locator('[data-action=player-demo]').click()
  await page.locator('main').getByText('031 127').first().click()
  await page.locator('main[data-screen=map]').waitFor()
  await expect(page.getByRole('heading', { name: 'My house 311' })).toBeVisible()
})
