import type { Locator } from '@playwright/test'
import { openScreen } from '../../scripts/lib/open-screen.mjs'
import { expect, test } from './support/app.ts'

/** True if two parts of an element are drawn in different colours. */
const differ = (place: Locator, part: string) =>
  place.evaluate((element, name) => {
    const inner = name.startsWith('::')
      ? getComputedStyle(element, name)
      : getComputedStyle(element.querySelector(name)!)
    return inner.backgroundColor !== getComputedStyle(element).backgroundColor
  }, part)
const isOutlined = (place: Locator) => place.evaluate((element) => getComputedStyle(element).outlineStyle === 'solid')

test('the high contrast of Windows, which takes all backgrounds away, still shows what is on, chosen and done', async ({
  start,
}) => {
  const { page } = await start({ args: ['loadout://open/settings'] })
  await page.emulateMedia({ forcedColors: 'active' })
  const knob = page.getByRole('switch').first()
  await knob.waitFor()
  expect(await differ(knob, '::before')).toBe(true)
  expect(await isOutlined(page.getByRole('tab', { selected: true }))).toBe(true)
  expect(await isOutlined(page.getByRole('tab', { selected: false }).first())).toBe(false)
  expect(await isOutlined(page.locator('[data-nav~=settings]'))).toBe(true)
  await openScreen(page, 'community-building')
  const bar = page.locator('main').getByRole('progressbar').first()
  await bar.waitFor()
  expect(await differ(bar, '.fill')).toBe(true)
})
