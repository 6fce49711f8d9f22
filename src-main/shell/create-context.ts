import { app } from 'electron'
import { join } from 'node:path'
import { createRedactor, openLog } from '../lib/index.ts'
import { openRegistry, openSettings, readProfile } from '../settings/index.ts'
import type { AppArguments } from './arguments.ts'
import type { AppContext } from './context.ts'
import { runBeforeQuit } from './quit.ts'
import { openSettingsFile } from './settings-file.ts'

const now = () => new Date()

/** Opens log, settings and the community profile. */
export async function createContext(given: AppArguments, userData: string, appVersion: string): Promise<AppContext> {
  const redactor = createRedactor()
  const log = openLog(join(userData, 'logs', 'loadout.log'), redactor, now)
  process.on('unhandledRejection', (error) => log.incident(error))

  const { file, keptAs } = openSettingsFile(userData, now)
  const settings = openSettings(file, keptAs, now)
  const onQuit = runBeforeQuit(app, log)
  const chosen = given.community ? readProfile(given.community) : openRegistry(join(userData, 'communities')).present()
  const {
    profile,
    gameDir: demoGameDir,
    demo,
  } = chosen ? { profile: chosen, gameDir: undefined, demo: false } : await openDemo(userData, onQuit)
  const profileDir = join(userData, 'communities', profile.id)
  return { given, userData, profileDir, profile, demo, demoGameDir, settings, log, redactor, now, appVersion, onQuit }
}

/** The demo community; loaded only where it is used. */
async function openDemo(userData: string, onQuit: AppContext['onQuit']) {
  const { startDemo } = await import('../demo/index.ts')
  const demo = await startDemo({ dataDir: join(userData, 'demo'), now })
  onQuit(() => demo.close())
  return { profile: demo.profile, gameDir: demo.gameDir, demo: true }
}
