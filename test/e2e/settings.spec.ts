import { writeFile } from 'node:fs/promises'
import { expect, test } from './support/app.ts'
import { answer, question } from './support/question.ts'

test('language and theme switch live, and Chromium speaks the language after the next start', async ({ start }) => {
  const { app, page, userData } = await start({ args: ['loadout://open/settings'] })
  await page.getByLabel('Language').selectOption('de')
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible()
  await page.getByLabel('Farben').selectOption('light')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await app.close()
  const again = await start({ userData })
  expect(await again.app.evaluate(({ app: electron }) => electron.getLocale())).toBe('de')
})

test('the first steps block nothing, lead from the community over the game to the player, and can be repeated', async ({
  start,
}) => {
  const { page, app, userData } = await start()
  const step = (id: string) => page.locator(`[data-step-of-welcome=${id}]`)
  const badge = page.getByRole('button', { name: 'New here?' })
  await badge.click()
  await expect(page.getByText('the demo community')).toBeVisible()
  await page.getByRole('button', { name: 'First steps' }).click()
  await expect(page.getByText('Add your community by its profile file')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.locator('[data-install]')).toContainText('demo')
  await expect(step('game')).toHaveAttribute('data-done', 'true')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.locator('[data-action="player-demo"]').click()
  await expect(page.getByText('You are signed in as')).toBeVisible()
  await expect(step('player')).toHaveAttribute('data-done', 'true')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.locator('main[data-screen=home]')).toBeVisible()
  await page.locator('[data-nav=settings]').click()
  await page.getByRole('tab', { name: 'First steps' }).click()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page.locator('main[data-screen=home]')).toBeVisible()
  await expect(badge).toBeHidden()
  await app.close()
  const again = await start({ userData })
  await again.page.locator('main[data-screen=home]').waitFor()
  await expect(again.page.getByRole('button', { name: 'New here?' })).toBeHidden()
})

test('a community is added by hand, tested, chosen, and its data is kept apart', async ({ start }) => {
  const { page, app, userData } = await start({ args: ['loadout://open/settings'] })
  await page.getByRole('tab', { name: 'Communities' }).click()
  await page.getByLabel('Name').fill('Harbour')
  const address = page.getByLabel('Address of the information service')
  const next = page.getByRole('button', { name: 'Continue' })
  for (const [refused, why] of [
    ['http://harbour.example', 'must be an https address'],
    ['http://127.1:8080', 'is an address of this computer'], // only --community may name one
  ] as const) {
    await address.fill(refused)
    await next.click()
    await expect(page.getByText(why)).toBeVisible()
  }
  await address.fill('https://harbour.invalid')
  await next.click()
  await app.evaluate(({ app: electron }) => (electron.relaunch = () => undefined))
  const ended = new Promise((resolve) => app.process().once('exit', resolve))
  await page.getByRole('button', { name: 'Add and switch to it' }).click()
  await expect((await question(app)).locator('main')).toContainText('harbour.invalid')
  await answer(app, 'yes')
  await page.getByRole('button', { name: 'Add without a test' }).click() // nothing answers there
  await answer(app, 'yes')
  await page.getByRole('button', { name: 'Switch and restart' }).click()
  await ended
  const again = await start({ userData })
  await expect(again.page.getByText('Harbour').first()).toBeVisible()
  await expect(again.page.getByText('Demo community')).toBeHidden()
})

test('a profile file shows what stands in it before anything is kept', async ({ start }, info) => {
  const file = info.outputPath('harbour.json')
  await writeFile(file, JSON.stringify({ id: 'harbour', name: 'Harbour', baseUrl: 'https://harbour.invalid' }))
  const { page } = await start({ args: ['loadout://open/settings'] })
  await page.getByRole('tab', { name: 'Communities' }).click()
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText('https://harbour.invalid')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('https://harbour.invalid')).toBeHidden()
})

test('the support report is shown first, and copied only then; the game’s log is explained; what was asked is listed', async ({
  start,
}) => {
  const { page, app } = await start({ args: ['loadout://open/settings'] })
  await page.getByRole('tab', { name: 'Privacy and support' }).click()
  await page.getByRole('button', { name: 'Support report' }).click()
  await expect(page.getByRole('dialog')).toContainText('Loadout support report')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Copied.', { exact: true })).toBeVisible()
  expect(await app.evaluate(async ({ clipboard }) => clipboard.readText())).toContain('Loadout support report')
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('button', { name: 'Read the game’s last log' }).click()
  await expect(page.getByText('nw_core')).toBeVisible()
  await expect(page.getByText('DXGI_ERROR_DEVICE_HUNG')).toBeVisible()
  await expect(page.getByRole('cell', { name: /^127\.0\.0\.1:/ }).first()).toBeVisible()
})
