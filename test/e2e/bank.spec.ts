import type { ElectronApplication, Page } from '@playwright/test'
import { getPassword } from '@napi-rs/keyring/keytar.js'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './support/app.ts'

const SECRET = 'nordwind-demo-8f3a1c'
const SERVICE = 'Loadout'

async function open(page: Page, screen: 'player' | 'bank'): Promise<void> {
  await page.locator(`[data-nav="${screen}"]`).click()
  await expect(page.locator(`[data-screen="${screen}"]`)).toBeVisible()
}

async function signInPlayer(page: Page): Promise<void> {
  await open(page, 'player')
  await page.locator('input[name="player-secret"]').fill(SECRET)
  await page.locator('[data-action="player-sign-in"]').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Fenja Carstens')
  await expect(page.locator('input[name="player-secret"]')).toHaveCount(0)
}

/** Signs in on the community's own page, in its own window; returns the bank's address. */
async function signInBank(app: ElectronApplication, page: Page): Promise<URL> {
  await open(page, 'bank')
  const opening = app.waitForEvent('window')
  await page.locator('[data-action="bank-sign-in"]').click()
  const login = await opening
  await login.locator('#sign-in').waitFor()
  const address = new URL(login.url())
  const closed = login.waitForEvent('close')
  await login.locator('#sign-in').click()
  await closed
  await expect(page.locator('[data-action="bank-transfer"]')).toBeVisible()
  return address
}

async function transfer(page: Page, to: string, amount: string, info: string): Promise<void> {
  await page.locator('[data-action="bank-transfer"]').click()
  await page.locator('input[name="to"]').fill(to)
  await page.locator('input[name="amount"]').fill(amount)
  await page.locator('input[name="info"]').fill(info)
  await page.locator('[data-action="bank-review"]').click()
  await page.locator('[data-action="bank-send"]').waitFor()
}

/** What the keychain holds of a purpose, put together as the app does. */
async function kept(purpose: string): Promise<string> {
  const account = `demo/${purpose}`
  const head = (await getPassword(SERVICE, account)) ?? ''
  if (!head.startsWith('#')) return head.slice(1)
  const [, side = '', count = '0'] = /^#([ab])\/(\d+)\//.exec(head) ?? []
  const pieces: string[] = []
  for (let index = 0; index < Number(count); index++)
    pieces.push((await getPassword(SERVICE, `${account}#${side}${index}`)) ?? '')
  return pieces.join('')
}

/** The values of the cookies that the keychain holds. */
async function cookieValues(): Promise<{ name: string; value: string }[]> {
  const { jar } = JSON.parse(await kept('bank-session')) as { jar: string }
  const { cookies } = JSON.parse(jar) as { cookies: { key: string; value: string }[] }
  return cookies.map(({ key, value }) => ({ name: key, value }))
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Everything main says to the page from now on, kept in main. */
const listenToBridge = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow, ipcMain }) => {
    const heard: string[] = []
    const store = globalThis as unknown as { heard: string[] }
    store.heard = heard
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      const send = webContents.send.bind(webContents)
      webContents.send = (channel: string, ...args: unknown[]) => {
        heard.push(JSON.stringify(args))
        send(channel, ...args)
      }
    }
    type Handler = (...args: unknown[]) => Promise<unknown>
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, Handler> })._invokeHandlers
    const ask = handlers.get('ask')
    if (!ask) throw new Error('no bridge')
    handlers.set('ask', async (...args) => {
      const answer = await ask(...args)
      heard.push(JSON.stringify(answer))
      return answer
    })
  })

test('from the player’s secret to a transfer, and no secret leaves the keychain', async ({ start }, info) => {
  const { app, page, userData } = await start()
  await listenToBridge(app)
  await signInPlayer(page)
  await page.screenshot({ path: info.outputPath('player.png'), fullPage: true })
  const address = await signInBank(app, page)
  await page.screenshot({ path: info.outputPath('bank.png') })

  await transfer(page, 'NH417702', '12 345', 'Anteil Kutter')
  await page.screenshot({ path: info.outputPath('review.png') })
  const send = page.locator('[data-action="bank-send"]')
  await send.dblclick() // once is enough, twice is once
  await expect(page.locator('.result')).toHaveAttribute('data-state', 'succeeded')
  await page.screenshot({ path: info.outputPath('result.png') })
  await page.locator('[data-action="bank-done"]').click()
  await expect(page.locator('[data-account="NH104233"]')).toContainText('1,272,215')
  await page.getByRole('tab', { name: 'Transfers' }).click()
  await expect(page.locator('[data-transfer]')).toHaveCount(1)
  await page.getByRole('tab', { name: 'Charts' }).click()
  await page.screenshot({ path: info.outputPath('charts.png') })

  const cookies = await cookieValues()
  expect(cookies.map(({ name }) => name).sort()).toEqual(['XSRF-TOKEN', 'nordwind_session'])
  const header = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const bankPage = await fetch(`${address.origin}/panel/banking/NH104233`, { headers: { cookie: header } })
  const token = /name="_token" value="([0-9a-f]+)"/.exec(await bankPage.text())?.[1] ?? ''
  expect(token).not.toBe('')
  expect(await kept('player-secret')).toBe(SECRET)
  const secrets = [SECRET, token, ...cookies.flatMap(({ value }) => [value, decodeURIComponent(value)])]

  const snapshot = info.outputPath('page.heapsnapshot')
  await app.evaluate(async ({ BrowserWindow }, path) => {
    await BrowserWindow.getAllWindows()[0]?.webContents.takeHeapSnapshot(path)
  }, snapshot)
  const heard = await app.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.join('\n'))
  expect(heard.length).toBeGreaterThan(10_000)
  expect(statSync(snapshot).size).toBeGreaterThan(1_000_000)
  await app.close()

  for (const secret of secrets) {
    expect(heard.includes(secret), 'what main said to the page').toBe(false)
    for (const file of [...filesBelow(userData), snapshot])
      expect(readFileSync(file).includes(secret), `a secret in ${file}`).toBe(false)
  }

  const again = await start({ userData }) // still signed in from the keychain; signing out empties it
  await open(again.page, 'player')
  await again.page.getByRole('button', { name: 'Sign out' }).click()
  await expect(again.page.locator('input[name="player-secret"]')).toBeVisible()
  await expect.poll(() => getPassword(SERVICE, 'demo/player-secret')).toBeNull()
  expect(await getPassword(SERVICE, 'demo/bank-session')).toBeNull()
})

test('the sign-in window stays on the site, without a preload and without permissions', async ({ start }) => {
  const { app, page } = await start()
  await signInPlayer(page)
  await open(page, 'bank')
  const opening = app.waitForEvent('window')
  await page.locator('[data-action="bank-sign-in"]').click()
  const login = await opening
  await login.locator('#sign-in').waitFor()
  const here = login.url()
  const seen = await login.evaluate(async () => {
    location.href = 'https://example.com/'
    const opened = window.open('https://example.com/') === null
    const { state } = await navigator.permissions.query({ name: 'notifications' })
    return { opened, state, bridge: 'loadout' in window, node: 'require' in window }
  })
  expect(seen).toEqual({ opened: true, state: 'denied', bridge: false, node: false })
  await expect.poll(() => login.url()).toBe(here)
  const title = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.getTitle()),
  )
  expect(title).toContain(here)
  await login.close()
  await open(page, 'player')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.locator('input[name="player-secret"]')).toBeVisible()
})
