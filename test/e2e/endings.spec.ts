import type { ElectronApplication, Page } from '@playwright/test'
import { openScreen } from '../../scripts/lib/open-screen.mjs'
import { change, expect, modulesOpen, test } from './support/app.ts'
import { playCommunity } from './support/play-community.ts'

/** What happened to the window since the last call. No window manager here minimises, so the call is counted. */
const watchWindow = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow, dialog }) => {
    const [window] = BrowserWindow.getAllWindows()
    const seen: string[] = []
    Object.assign(globalThis, { seen })
    window?.on('hide', () => seen.push('hidden'))
    Object.assign(window ?? {}, { minimize: () => seen.push('minimised') })
    Object.assign(dialog, {
      showMessageBox: () => (seen.push('asked'), Promise.resolve({ response: 2, checkboxChecked: false })),
    })
  })
const seen = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.show()
    return (globalThis as unknown as { seen: string[] }).seen.splice(0)
  })

const save = (page: Page, afterStart: string) =>
  page.evaluate(
    (ending) => window.loadout.invoke('play/saveLaunchOptions', `save-${ending}`, { afterStart: ending }),
    afterStart,
  )

test('after the start of the game the window stays, is minimised, goes to the tray, or the app ends @long', async ({
  start,
}) => {
  const community = await playCommunity({ players: 40 })
  try {
    const { app, page } = await start({ args: community.args, env: community.env })
    await modulesOpen(page)
    await watchWindow(app)
    const button = page.locator('[data-action=start-alone]')
    const play = async (afterStart: string) => {
      await save(page, afterStart)
      await openScreen(page, 'servers')
      await page.getByRole('button', { name: 'Start options' }).click()
      await expect(button).toBeEnabled()
      await button.click()
    }
    const endGame = async () => {
      await community.endGame()
      await expect(button).toBeEnabled()
      await page.keyboard.press('Escape')
    }
    for (const [afterStart, expected] of [
      ['stay', []],
      ['minimise', ['minimised']],
      ['tray', ['hidden']],
    ] as const) {
      await play(afterStart)
      await expect(button).toHaveText('Game running')
      expect(await seen(app)).toEqual(expected)
      await endGame()
    }

    // a download goes on in the tray, and no question covers the game
    community.publish({ 'a.pbo': 'the harbour, dredged' })
    await openScreen(page, 'mods')
    await page.getByRole('button', { name: 'Refresh' }).click()
    const held = community.hold()
    await page.locator('[data-mod="5"] [data-action="update"]').click()
    await held
    await play('close')
    await expect(button).toHaveText('Game running')
    expect(await seen(app)).toEqual(['hidden'])
    community.goOn()
    await endGame()
    await openScreen(page, 'mods')
    await expect(page.locator('[data-mod="5"] [data-standing="ready"]')).toBeVisible()

    // closing ends the app, though its button only hides the window
    await change(page, { closeToTray: true })
    const ended = new Promise((resolve) => app.process().once('exit', resolve))
    await play('close').catch(() => undefined) // its window may be gone before the click is done
    await ended
  } finally {
    await community.close()
  }
})

test('a download is asked about when the window closes, but not once it is paused: it waits for the next run @long', async ({
  start,
}) => {
  const community = await playCommunity({ players: 40, absent: true })
  try {
    const { app, page, userData } = await start({ args: community.args, env: community.env })
    await watchWindow(app)
    await change(page, { closeToTray: false })
    const close = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await openScreen(page, 'mods')
    const held = community.hold()
    await page.locator('[data-mod="5"] [data-action="install"]').click()
    await held
    await close()
    expect(await seen(app)).toEqual(['asked'])
    await page.locator('main [data-repair]').getByRole('button', { name: 'Pause' }).click()
    await expect(page.locator('main [data-repair=paused]')).toBeVisible()
    const closed = app.waitForEvent('close')
    await close().catch(() => undefined) // the app may end before it answers
    await closed
    community.goOn()
    const again = (await start({ args: community.args, env: community.env, userData })).page
    await openScreen(again, 'mods')
    await expect(again.locator('[data-mod="5"] [data-standing="paused"]')).toBeVisible()
  } finally {
    await community.close()
  }
})
