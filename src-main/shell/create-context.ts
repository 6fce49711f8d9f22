// Tested in Electron: desktop.spec.ts, faults.spec.ts
import { app } from 'electron'
import { join } from 'node:path'
import { type Failure, isFailure } from '../../src-preload/contract/failure.ts'
import { openDemo } from '../demo/open.ts'
import { Uncaught } from '../diagnostics/index.ts'
import { PendingRequests } from '../links/index.ts'
import { countWork, createRedactor, DroppedFiles, logFile, now, openLog } from '../lib/index.ts'
import {
  invalidProfile,
  mayUseRecipe,
  openRegistry,
  openSettings,
  readGivenProfile,
  recipeOf,
} from '../settings/index.ts'
import type { AppArguments } from './arguments.ts'
import { createAsk } from './ask.ts'
import type { AppContext, BaseContext } from './context.ts'
import { runBeforeQuit } from './quit.ts'
import { openSettingsFile } from './settings-file.ts'

/** Opens log and settings: two small files, read at once. */
export function openBaseContext(given: AppArguments, userData: string, appVersion: string): BaseContext {
  const redactor = createRedactor()
  const log = openLog(logFile(userData), redactor, now)
  const uncaught = new Uncaught(log)
  // Without listeners Electron stops everything with a dialog that no player can answer.
  process.on('unhandledRejection', uncaught.hear)
  process.on('uncaughtException', uncaught.hear)
  const { file, keptAs, loadWriter } = openSettingsFile(userData, now)
  const settings = openSettings(file, keptAs, now)
  const onQuit = runBeforeQuit(app, log)
  return {
    given,
    userData,
    settings,
    loadSettingsWriter: loadWriter,
    log,
    redactor,
    now,
    ask: createAsk(() => settings.settings),
    requests: new PendingRequests(),
    uncaught,
    dropped: new DroppedFiles(),
    work: countWork(),
    appVersion,
    onQuit,
  }
}

/** Opens the community profile: the one that was chosen, else the demo, whose service is opened. */
export async function openContext(base: BaseContext): Promise<AppContext> {
  const { chosen, failure } = await chooseProfile(base)
  const found = chosen ? { ...chosen, demo: false, fill: () => Promise.resolve() } : await demoFound(base)
  const profileDir = join(base.userData, 'communities', found.profile.id)
  return { ...base, ...found, profileDir, profileFailure: failure }
}

/** A community and its game. */
type Chosen = Pick<AppContext, 'profile' | 'recipe'>

/** The community to open: the one named on the command line, else the one chosen last. A file that cannot be read or used is told to the player, not fatal. */
async function chooseProfile({ given: { community }, userData, ask, log }: BaseContext): Promise<{
  chosen: Chosen | undefined
  failure?: Failure
}> {
  const registered = (): Chosen | undefined => {
    const profile = openRegistry(join(userData, 'communities'), log.error).present()
    return profile && { profile, recipe: recipeOf(profile.game) }
  }
  if (!community) return { chosen: registered() }
  try {
    const given = readGivenProfile(community)
    const path = join(userData, 'agreed-recipes.json')
    if (await mayUseRecipe(given, { path, ask, log: log.error })) return { chosen: given }
    throw invalidProfile(community, 'not-agreed', { field: 'game' })
  } catch (error) {
    if (!isFailure(error)) throw error
    log.error('the given community profile cannot be used', error)
    return { chosen: registered(), failure: error }
  }
}

/** The demo community; what it answers from is loaded only where it is used. */
async function demoFound({ userData, now, onQuit }: BaseContext) {
  const demo = await openDemo({ dataDir: join(userData, 'demo'), now })
  onQuit(() => demo.close())
  return { profile: demo.profile, recipe: demo.recipe, demoGameDir: demo.gameDir, demo: true, fill: demo.fill }
}
