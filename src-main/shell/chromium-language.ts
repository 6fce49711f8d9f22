import { app } from 'electron'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The language that the player chose for the app, for what Chromium itself words: date fields, its menus and dialogs. Nothing
 * where the system's is wanted. Chromium takes it before it is ready and keeps it until the next start.
 */
export function chosenLanguage(userData: string): 'en-US' | 'de' | undefined {
  try {
    const { language } = JSON.parse(readFileSync(join(userData, 'settings.json'), 'utf8')) as { language?: unknown }
    return language === 'de' ? 'de' : language === 'en' ? 'en-US' : undefined
  } catch {
    return undefined // the first start, or a damaged file, which is told elsewhere
  }
}

/** Tells Chromium its language. On Linux it asks the environment before its own switch. */
export function speak(language: string): void {
  app.commandLine.appendSwitch('lang', language)
  if (process.platform !== 'linux') return
  const { LANGUAGE: former } = process.env
  process.env.LANGUAGE = language
  // The game and other programs that are started later speak as the system does.
  void app.whenReady().then(() => {
    if (former === undefined) delete process.env.LANGUAGE
    else process.env.LANGUAGE = former
  })
}
