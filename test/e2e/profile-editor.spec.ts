import type { ElectronApplication } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseLink } from '../../src-main/links/index.ts'
import { runLoadout } from '../support/loadout.ts'
import { copied, expect, test } from './support/app.ts'
import { answer, question } from './support/question.ts'

/** Makes the system's dialog return this file, as if the player chose it. */
const saveAt = (app: ElectronApplication, filePath: string) =>
  app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path })
  }, filePath)

test('what an admin has not saved is there again after the app was closed, but for the password @long', async ({
  start,
}) => {
  const openEditor = async (userData?: string) => {
    const started = await start({ userData, args: ['loadout://open/settings'] })
    await started.page.getByRole('tab', { name: 'Communities' }).click()
    await started.page.getByRole('button', { name: 'Open the profile editor' }).click()
    return started
  }
  const first = await openEditor()
  await first.page.getByLabel('ID', { exact: true }).fill('north')
  await first.page.getByLabel('Password', { exact: true }).fill('harbour-secret')
  await expect(first.page.getByText('Unsaved changes')).toBeVisible()
  await first.app.close()
  expect(readFileSync(join(first.userData, 'profile-draft.json'), 'utf8')).not.toContain('harbour-secret')
  const { page } = await openEditor(first.userData)
  await expect(page.getByLabel('ID', { exact: true })).toHaveValue('north')
  await expect(page.getByText('Enter the voice password again')).toBeVisible()
})

test('an admin opens a profile, mends and saves it, tries its addresses, and makes its link and QR code @long', async ({
  start,
}, info) => {
  const file = info.outputPath('north.json')
  writeFileSync(file, JSON.stringify({ id: 'No Id', name: 'North', baseUrl: 'https://north.invalid', colur: 'red' }))
  const { page, app } = await start({ args: ['loadout://open/settings'] })
  await page.getByRole('tab', { name: 'Communities' }).click()
  await page.getByRole('button', { name: 'Open the profile editor' }).click()
  await page.locator('main input[type=file]').setInputFiles(file)
  await expect(page.getByText('will not be saved: colur')).toBeVisible()
  const id = page.getByLabel('ID', { exact: true })
  await page.getByRole('button', { name: 'Save file…' }).press('Enter') // it is dim, and leads to what is wrong
  await expect(id).toBeFocused() // because it is invalid
  await id.fill('north')
  await page.getByRole('group', { name: 'Questions and answers' }).getByRole('button', { name: 'Add' }).click()
  await page.getByLabel('Question').fill('Where?')
  await page.getByLabel('Answer').fill('North.')
  await page.keyboard.press('Control+1')
  await expect(id).toBeHidden()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.getByLabel('Answer')).toHaveValue('North.')

  const saved = info.outputPath('saved.json')
  await saveAt(app, saved)
  await page.getByRole('button', { name: 'Save file…' }).click()
  await expect(page.getByText('Saved as saved.json')).toBeVisible()
  await expect(page.getByText('will not be saved: colur')).toBeHidden()
  const checked = await runLoadout(['profile', 'check', saved, '--json'], info.outputPath(), {}, 'out/main/cli.js')
  expect(JSON.parse(checked.out)).toMatchObject({
    faults: [],
    unknown: [],
    profile: { id: 'north', name: 'North', community: { faq: [{ question: 'Where?', answer: 'North.' }] } },
    tried: [{ field: 'baseUrl', ok: false }], // .invalid never exists
  })

  await page.getByRole('button', { name: 'Test addresses…' }).click()
  await expect((await question(app)).locator('main')).toContainText('https://north.invalid')
  await answer(app, 'yes')
  await expect(page.getByRole('dialog')).toContainText('no response')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await page.getByRole('tab', { name: 'Link and QR code' }).click()
  await page.getByLabel('Profile address').fill('https://north.invalid/north.json')
  const link = (await page.locator('[data-add-link]').textContent()) ?? ''
  expect(parseLink(link)).toEqual({ kind: 'ask-add-community', source: 'https://north.invalid/north.json' })
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => copied(app)).toBe(link)
  const code = page.getByRole('img', { name: 'QR code of the link' })
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200)
  const png = info.outputPath('code.png')
  await saveAt(app, png)
  await page.getByRole('button', { name: 'Save QR code…' }).click()
  await expect(page.getByText('Saved as code.png')).toBeVisible()
  expect(`data:image/png;base64,${readFileSync(png, 'base64')}`).toBe(await code.getAttribute('src'))
})
