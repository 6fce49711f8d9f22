import { _electron, expect, test as base, type ElectronApplication, type Page } from '@playwright/test'
import { deletePassword, findCredentials } from '@napi-rs/keyring/keytar.js'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sandboxSwitches } from '../../../scripts/lib/sandbox.mjs'
import { faultyApp } from '../../../scripts/lib/build.mjs'
import { openGameFolder } from '../../../src-main/demo/index.ts'
import { removeFolder } from './folder.ts'

const root = resolve(import.meta.dirname, '../../..')
const require = createRequire(import.meta.url)

/** Timeout of a start or a step, ms. Only a failure takes this long. */
const PATIENCE_MS = 120_000

/** Path of the Electron that the tests drive. */
export const electronPath = require('electron') as unknown as string

export interface Started {
  app: ElectronApplication
  page: Page
  /** The app's data folder; give it to `start` again for a restart. */
  userData: string
}

export interface StartOptions {
  userData?: string
  args?: string[]
  env?: Record<string, string>
  /** The app opens on its first steps, as if it had never been started. Otherwise they are done. */
  first?: boolean
  /** Faults to plant (test/support/faults); starts the test build instead of the real one. The test fails if a fault is never hit. */
  faults?: string[]
}

export interface Fixtures {
  /** Starts the real app on a fresh data folder (or a given one); everything is closed after the test. */
  start: (options?: StartOptions) => Promise<Started>
}

/**
 * Makes `app.evaluate` run in its own turn of main's event loop. Playwright may evaluate in the middle of another turn. Then an event
 * from there reaches functions that have not finished, and the answer was sometimes garbage-collected.
 */
function inTurns(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app)
  const inTurn = (work: (electron: unknown, given: unknown) => unknown, given: unknown) =>
    evaluate(
      (electron, { source, given }) =>
        new Promise((done, fail) =>
          setImmediate(() => {
            const asked = (0, eval)(`(${source})`) as typeof work
            Promise.resolve()
              .then(() => asked(electron, given))
              .then(done, fail)
          }),
        ),
      { source: String(work), given },
    )
  Object.assign(app, { evaluate: inTurn })
}

/** The faults that were not hit. */
function missing(faults: readonly string[], hitsFile: string): string[] {
  const hits = existsSync(hitsFile) ? readFileSync(hitsFile, 'utf8').split('\n') : []
  return faults.filter((fault) => !hits.includes(fault))
}

/** The service name of the app's entries in the keychain. */
export const SERVICE = 'Loadout'

/** Signs everybody out, because the tests share a keychain. */
async function emptyKeychain(): Promise<void> {
  for (const { account } of await findCredentials(SERVICE)) await deletePassword(SERVICE, account)
}

export const test = base.extend<Fixtures, { demo: string }>({
  /** The demo's folder as its first start makes it, which takes longer than a copy. */
  demo: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'loadout-demo-'))
      await openGameFolder(join(folder, 'game'), () => new Date()).ready
      await use(folder)
      await removeFolder(folder)
    },
    { scope: 'worker' },
  ],
  start: async ({ demo }, use, info) => {
    const opened: ElectronApplication[] = []
    const folders: string[] = []
    const missed: (() => string[])[] = []
    await use(async ({ userData, args = [], env = {}, first = false, faults } = {}) => {
      const dir = userData ?? (await mkdtemp(join(tmpdir(), 'loadout-e2e-')))
      if (!userData) folders.push(dir)
      if (!userData && !first && !args.includes('--community'))
        cpSync(demo, join(dir, 'demo'), { recursive: true, preserveTimestamps: true })
      const settings = join(dir, 'settings.json')
      mkdirSync(dir, { recursive: true })
      if (!first && !existsSync(settings)) writeFileSync(settings, JSON.stringify({ welcomed: true }))
      const program = faults ? faultyApp : '.'
      const hits = info.outputPath(`hits-${opened.length}`)
      const planted = faults && { LOADOUT_TEST_FAULTS: faults.join(), LOADOUT_TEST_HITS: hits }
      if (faults) missed.push(() => missing(faults, hits))
      const app = await _electron.launch({
        executablePath: electronPath,
        chromiumSandbox: true, // Playwright switches it off by default
        cwd: root,
        args: [...sandboxSwitches, program, `--user-data-dir=${dir}`, ...args],
        env: { ...(process.env as Record<string, string>), LANG: 'en_US.UTF-8', LANGUAGE: 'en', ...env, ...planted },
        timeout: PATIENCE_MS,
      })
      opened.push(app)
      inTurns(app)
      // Nobody uses the tests' display, so the app would soon think that the player is away.
      await app.evaluate(({ powerMonitor }) => void (powerMonitor.getSystemIdleTime = () => 0))
      app.context().setDefaultTimeout(PATIENCE_MS)
      const page = await app.firstWindow({ timeout: PATIENCE_MS })
      await page.waitForURL('app://ui/', { waitUntil: 'domcontentloaded' }) // the window exists before its page is loaded
      return { app, page, userData: dir }
    })
    for (const app of opened) await app.close().catch(() => undefined)
    await emptyKeychain()
    if (info.status === info.expectedStatus) expect(missed.flatMap((one) => one())).toEqual([])
    if (info.status !== info.expectedStatus) {
      for (const dir of folders) {
        const log = join(dir, 'logs', 'loadout.log')
        if (existsSync(log)) await info.attach('log', { body: readFileSync(log), contentType: 'text/plain' })
      }
    }
    for (const dir of folders) await removeFolder(dir)
  },
})

/** A test of what other systems do not have. */
export const testOnLinux = process.platform === 'linux' ? test : () => undefined

/** Waits until all modules are open, which they are only some time after the first paint; tray and notices come with them. */
export const modulesOpen = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.loadout.invoke('mods/state', `modules-${Math.random()}`, undefined))

/** Changes settings as the page would. */
export const change = (page: Page, settings: object): Promise<unknown> =>
  page.evaluate((given) => window.loadout.invoke('settings/change', `change-${Math.random()}`, given), settings)

/** Resizes the window and waits until the page has the new size. */
export async function resize(app: ElectronApplication, page: Page, width: number, height: number): Promise<void> {
  await app.evaluate(({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size), [
    width,
    height,
  ] as [number, number])
  await page.waitForFunction((wide) => innerWidth === wide, width)
}

/** Throws in main where nobody catches it. */
export const failMain = (app: ElectronApplication) =>
  app.evaluate(() => {
    setImmediate(() => {
      throw new Error('nobody catches this')
    })
  })

/** The text in the clipboard. The page fills it asynchronously: poll for it. */
export const copied = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ clipboard }) => clipboard.readText())

/** Pretends that the computer sleeps and wakes. */
export const sleepAndWake = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('suspend')
    powerMonitor.emit('resume')
  })

export { expect }
