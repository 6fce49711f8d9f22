import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { lockedPreferences, pagePreferences } from '../../src-main/shell/security/page-preferences.ts'

const main = resolve(import.meta.dirname, '../../src-main')
const sources = readdirSync(main, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(join(main, name), 'utf8') }))

it('a window has what every window has, whatever it adds', () => {
  const loosened = { javascript: false, sandbox: false, webSecurity: false, experimentalFeatures: true }
  expect(pagePreferences(loosened)).toEqual({ javascript: false, ...lockedPreferences })
})

it('what every window has leaves a page no Node, windows or dialogs of its own', () => {
  expect(lockedPreferences).toMatchObject({
    ...{ sandbox: true, contextIsolation: true, nodeIntegration: false, webSecurity: true },
    ...{ nodeIntegrationInSubFrames: false, nodeIntegrationInWorker: false },
    ...{ allowRunningInsecureContent: false, experimentalFeatures: false },
    ...{ webviewTag: false, navigateOnDragDrop: false, disableDialogs: true, enableDeprecatedPaste: false },
  })
})

it('every window is made with it', () => {
  const making = sources.filter(({ text }) => /new (?:BrowserWindow|WebContentsView|BrowserView)\(/.test(text))
  expect(making).not.toEqual([])
  for (const { name, text } of making) {
    expect(text.match(/webPreferences: pagePreferences\(/g)?.length, name).toBe(
      text.match(/new (?:BrowserWindow|WebContentsView|BrowserView)\(/g)?.length,
    )
  }
})

it('nothing of the engine is switched on: no feature of Blink by name, nothing experimental, no rule off', () => {
  const loose =
    /enableBlinkFeatures|enable-blink-features|enable-experimental|disable-web-security|ignore-certificate-errors|allow-running-insecure|remote-debugging/
  expect(sources.filter(({ text }) => loose.test(text)).map(({ name }) => name)).toEqual([
    join('shell', 'security', 'page-preferences.ts'), // which forbids it
    join('shell', 'security', 'refusals.ts'), // and so does this
  ])
})
