import type { ElectronApplication, Page } from '@playwright/test'
import { getPassword } from '@napi-rs/keyring/keytar.js'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openScreen } from '../../../scripts/lib/open-screen.mjs'
import { expect, SERVICE } from './app.ts'
import { answer } from './question.ts'

export const SECRET = 'nordwind-demo-8f3a1c'

export async function open(page: Page, screen: 'player' | 'bank' | 'settings'): Promise<void> {
  await openScreen(page, screen)
}

export async function signInPlayer(page: Page): Promise<void> {
  await open(page, 'player')
  await page.locator('input[name="player-secret"]').fill(SECRET)
  await page.locator('[data-action="player-sign-in"]').click()
  await expect(page.getByRole('heading', { name: 'Fenja Carstens' })).toBeVisible()
  await expect(page.locator('input[name="player-secret"]')).toHaveCount(0)
}

/** Signs in on the community's own page, in its own window; returns the bank's address. */
export async function signInBank(app: ElectronApplication, page: Page): Promise<URL> {
  await open(page, 'bank')
  const opening = app.waitForEvent('window')
  await page.locator('[data-action="bank-sign-in"]').click()
  const login = await opening
  await login.locator('#sign-in').waitFor()
  const address = new URL(login.url())
  await login.evaluate(() => (document.cookie = 'tracker=of-no-use; path=/'))
  const closed = login.waitForEvent('close')
  await login.locator('#sign-in').click()
  await closed
  await expect(page.locator('[data-action="bank-transfer"]')).toBeVisible()
  return address
}

export async function fillTransfer(page: Page, to: string, amount: string, info: string): Promise<void> {
  await page.locator('[data-action="bank-transfer"]').click()
  await page.locator('input[name="to"]').fill(to)
  await page.locator('input[name="amount"]').fill(amount)
  await page.locator('input[name="info"]').fill(info)
  await page.locator('[data-action="bank-send"]').click()
}

export async function transfer(app: ElectronApplication, page: Page, to: string, amount: string, info: string) {
  await fillTransfer(page, to, amount, info)
  await answer(app, 'yes')
}

/** The secret that the keychain holds for a purpose, joined from its pieces as the app does it, without its hosts. */
export async function kept(purpose: string, profile = 'demo'): Promise<string> {
  const account = `${profile}/${purpose}`
  const head = (await getPassword(SERVICE, account)) ?? ''
  const value = (text: string) => text.slice(text.indexOf('\n') + 1)
  if (!head.startsWith('#')) return value(head.slice(1))
  const [, side = '', count = '0'] = /^#([ab])\/(\d+)\//.exec(head) ?? []
  const pieces: string[] = []
  for (let index = 0; index < Number(count); index++)
    pieces.push((await getPassword(SERVICE, `${account}#${side}${index}`)) ?? '')
  return value(pieces.join(''))
}

/** The values of the cookies that the keychain holds. The bank rotates them, and the app writes them while this reads. */
export async function cookieValues(profile?: string): Promise<{ name: string; value: string }[]> {
  let text = ''
  await expect(async () => {
    const { jar } = JSON.parse(await kept('bank-session', profile)) as { jar: string }
    text = jar
  }).toPass()
  const { cookies } = JSON.parse(text) as { cookies: { key: string; value: string }[] }
  return cookies.map(({ key, value }) => ({ name: key, value }))
}

/** Writes a heap snapshot of the page to a file. */
export const takeHeapSnapshot = (app: ElectronApplication, path: string) =>
  app.evaluate(async ({ BrowserWindow }, target) => {
    await BrowserWindow.getAllWindows()[0]?.webContents.takeHeapSnapshot(target)
  }, path)

/** The log so far; empty before the first line. */
export function logOf(userData: string): string {
  const path = join(userData, 'logs', 'loadout.log')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
