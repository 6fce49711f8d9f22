// Tested in Electron: settings.spec.ts
import { app } from 'electron'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../src-preload/contract/languages.ts'

/**
 * The player's language for Chromium's own texts: date fields, menus and dialogs; undefined for the system's language.
 * Chromium reads it before it is ready and keeps it until the next start.
 */
export function chosenLanguage(userData: string): Language | undefined {
  try {
    const { language } = JSON.parse(readFileSync(join(userData, 'settings.json'), 'utf8')) as { language?: unknown }
    return typeof language === 'string' && /^[a-z]{2}$/.test(language) ? language : undefined
  } catch {
    return undefined // the first start, or a damaged file, which is reported elsewhere
  }
}

/** Sets Chromium's language. On Linux the environment variable has priority over the switch. */
export function setChromiumLanguage(language: string): void {
  app.commandLine.appendSwitch('lang', language)
  if (process.platform !== 'linux') return
  const { LANGUAGE: former } = process.env
  process.env.LANGUAGE = language
  // The game and other programs that the app starts later keep the system's language.
  void app.whenReady().then(() => {
    if (former === undefined) delete process.env.LANGUAGE
    else process.env.LANGUAGE = former
  })
}
