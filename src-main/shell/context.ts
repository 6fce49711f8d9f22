import type { Failure } from '../../src-preload/contract/failure.ts'
import type { Uncaught } from '../diagnostics/index.ts'
import type { PendingRequests } from '../links/index.ts'
import type { Ask, DroppedFiles, Log, Redactor, Work } from '../lib/index.ts'
import type { CommunityProfile, GameRecipe, SettingsStore } from '../settings/index.ts'
import type { AppArguments } from './arguments.ts'

/** What is there before anything is loaded or waited for: enough for the window. */
export interface BaseContext {
  given: AppArguments
  /** The app's own data folder, absolute. */
  userData: string
  settings: SettingsStore
  /** Loads what writes the settings: before the first module opens, since any module may change one. */
  loadSettingsWriter(): Promise<void>
  log: Log
  redactor: Redactor
  now: () => Date
  /** Asks the player in a window that no page can reach. */
  ask: Ask
  /** What waits for the page, and for the player. */
  requests: PendingRequests
  /** Hears what no job has caught. */
  uncaught: Pick<Uncaught, 'onFailure'>
  dropped: DroppedFiles
  /** What must not be cut off by an update. */
  work: Work
  appVersion: string
  /** Registers what must run, in reverse order, before the app quits. */
  onQuit(step: () => void | Promise<void>): void
}

/** What the wiring of each module may use. */
export interface AppContext extends BaseContext {
  /** Data of the present community profile: `<userData>/communities/<id>`. */
  profileDir: string
  profile: CommunityProfile
  /** How the community's game is found and started. */
  recipe: GameRecipe
  demo: boolean
  /** Sees to the demo's content and its game folder, before the modules open; nothing to do without the demo. */
  fill: () => Promise<unknown>
  /** The demo's own game folder, absolute; only with the demo community. */
  demoGameDir?: string
  /** Why the profile file named on the command line cannot be used. */
  profileFailure?: Failure
}
