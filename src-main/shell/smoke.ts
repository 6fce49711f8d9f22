import { app, type WebContents } from 'electron'

const PATIENCE_MS = 30_000
const LOOK_EVERY_MS = 100

/** The screen that the page shows, once it shows one. */
const shownScreen = (contents: WebContents): Promise<unknown> =>
  contents.executeJavaScript(`document.querySelector('main')?.dataset.screen ?? ''`)

/** Waits until the page shows a screen, says so on the standard output, and ends the app. The packaged app's own test. */
export async function runSmoke(contents: WebContents): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  let screen: unknown = ''
  while (screen === '' && Date.now() < until) {
    screen = await shownScreen(contents)
    if (screen === '') await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  const ok = screen !== ''
  process.stdout.write(`${JSON.stringify({ ok, screen, packaged: app.isPackaged, version: app.getVersion() })}\n`)
  app.exit(ok ? 0 : 1)
}
