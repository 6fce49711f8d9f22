import type { ElectronApplication } from '@playwright/test'
import axe from 'axe-core'
import { IntlMessageFormat } from 'intl-messageformat'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { change, expect, modulesOpen, test } from './support/app.ts'
import { fillTransfer, signInBank, signInPlayer } from './support/bank.ts'
import { sheetOf } from '../../src-main/desktop/question-sheet.ts'
import type { Say } from '../../src-main/desktop/index.ts'
import { questionHtml } from '../../src-main/desktop/question-html.ts'
import { questionPlace } from '../../src-main/desktop/question-place.ts'
import { longQuestions } from '../support/questions.ts'
import { answer, question, questions } from './support/question.ts'

/** Main's texts in a language. */
const sayIn = (language: string): Say => {
  const file = join(import.meta.dirname, '../../resources/locales', language, 'native.json')
  const messages = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return (key, facts) => String(new IntlMessageFormat(messages[key] ?? '', language).format(facts))
}

/** The accessibility violations of a question. Its document is loaded into a window that runs scripts. */
async function complaints(app: ElectronApplication, url: string): Promise<string[]> {
  const opening = app.waitForEvent('window')
  await app.evaluate(({ BrowserWindow }, address) => void new BrowserWindow({ show: false }).loadURL(address), url)
  const copy = await opening
  await copy.locator('form').waitFor()
  await copy.evaluate(axe.source)
  const { violations } = await copy.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
  await copy.close()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`))
}

test('a transfer is asked about in a window of main’s own: read, called off, sent once', async ({ start }, info) => {
  const { app, page } = await start()
  await signInPlayer(page)
  await signInBank(app, page)
  await fillTransfer(page, 'NH417702', '12 345', 'Anteil Kutter')

  const first = await question(app)
  await first.screenshot({ path: info.outputPath('question.png') })
  await expect(first.locator('main')).toContainText('$12,345')
  await expect(first.locator('main')).toContainText('twelve thousand three hundred and forty-five')
  for (const text of ['NH417702', 'NH104233', 'Anteil Kutter']) await expect(first.locator('dl')).toContainText(text)
  await expect(first.locator('button[value="no"]')).toBeFocused()
  const document = first.url()

  // the page cannot avoid the question by asking again
  const again = { from: 'NH104233', to: 'NH417702', amount: 1, info: '' }
  const second = await page.evaluate((input) => window.loadout.invoke('bank/transfer', 'again', input), again)
  expect(second).toMatchObject({ ok: false, failure: { code: 'question-open' } })
  expect(questions(app)).toHaveLength(1)

  // sent like a key from the system, because the driver's own keys reach only the document and not main
  await app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().startsWith('data:'))
    window?.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' })
  })
  await expect.poll(() => questions(app)).toEqual([])
  await expect(page.locator('input[name="to"]')).toHaveValue('NH417702') // the form is unchanged and shows no message
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.locator('[data-action="bank-send"]').dblclick()
  await expect(page.locator('[data-action="bank-send"]')).toBeVisible()
  await question(app) // the second press of a double click does not answer it
  await answer(app, 'yes')
  await expect(page.locator('.result')).toHaveAttribute('data-state', 'succeeded')

  // nor can the page use a question's address; last, because the driver waits for a navigation that main has stopped
  const asking = page.evaluate((input) => window.loadout.invoke('bank/transfer', 'last', input), again)
  await question(app)
  await page.evaluate(() => (location.href = 'loadout-answer:yes'))
  await expect.poll(() => questions(app)).toEqual([]) // a page that navigates away withdraws its requests
  expect(await asking).toMatchObject({ ok: false })
  expect(await complaints(app, document)).toEqual([]) // last, because its window takes the focus
})

/** The height that a window manager may take from a window. */
const TITLE_BAR = 37

test('a link to a foreign host is shown whole before it opens, nobody answers by a press that comes too early, and a window has room for all of its question @long', async ({
  start,
}) => {
  const { app, page } = await start()
  await modulesOpen(page)

  await test.step('a press that comes too early is no answer', async () => {
    await page.evaluate(() => void window.loadout.invoke('shell/openLink', 'x', { url: 'https://example.org/' }))
    // sent straight from the system, before the document shows anything, as if the player was about to press already
    const opened = await app.evaluate(async ({ BrowserWindow, shell }) => {
      let opened = 0
      Object.assign(shell, { openExternal: () => Promise.resolve(void opened++) })
      const found = () =>
        BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().startsWith('data:'))
      while (!found()?.isVisible()) await new Promise((resolve) => setImmediate(resolve))
      const event = { url: 'loadout-answer:yes', isMainFrame: true, preventDefault: () => undefined }
      found()?.webContents.emit('will-frame-navigate', event)
      return { opened, isOpen: found() !== undefined }
    })
    expect(opened).toEqual({ opened: 0, isOpen: true })
    await answer(app, 'no')
  })

  await test.step('a link to a foreign host is shown whole before it opens, in light and dark', async () => {
    for (const theme of ['light', 'dark']) {
      await change(page, { theme, uiScalePercent: 125, language: 'de' })
      const url = 'https://hostile.invalid/path?balance=1272215'
      const opening = page.evaluate(([id, link]) => window.loadout.invoke('shell/openLink', id, { url: link }), [
        theme,
        url,
      ] as const)
      const asked = await question(app)
      await expect(asked.locator('dl')).toContainText(url)
      const fits = await app.evaluate(({ BrowserWindow, screen }) => {
        const own = BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().startsWith('data:'))
        const { width, height } = own?.getBounds() ?? { width: Infinity, height: Infinity }
        const { workArea } = screen.getPrimaryDisplay()
        return width <= workArea.width && height <= workArea.height
      })
      expect(fits).toBe(true)
      expect(await complaints(app, asked.url())).toEqual([])
      await answer(app, 'no')
      expect(await opening).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
    }
  })

  await test.step('a window has room for all of its question: nobody says yes to what they did not see', async () => {
    const workArea = { x: 0, y: 0, width: 1280, height: 760 }
    const shown = (['en', 'de'] as const).flatMap((language) =>
      longQuestions.map((asked) => {
        const sheet = sheetOf(asked, sayIn(language), { language, streamer: false })
        const { width, height } = questionPlace(sheet, 1, { workArea, pointer: { x: 0, y: 0 } })
        const html = questionHtml(sheet, { language, theme: 'light', scale: 1, font: 'data:' })
        return { name: `${asked.kind} ${language}`, width, height, html }
      }),
    )
    const hidden = await app.evaluate(
      async ({ BrowserWindow }, [all, bar]) => {
        const window = new BrowserWindow({ show: false, useContentSize: true })
        const cut: string[] = []
        for (const { name, width, height, html } of all) {
          window.setContentSize(width, height - bar)
          await window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`)
          const [below, beside] = (await window.webContents.executeJavaScript(
            `{ const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.querySelector('section'); [scrollHeight - clientHeight, scrollWidth - clientWidth] }`,
          )) as [number, number]
          if (below > 0 || beside > 0) cut.push(`${name}: ${below} below, ${beside} beside`)
        }
        window.destroy()
        return cut
      },
      [shown, TITLE_BAR] as const,
    )
    expect(hidden).toEqual([])
  })
})
