import { app } from 'electron'
import { join } from 'node:path'
import * as v from 'valibot'
import { createRedactor, openLog } from '../lib/index.ts'
import { CommunityProfile, openSettings, readProfile } from '../settings/index.ts'
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
  const demo = given.community === undefined
  const profile = given.community
    ? readProfile(given.community)
    : await Promise.resolve(v.parse(CommunityProfile, { id: 'demo', name: 'Demo', baseUrl: 'http://127.0.0.1' }))
  const profileDir = join(userData, 'communities', profile.id)
  return { given, userData, profileDir, profile, demo, settings, log, redactor, now, appVersion, onQuit }
}
