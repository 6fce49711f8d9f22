import { app } from 'electron'
import { join } from 'node:path'
import { createRedactor, openLog } from '../lib/index.ts'
import { openSettings, readProfile } from '../settings/index.ts'
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
  const demoCommunity = given.community === undefined ? await openDemo(userData, onQuit) : undefined
  const profile = demoCommunity?.profile ?? readProfile(given.community ?? '')
  const demo = demoCommunity !== undefined
  const profileDir = join(userData, 'communities', profile.id)
  const demoGameDir = demoCommunity?.gameDir
  return { given, userData, profileDir, profile, demo, demoGameDir, settings, log, redactor, now, appVersion, onQuit }
}

/** The demo community; loaded only where it is used. */
async function openDemo(userData: string, onQuit: AppContext['onQuit']) {
  const { startDemo } = await import('../demo/index.ts')
  const demo = await startDemo({ dataDir: join(userData, 'demo'), now })
  onQuit(() => demo.close())
  return demo
}
