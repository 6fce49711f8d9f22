import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { spawn } from 'node:child_process'
import { chromium, type ElectronApplication } from '@playwright/test'
import { sandboxSwitches } from '../../scripts/lib/sandbox.mjs'
import { change, electronPath, expect, modulesOpen, test, testOnLinux, type Started } from './support/app.ts'

const root = join(import.meta.dirname, '../..')

/** The file of the running app's program. */
const programOf = (app: ElectronApplication) => app.evaluate(({ app }) => app.getPath('exe'))

/** Starts the app a second time on the same data. Resolves when that start has ended. */
const startAgain = (userData: string, ...args: string[]) =>
  new Promise<number | null>((resolve) => {
    const second = spawn(electronPath, [...sandboxSwitches, '.', `--user-data-dir=${userData}`, ...args], {
      cwd: root,
      stdio: 'ignore',
    })
    second.on('exit', resolve)
  })

test('a start without the sandbox is refused: the app starts again with it, and says so', async ({}, info) => {
  if (sandboxSwitches.length > 0) return // root on a system without user namespaces, the only user who may start without it
  const userData = info.outputPath('data')
  const door = join(userData, 'DevToolsActivePort')
  const words = ['--no-sandbox', '.', `--user-data-dir=${userData}`, '--remote-debugging-port=0', '--lang=en-US']
  const first = spawn(electronPath, words, {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, LANG: 'en_US.UTF-8', LANGUAGE: 'en' },
  })
  expect(await new Promise((resolve) => first.on('exit', resolve))).toBe(0)
  const port = () => (existsSync(door) ? readFileSync(door, 'utf8').split('\n')[0] : '')
  await expect.poll(port).toMatch(/^\d+$/)
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port()}`)
  try {
    const pages = () => browser.contexts().flatMap((context) => context.pages())
    await expect.poll(() => pages().length).toBeGreaterThan(0)
    await expect(pages()[0]!.getByText('without the sandbox')).toBeVisible()
  } finally {
    const session = await browser.newBrowserCDPSession()
    await session.send('Browser.close').catch(() => undefined)
  }
})

const windowState = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    return {
      count: BrowserWindow.getAllWindows().length,
      visible: window?.isVisible(),
      minimum: window?.getMinimumSize(),
    }
  })

test('a second start ends, and hands its link to the first, which asks before it joins', async ({ start }) => {
  const { app, page, userData } = await start()
  await page.locator('main[data-screen=home]').waitFor()
  expect(await startAgain(userData, 'loadout://join/2')).toBe(0)
  const question = page.getByRole('dialog', { name: 'Join this server?' })
  await expect(question).toContainText('Nordwind Roleplay #2')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await startAgain(userData, 'loadout://join/99')
  await expect(question).toContainText('Nordwind Roleplay has no server 99')
  await question.getByRole('button', { name: 'Close' }).last().click()
  await startAgain(userData, 'loadout://open/settings')
  await page.locator('main[data-screen=settings]').waitFor()
  // the toast stays for five seconds, but the second start may take longer to end
  const told = expect(page.locator('.toasts').getByText('This link was blocked')).toBeVisible()
  await Promise.all([told, startAgain(userData, 'loadout://bank/transfer?to=1&amount=500')])
  await expect(page.locator('main[data-screen=settings]')).toBeVisible()
  expect((await windowState(app)).count).toBe(1)
})

testOnLinux('a start whose data folder cannot be written does not end without a word', async ({}, info) => {
  const folder = info.outputPath('read-only')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o555)
  expect(await startAgain(folder, '--smoke')).toBe(1) // without the switch a dialog says why
})

test('a link on the command line leads there at the start; a profile that is no profile is told, and the app starts @long', async ({
  start,
}, info) => {
  const profile = info.outputPath('community.json')
  writeFileSync(profile, '{"id":"north","baseUrl":"https://north.example"}')
  const { page } = await start({ args: ['--community', profile, 'loadout://open/settings'] })
  await expect(page.locator('main[data-screen=settings]')).toBeVisible()
  await expect(
    page.locator('.toasts').getByText('This community profile cannot be used: “name” is required.'),
  ).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a profile with the ID of a kept community, but another address, gets nothing of it and is told @long', async ({
  start,
}, info) => {
  const userData = info.outputPath('data')
  const kept = { id: 'north', name: 'North', baseUrl: 'https://north.example' }
  mkdirSync(join(userData, 'communities', 'north'), { recursive: true })
  writeFileSync(join(userData, 'communities', 'north', 'profile.json'), JSON.stringify(kept))
  const given = info.outputPath('community.json')
  writeFileSync(given, JSON.stringify({ ...kept, baseUrl: 'https://elsewhere.example' }))
  const { page } = await start({ userData, args: ['--community', given] })
  await expect(
    page
      .locator('.toasts')
      .getByText('This community profile cannot be used: one of your communities has its ID, but another address.'),
  ).toBeVisible()
  expect(await page.evaluate(() => document.getElementById('start')?.textContent)).not.toContain('elsewhere')
})

test('start with the system, zoom keys, closing and minimising, each by its own setting @long', async ({
  start,
}, info) => {
  const config = info.outputPath('config')
  // as if a browser that is an AppImage had started it with a link
  const browser = { APPIMAGE: '/home/o/Browser.AppImage', APPDIR: '/tmp/.mount_Browser' }
  const { app, page, userData } = await start({ env: { XDG_CONFIG_HOME: config, ...browser } })
  await modulesOpen(page)

  await test.step('start with the system leaves an entry, and takes it away again', async () => {
    if (process.platform !== 'linux') return // other systems keep the list themselves
    const entry = join(config, 'autostart', 'loadout.desktop')
    const said = () => (existsSync(entry) ? readFileSync(entry, 'utf8') : 'nothing')
    await change(page, { startWithSystem: true, startHidden: true })
    await expect.poll(said).toContain('"--hidden"')
    expect(said()).toContain(`Exec="${await programOf(app)}"`)
    await change(page, { startWithSystem: false })
    await expect.poll(said).toBe('nothing')
  })

  await test.step('zoom keys change the size of everything', async () => {
    const scale = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--ui-scale'))
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.sendInputEvent({
        type: 'keyDown',
        keyCode: '=',
        modifiers: ['control'],
      }),
    )
    await expect.poll(scale).toBe('1.1')
  })

  await test.step('closing and minimising hide the window only where the player wants it', async () => {
    const close = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect.poll(() => windowState(app)).toMatchObject({ visible: true })
    // No window manager here minimises, so the test emits the window's event.
    const minimise = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('minimize'))
    await minimise()
    expect(await windowState(app)).toMatchObject({ visible: true })
    await change(page, { minimiseToTray: true })
    await minimise()
    await expect.poll(() => windowState(app)).toMatchObject({ count: 1, visible: false })
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show())
    await change(page, { closeToTray: true })
    await close()
    await expect.poll(() => windowState(app)).toMatchObject({ count: 1, visible: false })
    await change(page, { closeToTray: false })
    const ended = new Promise((resolve) => app.process().once('exit', resolve))
    await close().catch(() => undefined)
    await ended
  })

  expect(JSON.parse(readFileSync(join(userData, 'settings.json'), 'utf8'))).toMatchObject({ uiScalePercent: 110 })
})

// macOS closes the windows before the app is told to quit.
test('an update that is installed closes the window, which would otherwise hide @long', async ({ start }) => {
  const { app, page } = await start()
  await modulesOpen(page)
  await change(page, { closeToTray: true })
  const ended = new Promise((resolve) => app.process().once('exit', resolve))
  await app
    .evaluate(({ autoUpdater, BrowserWindow }) => {
      autoUpdater.emit('before-quit-for-update')
      BrowserWindow.getAllWindows()[0]?.close()
    })
    .catch(() => undefined)
  await ended
})

// Programs of other systems keep their name.
testOnLinux(
  'after an update has renamed the program, the system starts the new file, if wanted @long',
  async ({ start }, info) => {
    const [config, userData] = [info.outputPath('config'), info.outputPath('data')]
    const entry = join(config, 'autostart', 'loadout.desktop')
    mkdirSync(dirname(entry), { recursive: true })
    mkdirSync(userData, { recursive: true })
    writeFileSync(join(userData, 'settings.json'), JSON.stringify({ welcomed: true, startWithSystem: true }))
    writeFileSync(entry, '[Desktop Entry]\nExec="/home/o/Loadout-1.0.0.AppImage"\nHidden=true\n')
    const { app, page } = await start({ userData, env: { XDG_CONFIG_HOME: config } })
    await modulesOpen(page)
    const lines = readFileSync(entry, 'utf8').split('\n')
    expect(lines).toEqual(['[Desktop Entry]', expect.stringContaining(await programOf(app)), 'Hidden=true', ''])
  },
)

test('it can start hidden, and fits a small screen @long', async ({ start }) => {
  const { app } = await start({ args: ['--hidden'] })
  const { visible, minimum } = await windowState(app)
  expect(visible).toBe(false)
  expect(minimum?.[0]).toBeLessThanOrEqual(1092)
  expect(minimum?.[1]).toBeLessThanOrEqual(574)
})

test('the window comes back where it was @long', async ({ start }) => {
  const first = await start()
  await first.page.locator('main[data-screen]').waitFor()
  const bounds = { x: 60, y: 40, width: 1010, height: 640 }
  const placeOf = ({ app: of }: Started) =>
    of.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())
  await first.app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.setBounds(to), bounds)
  await expect.poll(() => placeOf(first)).toMatchObject({ width: 1010, height: 640 }) // the desktop applies it later
  await first.app.close()
  const again = await start({ userData: first.userData })
  await expect.poll(() => placeOf(again)).toMatchObject({ width: 1010, height: 640 })
})
