import { app, dialog, shell } from 'electron'
import { createRedactor, openLog } from '../lib/index.ts'
import type { AppArguments } from './arguments.ts'
import { chosenLanguage } from './chromium-language.ts'
import { nativeLanguage } from './language.ts'
import { logFile, logFolder } from './log-place.ts'
import { restart } from './restart.ts'
import { tellStartFailure } from './start-failure.ts'
import { createSay } from './words.ts'

/** Ends a start that failed. Draws on nothing that the start has made: that may be what failed. */
export async function endStart(error: unknown, { smoke }: AppArguments): Promise<void> {
  console.error(error)
  if (smoke) return app.exit(1) // nobody is there to answer a dialog
  const userData = app.getPath('userData')
  const chosen = chosenLanguage(userData)
  await tellStartFailure(error, {
    log: openLog(logFile(userData), createRedactor(), () => new Date()),
    say: createSay(() => nativeLanguage('system', chosen ? [chosen] : app.getPreferredSystemLanguages())),
    ask: (options) => dialog.showMessageBox(options),
    box: (title, text) => dialog.showErrorBox(title, text),
    openLog: () => shell.openPath(logFolder(userData)),
    restart: () => restart(userData),
    exit: (code) => app.exit(code),
  })
}
