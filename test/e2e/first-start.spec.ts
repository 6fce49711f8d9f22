import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { mkdir, writeFile } from 'node:fs/promises'
import { expect, test } from './support/app.ts'
import { openCommunity } from './support/community.ts'
import { answer } from './support/question.ts'

/** Presses Tab until the focused element matches, as a player without a mouse does. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector)
  await target.waitFor()
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not lead to ${selector}`)
}

const complaints = async (page: Page) => {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}

/** The layout shift without input since the document began. */
const moved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
            if (!hadRecentInput) sum += value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)))
      }),
  )

const step = (page: Page, name: string) => page.locator(`main[data-screen=setup][data-step=${name}]`)
const home = (page: Page) => page.locator('main[data-screen=home]')

test('by keyboard alone: an address that fails says so at its field, and another one is not added in its place; what is told covers no button, stays in the list of notices, and goes no further than its screen @long', async ({
  start,
}) => {
  const { page, app } = await start({ first: true })
  await step(page, 'community').waitFor()
  await expect(page.locator('nav')).toHaveCount(0)
  expect(await complaints(page)).toEqual([])
  expect(await moved(page)).toBe(0)
  await tabTo(page, 'input[name=community-address]')
  await page.keyboard.type('ftp://harbour.example')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Must start with https://')).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await page.keyboard.press('Control+a')
  await page.keyboard.type('harbour.invalid')
  await page.keyboard.press('Enter')
  await answer(app, 'yes')
  const add = page.locator('[data-action=community-add]')
  await expect(add).toBeVisible()
  expect(await complaints(page)).toEqual([])
  await tabTo(page, 'input[name=community-address]')
  await page.keyboard.press('End')
  await page.keyboard.type('x') // another address, so that the failed one can no longer be added
  await expect(add).toHaveCount(0)

  await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'x.txt'))
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
  })
  const told = page.getByText('Only a community profile')
  await expect(told).toBeVisible()
  // a trial click fails if something covers the button
  for (const deed of ['setup-later', 'setup-demo']) await page.locator(`[data-action=${deed}]`).click({ trial: true })
  const box = async (of: typeof told) => (await of.boundingBox()) ?? { y: NaN, height: NaN }
  const later = await box(page.locator('[data-action=setup-later]'))
  expect(later.y + later.height).toBeLessThanOrEqual((await box(told)).y)
  await page.locator('[data-action=setup-demo]').click()
  await page.locator('[data-nav=settings]').click()
  await expect(told).toBeHidden()
  await page.locator('[data-action=notices]').click()
  await expect(told).toBeVisible()
})

test('by keyboard alone: the demo leads to Home, and the way back stays until it is put off again', async ({
  start,
}) => {
  const { page, app, userData } = await start({ first: true })
  await step(page, 'community').waitFor()
  await tabTo(page, '[data-action=setup-demo]')
  await page.keyboard.press('Enter')
  await home(page).waitFor()
  await expect(page.locator('main')).toBeFocused()
  await page.locator('[data-action=setup]').waitFor()
  await app.close()
  const again = await start({ userData, first: true })
  await home(again.page).waitFor() // it no longer opens by itself
  await tabTo(again.page, '[data-action=setup]')
  await again.page.keyboard.press('Enter')
  await step(again.page, 'community').waitFor()
  await tabTo(again.page, '[data-action=setup-later]')
  await again.page.keyboard.press('Enter')
  await home(again.page).waitFor()
  await again.page.locator('[data-action=setup]').click() // the demo was no "later"
  await again.page.locator('[data-action=setup-later]').click()
  await home(again.page).waitFor()
  await expect(again.page.locator('[data-action=setup]')).toHaveCount(0)
})

test('by keyboard alone: with a community the game comes next, a wrong folder says what it lacks, then the key, then Home', async ({
  start,
}, info) => {
  const community = await openCommunity()
  const wrong = info.outputPath('wrong')
  const right = info.outputPath('right')
  for (const folder of [wrong, right]) await mkdir(folder, { recursive: true })
  for (const name of ['arma3_x64.exe', 'arma3.x86_64']) await writeFile(`${right}/${name}`, name)
  try {
    const { page, app } = await start({ first: true, args: community.args })
    const choose = (folder: string) =>
      app.evaluate(({ dialog }, path) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] })
      }, folder)
    await step(page, 'game').waitFor()
    await page.getByText('was not found').waitFor()
    expect(await complaints(page)).toEqual([])
    expect(await moved(page)).toBe(0)
    await choose(wrong)
    await tabTo(page, '[data-action=setup-folder]')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('should be there')
    expect(await complaints(page)).toEqual([])
    await choose(right)
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-install]')).toContainText('right')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await complaints(page)).toEqual([])
    await tabTo(page, '[data-action=setup-next]')
    await page.keyboard.press('Enter')
    await step(page, 'player').waitFor()
    await expect(page.locator('h1')).toBeFocused()
    await expect(page.locator('li:has(svg)')).toHaveText([/Community/, /Game/]) // ticked, the others have numbers
    expect(await complaints(page)).toEqual([])
    await tabTo(page, '[data-action=setup-finish]')
    await page.keyboard.press('Enter')
    await home(page).waitFor()
    await expect(page.locator('[data-action=setup]')).toHaveCount(1) // the key was skipped
    expect(await moved(page)).toBe(0)
  } finally {
    await community.close()
  }
})
