import type { Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { readdir, stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openScreen } from '../../scripts/lib/open-screen.mjs'
import { expect, test } from './support/app.ts'
import { openCommunity } from './support/community.ts'
import { png } from './support/png.ts'

const MB = 1024 * 1024
/** The limit for pictures on disk, and by how much Chromium may exceed it while it removes old ones. */
const BOUND = 100 * MB
const SLACK = 1.15

/** Serves a picture of one megabyte at any path, to be cached for a day, and records the requests. */
async function startPictures() {
  const side = 592
  const picture = png(side, randomBytes(side * side * 3))
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(String(request.url))
    response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'max-age=86400' }).end(picture)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    bytes: picture.length,
    close: () => (server.closeAllConnections(), new Promise((resolve) => void server.close(resolve))),
  }
}

/** Makes the page show these pictures one after the other. */
const show = (page: Page, addresses: string[]) =>
  page.evaluate(async (all) => {
    for (const address of all)
      await new Promise<void>((resolve, reject) => {
        const image = new Image()
        image.onload = () => resolve()
        image.onerror = () => reject(new Error(`${address} was not shown`))
        image.src = address
      })
  }, addresses)

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map((file) =>
    stat(join(file.parentPath, file.name)).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('pictures stay on disk for the next start, within a bound, and the oldest go first @long', async ({ start }) => {
  const pictures = await startPictures()
  const community = await openCommunity({ item: pictures.base })
  try {
    const addresses = Array.from({ length: 160 }, (_, at) => `${pictures.base}/${at}.png`)
    const newest = addresses.slice(140)
    let userData: string | undefined
    // Chromium compares ages in whole seconds, so the pictures of an earlier start are certainly older
    for (const some of [addresses.slice(0, 20), addresses.slice(20, 140), newest]) {
      const started = await start({ userData, args: community.args })
      userData = started.userData
      await show(started.page, some)
      await started.app.close()
    }
    expect(addresses.length * pictures.bytes).toBeGreaterThan(1.5 * BOUND)
    const size = await sizeOf(join(userData ?? '', 'Partitions/page/Cache'))
    expect(size).toBeLessThan(BOUND * SLACK)
    expect(size).toBeGreaterThan(BOUND / 2)

    const again = await start({ userData, args: community.args })
    pictures.asked.length = 0
    await show(again.page, newest)
    expect(pictures.asked).toEqual([])
    await show(again.page, addresses.slice(0, 1))
    expect(pictures.asked).toEqual(['/0.png'])
  } finally {
    await pictures.close()
    await community.close()
  }
})

test('a drawing, which can repeat itself without end, is not shown @long', async ({ start }) => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const types = {
    '/drawing': 'image/svg+xml',
    '/parts': 'multipart/x-mixed-replace; boundary=a',
    '/picture': 'image/png',
  }
  const bodies = {
    '/drawing': drawing,
    '/parts': `--a\r\nContent-Type: image/svg+xml\r\n\r\n${drawing}\r\n--a--\r\n`,
    '/picture': png(1, Buffer.alloc(3)),
  }
  const server = createServer(({ url }, response) => {
    const path = url as keyof typeof types
    response.writeHead(200, { 'content-type': types[path] }).end(bodies[path])
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const community = await openCommunity({ item: base })
  try {
    const { page } = await start({ args: community.args })
    await show(page, [`${base}/picture`])
    for (const path of ['/drawing', '/parts']) await expect(show(page, [base + path])).rejects.toThrow('was not shown')
  } finally {
    server.closeAllConnections()
    server.close()
    await community.close()
  }
})

test('vehicles open as pictures: cards fill the width and open by key; a table that the player chooses is kept @long', async ({
  start,
}) => {
  const { app, page, userData } = await start()
  await openScreen(page, 'vehicles')
  const cards = page.locator('main [data-at]')
  await expect(cards.first().locator('img')).toBeVisible()
  const [grid, first] = [await page.getByRole('grid').boundingBox(), await cards.first().boundingBox()]
  const last = await cards
    .nth((await page.locator('main [role=row]').nth(1).locator('[data-at]').count()) - 1)
    .boundingBox()
  expect((first?.x ?? 0) - (grid?.x ?? 0)).toBeLessThan(4)
  expect((grid?.x ?? 0) + (grid?.width ?? 0) - (last?.x ?? 0) - (last?.width ?? 0)).toBeLessThan(40) // the page's edge
  const second = (await cards.nth(1).locator('strong').textContent()) ?? ''
  await page.getByRole('grid').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: second })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show as pictures' }).click()
  await expect(cards).toHaveCount(0)
  await app.close()

  const again = await start({ userData })
  await openScreen(again.page, 'vehicles')
  await expect(again.page.getByRole('gridcell', { name: second })).toBeVisible()
  await expect(again.page.locator('main [data-at]')).toHaveCount(0)
})
