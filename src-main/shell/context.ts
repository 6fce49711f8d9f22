import type { Failure } from '../../src-preload/contract/failure.ts'
import type { Uncaught } from '../diagnostics/index.ts'
import type { PendingRequests } from '../links/index.ts'
import type { Ask, DroppedFiles, Log, Redactor, Work } from '../lib/index.ts'
import type { CommunityProfile, CommunitySettings, GameRecipe, SettingsStore } from '../settings/index.ts'
import type { AppArguments } from '../desktop/index.ts'

/** What exists before anything is loaded or awaited. It is enough to open the window. */
export interface BaseContext {
  given: AppArguments
  /** The app's own data folder, absolute. */
  userData: string
  settings: SettingsStore
  /** Loads the settings' writer. Must be done before the first module opens, since any module may change a setting. */
  loadSettingsWriter(): Promise<void>
  log: Log
  redactor: Redactor
  now: () => Date
  /** Asks the player in a window that no page can reach. */
  ask: Ask
  requests: PendingRequests
  uncaught: Pick<Uncaught, 'onFailure'>
  dropped: DroppedFiles
  /** Work that an update must not interrupt. */
  work: Work
  appVersion: string
  /** Registers a step to run before the app quits. The last one runs first. */
  onQuit(step: () => void | Promise<void>): void
}

/** What the wiring of each module may use. */
export interface AppContext extends BaseContext {
  /** Data of the present community profile: `<userData>/communities/<id>`. */
  profileDir: string
  profile: CommunityProfile
  own: CommunitySettings
  recipe: GameRecipe
  demo: boolean
  /** Creates the demo's content and its game folder before the modules open. Does nothing without the demo. */
  fill: () => Promise<unknown>
  /** The demo's own game folder, absolute; only with the demo community. */
  demoGameDir?: string
  /** Why the profile file named on the command line cannot be used. */
  profileFailure?: Failure
}
