import { app } from 'electron'
import { APP_ID } from './shell/app-id.ts'
import { readArguments } from './shell/arguments.ts'
import { chosenLanguage, speak } from './shell/chromium-language.ts'
import { refuseStandardMenu } from './shell/menu.ts'
import { declareAppScheme } from './shell/protocol.ts'
import { refuseDebugging } from './shell/security/refuse-debugging.ts'
import { takeInstanceLock } from './shell/single-instance.ts'
import { endStart } from './shell/end-start.ts'
import { startApp } from './shell/start.ts'

const given = readArguments(process.argv, process.env)
if (given.userDataDir) app.setPath('userData', given.userDataDir)
const language = chosenLanguage(app.getPath('userData'))
if (language) speak(language)
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
refuseDebugging()
declareAppScheme()
if (process.platform === 'win32') app.setAppUserModelId(APP_ID)
refuseStandardMenu()
// Never awaited at top level: an ESM main that waits for `ready` there waits for ever.
if (takeInstanceLock(process.argv))
  app
    .whenReady()
    .then(() => startApp(given))
    .catch((error: unknown) => endStart(error, given))
else app.quit()
