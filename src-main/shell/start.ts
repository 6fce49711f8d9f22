// Tested in Electron: page-start.spec.ts
import { app, dialog, shell, type WebContents } from 'electron'
import { asWire } from '../../src-preload/contract/failure.ts'
import { contract } from '../../src-preload/contract/index.ts'
import { createServer } from '../bridge/index.ts'
import { type AppArguments, createSay, nativeLanguage } from '../desktop/index.ts'
import { reportStartFailure } from '../diagnostics/index.ts'
import { createRedactor, logFile, logFolder, openLog, withResolvers } from '../lib/index.ts'
import { restart } from './app-info.ts'
import { chosenLanguage } from './chromium-language.ts'
import { openContext, openBaseContext } from './create-context.ts'
import { receiveRequests } from './incoming.ts'
import { bindBridge } from './ipc.ts'
import { playerActs } from './ask.ts'
import { openWindow } from './window/open-window.ts'
import { openParts } from './wiring/parts.ts'

/** Opens the window first. The modules open after its first paint, which they would slow down. Early calls wait in the bridge. */
export async function startApp(given: AppArguments): Promise<void> {
  const base = openBaseContext(given, app.getPath('userData'), app.getVersion())
  const { requests } = base
  const opening = Promise.resolve(base).then(openContext) // after the window is created
  const page = openWindow(base, opening)
  receiveRequests(given, opening, requests, page.show)

  const part = openParts(base.log, (failure) => {
    requests.add({ kind: 'show-failure', failure: asWire(failure) })
    page.show() // even a window that starts hidden, so that the player sees the failure
  })
  const firstCall = withResolvers() // it comes after the page's first paint
  const painted = Promise.race([firstCall.promise, page.broken])
  const modules = Promise.all([opening, page.loaded, painted]).then(async ([context]) => {
    const filled = part('demo', context.fill).catch(() => undefined)
    const loading = [import('./wiring/index.ts'), filled, base.loadSettingsWriter()] as const
    const [{ openModules }] = await Promise.all(loading)
    return openModules(context, page, part)
  })
  const server = createServer(contract, modules, base.log.incident, playerActs(base.ask, page.window))
  base.uncaught.onFailure((failure) => {
    requests.add({ kind: 'show-failure', failure: asWire(failure) })
    server.fail(failure)
  })
  bindBridge(server, base.log.info, base.dropped, firstCall.resolve)

  try {
    await modules
  } catch (error) {
    if (page.window.isDestroyed()) return // the player closed it before
    throw error
  }
  page.recover()
  if (given.smoke) await runSmoke(page.window.webContents)
}

const SMOKE_TIMEOUT_MS = 30_000
const SMOKE_POLL_MS = 100

/** Waits until the page shows a screen, reports it on the standard output, and ends the app: the packaged app's own test. */
async function runSmoke(contents: WebContents): Promise<void> {
  const until = Date.now() + SMOKE_TIMEOUT_MS
  const shown = `document.querySelector('main')?.dataset.screen ?? ''`
  let screen: unknown = ''
  while (screen === '' && Date.now() < until) {
    screen = await contents.executeJavaScript(shown)
    if (screen === '') await new Promise((resolve) => setTimeout(resolve, SMOKE_POLL_MS))
  }
  const ok = screen !== ''
  process.stdout.write(`${JSON.stringify({ ok, screen, packaged: app.isPackaged, version: app.getVersion() })}\n`)
  app.exit(ok ? 0 : 1)
}

/** Ends a failed start. Uses nothing that the start has created, because that may be what failed. */
export async function endStart(error: unknown, { smoke }: AppArguments): Promise<void> {
  console.error(error)
  if (smoke) return app.exit(1) // nobody is there to answer a dialog
  const userData = app.getPath('userData')
  const chosen = chosenLanguage(userData)
  await reportStartFailure(error, {
    log: openLog(logFile(userData), createRedactor(), () => new Date()),
    say: createSay(() => nativeLanguage('system', chosen ? [chosen] : app.getPreferredSystemLanguages())),
    ask: (options) => dialog.showMessageBox(options),
    box: (title, text) => dialog.showErrorBox(title, text),
    openLog: () => shell.openPath(logFolder(userData)),
    restart: () => restart(userData),
    exit: (code) => app.exit(code),
  })
}
