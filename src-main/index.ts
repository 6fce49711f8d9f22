// Tested in Electron: page-start.spec.ts, package.spec.ts, pictures.spec.ts
import { app, dialog, Menu } from 'electron'
import { accessSync, constants } from 'node:fs'
import {
  APP_ID,
  forgetOthersFile,
  judgeSandbox,
  nativeLanguage,
  ownProgram,
  plainWord,
  readArguments,
} from './desktop/index.ts'
import { chosenLanguage, setChromiumLanguage } from './shell/chromium-language.ts'
import { takeInstanceLock } from './shell/incoming.ts'
import { declareAppScheme } from './shell/protocol.ts'
import { refuseDebugging, refuseHints } from './shell/security/refusals.ts'
import { endStart, startApp } from './shell/start.ts'

/** The limit of Chromium's disk cache: some thousand pictures. Without it the cache grows with the disk's free space. */
const MOST_PICTURE_BYTES = 100 * 1024 * 1024

forgetOthersFile(process.env, process.execPath)
const judgement = judgeSandbox({
  args: process.argv.slice(1),
  env: process.env,
  platform: process.platform,
  uid: process.getuid?.(),
  hasSwitch: (name) => app.commandLine.hasSwitch(name),
})
if (judgement === 'fine') begin()
else if (judgement === 'end') void app.whenReady().then(endUnsafe)
else {
  startAgain(judgement.again)
  app.exit(0)
}

function begin(): void {
  const given = readArguments(process.argv, process.env)
  if (given.userDataDir) app.setPath('userData', given.userDataDir)
  const language = chosenLanguage(app.getPath('userData'))
  if (language) setChromiumLanguage(language === 'en' ? 'en-US' : language)
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  refuseDebugging()
  refuseHints()
  app.commandLine.appendSwitch('disk-cache-size', String(MOST_PICTURE_BYTES))
  declareAppScheme()
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
  Menu.setApplicationMenu(null) // the keys of Electron's standard menu open developer tools
  // An ESM main that awaits `ready` at top level waits for ever.
  const work = takeInstanceLock(process.argv) ? () => startApp(given) : endSecond
  app
    .whenReady()
    .then(work)
    .catch((error: unknown) => endStart(error, given))
}

/** Ends a start beside another instance. @throws an errno error if the data folder cannot be written: then there is no lock either */
function endSecond(): void {
  accessSync(app.getPath('userData'), constants.W_OK)
  app.quit()
}

function endUnsafe(): void {
  const language = nativeLanguage('system', app.getPreferredSystemLanguages())
  dialog.showErrorBox(plainWord(language, 'no-sandbox.title'), plainWord(language, 'no-sandbox.text'))
  app.exit(1)
}

function startAgain(args: string[]): void {
  delete process.env.ELECTRON_DISABLE_SANDBOX
  app.relaunch({ execPath: ownProgram(process), args })
}
