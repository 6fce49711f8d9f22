import { app } from 'electron'
import { join } from 'node:path'
import { countWork, createRedactor, type Log, openLog } from '../lib/index.ts'
import { openRegistry, openSettings, readProfile } from '../settings/index.ts'
import type { AppArguments } from './arguments.ts'
import type { AppContext } from './context.ts'
import { injectFaults, type InjectedFaults, jumpingClock } from '../lib/faults/index.ts'
import { runBeforeQuit } from './quit.ts'
import { openSettingsFile } from './settings-file.ts'

/** Opens log, settings and the community profile. */
export async function createContext(given: AppArguments, userData: string, appVersion: string): Promise<AppContext> {
  const faults = injectFaults(process.env.LOADOUT_FAULTS, app.isPackaged)
  const now = jumpingClock(faults.clock)
  const redactor = createRedactor()
  const log = openLog(join(userData, 'logs', 'loadout.log'), redactor, now)
  process.on('unhandledRejection', (error) => log.incident(error))

  const { file, keptAs, loadWriter } = openSettingsFile(userData, now)
  const settings = openSettings(file, keptAs, now)
  const onQuit = runBeforeQuit(app, log)
  const { chosen, unreadable } = chooseProfile(given, userData, log)
  const {
    profile,
    gameDir: demoGameDir,
    demo,
  } = chosen ? { profile: chosen, gameDir: undefined, demo: false } : await openDemo(userData, now, faults, onQuit)
  const profileDir = join(userData, 'communities', profile.id)
  return {
    given,
    userData,
    profileDir,
    profile,
    demo,
    demoGameDir,
    unreadableProfile: unreadable,
    settings,
    loadSettingsWriter: loadWriter,
    log,
    redactor,
    now,
    work: countWork(),
    appVersion,
    onQuit,
  }
}

/** The community to open: the one named on the command line, else the one chosen last. A file that cannot be read is told to the player, not fatal. */
function chooseProfile({ community }: AppArguments, userData: string, log: Log) {
  const registered = () => openRegistry(join(userData, 'communities')).present()
  if (!community) return { chosen: registered() }
  try {
    return { chosen: readProfile(community) }
  } catch (error) {
    log.error('the given community profile cannot be used', error)
    return { chosen: registered(), unreadable: community }
  }
}

/** The demo community; loaded only where it is used. */
async function openDemo(userData: string, now: () => Date, faults: InjectedFaults, onQuit: AppContext['onQuit']) {
  const { startDemo } = await import('../demo/index.ts')
  const demo = await startDemo({ dataDir: join(userData, 'demo'), now })
  for (const { kind, status, match, times } of faults.service)
    demo.service.faults.set(match, kind === 'status' ? { kind, status } : { kind }, times)
  onQuit(() => demo.close())
  return { profile: demo.profile, gameDir: demo.gameDir, demo: true }
}
