import { readFile, writeFile } from 'node:fs/promises'
import { copied, expect, test } from './support/app.ts'
import { answer, question } from './support/question.ts'

test('language and theme switch live, and Chromium speaks the language after the next start @long', async ({
  start,
}) => {
  const { app, page, userData } = await start({ args: ['loadout://open/settings'] })
  await page.getByLabel('Language').selectOption('de')
  await expect(page.getByRole('heading', { name: 'Einstellungen' })).toBeVisible()
  await page.getByLabel('Design').selectOption('light')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await app.close()
  const again = await start({ userData })
  expect(await again.app.evaluate(({ app: electron }) => electron.getLocale())).toBe('de')
})

test('a community is added by its address, tested with the player’s yes, and its data is kept apart @long', async ({
  start,
}) => {
  const { page, app, userData } = await start({ args: ['loadout://open/settings'] })
  await page.getByRole('tab', { name: 'Communities' }).click()
  const address = page.getByLabel('Community address')
  const connect = page.getByRole('button', { name: 'Connect' })
  for (const [refused, why] of [
    ['http://harbour.example', 'Must start with https://'],
    ['http://127.1:8080', 'is an address on this computer'], // only --community may use one
  ] as const) {
    await address.fill(refused)
    await connect.click()
    await expect(page.getByText(why)).toBeVisible()
    await expect(address).toHaveAttribute('aria-invalid', 'true')
  }
  await address.fill('harbour.invalid')
  await app.evaluate(({ app: electron }) => (electron.relaunch = () => undefined))
  const ended = new Promise((resolve) => app.process().once('exit', resolve))
  await connect.click()
  await expect((await question(app)).locator('main')).toContainText('harbour.invalid')
  await answer(app, 'yes')
  await expect(address).toHaveAttribute('aria-invalid', 'true') // nothing answers at this address
  await page.getByRole('button', { name: 'Add anyway' }).click()
  await ended
  const again = await start({ userData })
  await again.page.locator('[data-step=game]').waitFor() // the first steps go on
  await again.page.locator('[data-action=setup-next]').click()
  await again.page.locator('[data-action=setup-finish]').click()
  await expect(again.page.getByText('Harbour').first()).toBeVisible()
  await expect(again.page.getByText('Demo community')).toBeHidden()
})

test('a community that the environment names is left for another one: the app starts again without it @long', async ({
  start,
}, info) => {
  const file = info.outputPath('harbour.json')
  await writeFile(file, JSON.stringify({ id: 'harbour', name: 'Harbour', baseUrl: 'http://127.0.0.1:9' }))
  const { page, app } = await start({ env: { LOADOUT_COMMUNITY: file } })
  await expect(page.getByText('Harbour').first()).toBeVisible()
  const found = info.outputPath('again.json')
  await app.evaluate(({ app: electron }, path) => {
    const { writeFileSync } = process.getBuiltinModule('fs')
    // what it starts gets this program's environment
    electron.relaunch = ({ args = [] } = {}) =>
      writeFileSync(
        path,
        JSON.stringify({
          args,
          named: process.env.LOADOUT_COMMUNITY ?? '',
          isAlone: electron.hasSingleInstanceLock(),
        }),
      )
  }, found)
  const ended = new Promise((resolve) => app.process().once('exit', resolve))
  await page.locator('[data-action=communities]').click()
  await page.locator('[data-community=demo]').click()
  await ended
  const again = JSON.parse(await readFile(found, 'utf8')) as { args: string[]; named: string; isAlone: boolean }
  expect(again).toMatchObject({ named: '', isAlone: true }) // until it has ended, a start by hand would run beside it
  expect(again.args).not.toContain(file)
})

test('a profile file shows all that it leads to before anything is contacted or kept; the support report is shown first, and copied only then; the game’s log is explained; what was asked is listed @long', async ({
  start,
}, info) => {
  const file = info.outputPath('harbour.json')
  const images = { item: 'https://pictures.invalid' }
  await writeFile(file, JSON.stringify({ id: 'harbour', name: 'Harbour', baseUrl: 'https://harbour.invalid', images }))
  const { page, app } = await start({ args: ['loadout://open/settings'] })
  await page.getByRole('tab', { name: 'Communities' }).click()
  await page.locator('input[type=file]').setInputFiles(file)
  const asked = (await question(app)).locator('main')
  await expect(asked).toContainText('harbour.invalid')
  await expect(asked).toContainText('pictures.invalid')
  await answer(app, 'no')
  await expect(page.locator('[data-found=harbour]')).toBeVisible()
  await expect(page.locator('[data-action=community-add]')).toHaveCount(0)

  await page.getByRole('tab', { name: 'Privacy and support' }).click()
  await page.getByRole('button', { name: 'Support report' }).click()
  await expect(page.getByRole('dialog')).toContainText('Loadout support report')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  await expect.poll(() => copied(app)).toContain('Loadout support report')
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('button', { name: 'Last game log' }).click()
  await expect(page.getByText('nw_core is missing')).toBeVisible()
  await expect(page.getByText('DXGI_ERROR_DEVICE_HUNG')).toBeVisible()
  await page.getByRole('button', { name: 'Show the log' }).click()
  await page.getByRole('searchbox').or(page.getByPlaceholder('Search the log')).first().fill('hung')
  await expect(page.locator('.lines > .sign')).toHaveCount(1)
  await page.getByRole('button', { name: 'Copy for support' }).click()
  await expect.poll(() => copied(app)).toContain('DXGI_ERROR_DEVICE_HUNG')
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByRole('cell', { name: /^127\.0\.0\.1:/ }).first()).toBeVisible()
})
