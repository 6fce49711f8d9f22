import { expect, test } from './support/app.ts'

test('a service that fails costs its screen and nothing else', async ({ start }) => {
  const { page } = await start({ env: { LOADOUT_FAULTS: 'http:503@/v1/changelog,http:truncate@/v1/market_all' } })
  await page.locator('nav [data-nav=news]').click()
  await page.locator('main[data-screen=news] h1').waitFor()
  await page.locator('nav [data-nav=servers]').click()
  await expect(page.locator('main[data-screen=servers]')).toContainText('Nordwind')
})

test('a clock that jumped stops nothing', async ({ start }) => {
  const { page } = await start({ env: { LOADOUT_FAULTS: 'clock:-86400000' } })
  await page.locator('nav [data-nav=servers]').click()
  await expect(page.locator('main[data-screen=servers] h1')).toBeVisible()
})

test('a profile that cannot be read is told, and the app opens all the same', async ({ start }, info) => {
  const { page } = await start({ args: [`--community=${info.outputPath('absent.json')}`] })
  await page.locator('main[data-screen=home]').waitFor()
  const question = page.getByRole('dialog', { name: 'Add this community?' })
  await question.getByRole('button', { name: 'Show it' }).click()
  await expect(page.getByText('cannot be used')).toBeVisible()
})
