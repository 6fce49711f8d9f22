import type { ElectronApplication } from '@playwright/test'
import { getPassword } from '@napi-rs/keyring/keytar.js'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, SERVICE } from './support/app.ts'
import {
  cookieValues,
  kept,
  logOf,
  open,
  SECRET,
  signInBank,
  signInPlayer,
  takeHeapSnapshot,
  transfer,
} from './support/bank.ts'

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Records in main everything that it sends to the page from now on. */
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
    const invoke = handlers.get('invoke')
    if (!invoke) throw new Error('no bridge')
    handlers.set('invoke', async (...args) => {
      const answer = await invoke(...args)
      heard.push(JSON.stringify(answer))
      return answer
    })
  })

/** Everything that the app's processes print. */
function listenToOutput(app: ElectronApplication): () => string {
  let output = ''
  for (const stream of [app.process().stdout, app.process().stderr])
    stream?.on('data', (part: Buffer) => (output += part.toString()))
  return () => output
}

/** Makes both processes fail, with errors that contain every secret. */
async function crash(app: ElectronApplication, userData: string, secrets: readonly string[]): Promise<void> {
  await app.evaluate((_electron, words) => {
    void Promise.reject(new Error(`a fault with ${words}`))
    setImmediate(() => {
      throw new Error(`an uncaught fault with ${words}`)
    })
  }, secrets.join(' '))
  await expect.poll(() => logOf(userData)).toContain('a fault with')
  await expect.poll(() => logOf(userData)).toContain('an uncaught fault with')
  await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const gone = new Promise((resolve) => contents?.once('render-process-gone', resolve))
    contents?.forcefullyCrashRenderer()
    await gone
  })
}

test('from the player’s secret to a transfer, and no secret leaves the keychain', async ({ start }, info) => {
  const { app, page, userData } = await start()
  const output = listenToOutput(app)
  await listenToBridge(app)
  await signInPlayer(page)
  const address = await signInBank(app, page)

  await transfer(app, page, 'NH417702', '12 345', 'Anteil Kutter')
  await expect(page.locator('.result')).toHaveAttribute('data-state', 'succeeded')
  await page.locator('[data-action="bank-done"]').click()
  await expect(page.locator('[data-account="NH104233"]')).toContainText('1,272,215')
  await page.getByRole('tab', { name: 'Sent from Loadout' }).click()
  await expect(page.locator('[data-transfer]')).toHaveCount(1)
  await page.getByRole('tab', { name: 'Monthly' }).click()

  const cookies = await cookieValues()
  expect(cookies.map(({ name }) => name).sort()).toEqual(['XSRF-TOKEN', 'nordwind_session'])
  const header = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const bankPage = await fetch(`${address.origin}/panel/banking/NH104233`, { headers: { cookie: header } })
  const token = /name="_token" value="([0-9a-f]+)"/.exec(await bankPage.text())?.[1] ?? ''
  expect(token).not.toBe('')
  expect(await kept('player-secret')).toBe(SECRET)
  const secrets = [SECRET, token, ...cookies.flatMap(({ value }) => [value, decodeURIComponent(value)])]

  const snapshot = info.outputPath('page.heapsnapshot')
  await takeHeapSnapshot(app, snapshot)
  const heard = await app.evaluate(() => (globalThis as unknown as { heard: string[] }).heard.join('\n'))
  expect(heard.length).toBeGreaterThan(10_000)
  expect(statSync(snapshot).size).toBeGreaterThan(1_000_000)
  await crash(app, userData, secrets)
  await app.close()

  for (const secret of secrets) {
    expect(heard.includes(secret), 'what main said to the page').toBe(false)
    expect(output().includes(secret), 'what the app printed').toBe(false)
    for (const file of [...filesBelow(userData), snapshot])
      expect(readFileSync(file).includes(secret), `a secret in ${file}`).toBe(false)
  }

  const again = await start({ userData }) // still signed in from the keychain; signing out empties it
  await open(again.page, 'player')
  await again.page.getByRole('button', { name: 'Sign out' }).click()
  await expect(again.page.locator('input[name="player-secret"]')).toBeVisible()
  // reading an entry while it is deleted fails
  for (const account of ['demo/player-secret', 'demo/bank-session'])
    await expect(async () => expect(await getPassword(SERVICE, account)).toBeNull()).toPass()
})
