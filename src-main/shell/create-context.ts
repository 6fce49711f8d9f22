// Tested in Electron: desktop.spec.ts, faults.spec.ts
import { app } from 'electron'
import type Store from 'electron-store'
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
  settingsOf,
} from '../settings/index.ts'
import type { AppArguments } from '../desktop/index.ts'
import { createAsk } from './ask.ts'
import type { AppContext, BaseContext } from './context.ts'
import { runBeforeQuit } from './quit.ts'

/** Opens log and settings: two small files, read at once. */
export function openBaseContext(given: AppArguments, userData: string, appVersion: string): BaseContext {
  const redactor = createRedactor()
  const log = openLog(logFile(userData), redactor, now)
  const uncaught = new Uncaught(log)
  // Without listeners Electron shows a dialog that no player can answer.
  process.on('unhandledRejection', uncaught.handle)
  process.on('uncaughtException', uncaught.handle)
  const writer = settingsWriter(userData)
  const settings = openSettings(join(userData, 'settings.json'), writer.write, now)
  const onQuit = runBeforeQuit(app, log)
  return {
    given,
    userData,
    settings,
    loadSettingsWriter: writer.load,
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

/** Opens the chosen community profile, or the demo and its service. */
export async function openContext(base: BaseContext): Promise<AppContext> {
  const { chosen, failure } = await chooseProfile(base)
  const found = chosen ? { ...chosen, demo: false, fill: () => Promise.resolve() } : await demoFound(base)
  const profileDir = join(base.userData, 'communities', found.profile.id)
  const own = settingsOf(base.settings, found.profile.id)
  return { ...base, ...found, own, profileDir, profileFailure: failure }
}

type Chosen = Pick<AppContext, 'profile' | 'recipe'>

/** The community to open: the one on the command line, or the last one that was chosen. An unusable profile is reported to the player and not fatal. */
async function chooseProfile({ given: { community }, userData, ask, log }: BaseContext): Promise<{
  chosen?: Chosen | undefined
  failure?: Failure
}> {
  const unusable = (error: unknown) => {
    if (!isFailure(error)) throw error
    log.error('a community profile cannot be used', error)
    return { failure: error }
  }
  const registry = openRegistry(join(userData, 'communities'), log.error)
  const registered = () => {
    try {
      const profile = registry.present()
      return { chosen: profile && { profile, recipe: recipeOf(profile.game) } }
    } catch (error) {
      return unusable(error)
    }
  }
  if (!community) return registered()
  try {
    const given = readGivenProfile(community)
    registry.refuseOther(given.profile, community)
    const path = join(userData, 'agreed-recipes.json')
    if (await mayUseRecipe(given, { path, ask, log: log.error })) return { chosen: given }
    throw invalidProfile(community, 'not-agreed', { field: 'game' })
  } catch (error) {
    return { ...registered(), ...unusable(error) }
  }
}

/** Opens the demo community. Its content is loaded only when it is used. */
async function demoFound({ userData, now, onQuit }: BaseContext) {
  const demo = await openDemo({ dataDir: join(userData, 'demo'), now })
  onQuit(() => demo.close())
  return { profile: demo.profile, recipe: demo.recipe, demoGameDir: demo.gameDir, demo: true, fill: demo.fill }
}

/** Writes the settings file in `folder`. The first paint needs the settings, but not the library that writes them. */
function settingsWriter(folder: string) {
  let Writer: typeof Store<Record<string, unknown>> | undefined
  let store: Store<Record<string, unknown>> | undefined
  return {
    /** Opens the file at the first change, because another program may keep it for itself while the app starts. @throws an errno error */
    write(content: Record<string, unknown>): void {
      if (!Writer) throw new Error('the settings were changed before their writer was loaded')
      store ??= new Writer({ cwd: folder, name: 'settings', clearInvalidConfig: true })
      store.store = content
    },
    /** Loads electron-store, which writes the file atomically. Before that, nothing can be written. */
    async load(): Promise<void> {
      Writer = (await import('electron-store')).default
    },
  }
}
