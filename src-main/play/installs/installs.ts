import { Failure } from '../../../src-preload/contract/failure.ts'
import type { FolderRefusal, GameInstall, InstallsView, InstallWarning } from '../../../src-preload/contract/play.ts'
import type { GameWatch } from '../game-watch.ts'
import { Emitter, isInside, type Log } from '../../lib/index.ts'
import { startsViaSteam } from '../launch/plan.ts'
import type { GamePlatform } from '../platform/index.ts'
import { acceptable, placeOf } from './accept.ts'
import { findInstalls, type FindParts } from './find.ts'

/** Where the player's choice of installs is kept. */
export interface InstallChoice {
  /** The folder to play from. */
  readonly used: string | undefined
  /** Folders chosen by hand. */
  readonly chosen: readonly string[]
  /** The demo's own folder. */
  readonly demo?: string
  save(used: string | undefined, chosen: readonly string[]): void
}

/** What the warnings about a wrong install depend on. */
export interface InstallFacts {
  installs: readonly GameInstall[]
  /** The folder in the settings; it may be gone. */
  used: string | undefined
  /** The running game's program, if there is one and its place is known. */
  runsFrom?: string
  /** Steam, not the app, starts the game's program. */
  viaSteam: boolean
}

/** Reasons to think that the game would start, or runs, from another folder than the one whose mods are checked. */
export function installWarnings(facts: InstallFacts, platform: GamePlatform): InstallWarning[] {
  const { installs, used, runsFrom, viaSteam } = facts
  const inUse = installs.find((install) => install.inUse)
  const warnings: InstallWarning[] = []
  if (used !== undefined && !inUse) warnings.push({ kind: 'folder-gone' })
  if (installs.length > 1) warnings.push({ kind: 'several', count: installs.length })
  if (inUse && runsFrom !== undefined && !isInside(inUse.path, runsFrom, platform.path))
    warnings.push({ kind: 'other-runs', runs: platform.path.dirname(runsFrom) })
  const steamStarts = viaSteam ? installs.find(({ source }) => source.startsWith('steam')) : undefined
  if (inUse && steamStarts && steamStarts.path !== inUse.path && !inUse.source.startsWith('steam'))
    warnings.push({ kind: 'steam-starts-other', starts: steamStarts.path })
  return warnings
}

/** What the installs are found with and kept in. */
export interface InstallsParts extends FindParts {
  choice: InstallChoice
  game: Pick<GameWatch, 'runsFrom' | 'onChange'>
  log: Log['error']
}

/** The installs of the game, and the one in use. */
export class Installs {
  readonly #parts: InstallsParts
  readonly #changes = new Emitter<InstallsView>()
  #installs: GameInstall[] = []
  #isKnown = false
  #search: Promise<GameInstall[]> | undefined

  /** Searches at once. */
  constructor(parts: InstallsParts) {
    this.#parts = parts
    this.find().catch((error: unknown) => parts.log('the installs were not found', error))
    parts.game.onChange(() => this.#announce())
  }

  get view(): InstallsView {
    const { recipe, platform, choice, game } = this.#parts
    const facts = {
      installs: this.#installs,
      used: choice.used,
      runsFrom: game.runsFrom,
      viaSteam: startsViaSteam(recipe, platform),
    }
    return {
      game: recipe.name,
      appId: recipe.appId,
      installs: this.#installs,
      warnings: installWarnings(facts, platform),
      searching: this.#search !== undefined,
    }
  }

  readonly onChange = this.#changes.on

  /** Looks again, or waits for the search that is under way. A single install that was found is taken into use if none is. */
  find(): Promise<GameInstall[]> {
    if (this.#search) return this.#search
    const search = this.#findAll().finally(() => {
      this.#search = undefined
      this.#announce()
    })
    this.#search = search
    this.#announce()
    return search
  }

  /** The one in use, after a search. @throws the search's error; the next call searches again */
  async inUse(): Promise<GameInstall | undefined> {
    if (this.#isKnown) await this.#settled()
    else await this.find()
    const found = () => this.#installs.find((install) => install.inUse)
    const before = found()
    const folder = before?.path ?? this.#parts.choice.used
    const isThere = folder !== undefined && (await this.#parts.files.isFolder(folder))
    if (isThere !== (before !== undefined)) await this.#findAgain() // its drive was taken away, or is back
    return found()
  }

  /** Takes an install of the list into use; the path is only its name there. @throws Failure `game-folder-refused` */
  async use(path: string): Promise<void> {
    if (!this.#installs.some((install) => install.path === path)) throw this.#refused(path, 'unknown')
    await this.add(path)
  }

  /** Takes a folder that the player chose outside the page into use. @throws Failure `game-folder-refused` */
  async add(path: string): Promise<void> {
    const { choice } = this.#parts
    const real = await this.check(path)
    const isListed = this.#installs.some((install) => install.path === real)
    choice.save(real, isListed ? choice.chosen : [...new Set([...choice.chosen, real])])
    await this.#findAgain()
  }

  /** Where a folder that can be the game's really lies. @throws Failure `game-folder-refused` */
  async check(path: string): Promise<string> {
    const { real, refusal } = await acceptable(path, this.#parts)
    if (refusal) throw this.#refused(path, refusal)
    return real
  }

  /** @see placeOf */
  readonly place = (path: string) => placeOf(path, this.#parts)

  /** Takes a folder that was chosen by hand off the list. */
  async forget(path: string): Promise<void> {
    const { choice } = this.#parts
    const chosen = choice.chosen.filter((folder) => folder !== path)
    choice.save(choice.used === path ? undefined : choice.used, chosen)
    await this.#findAgain()
  }

  async #findAll(): Promise<GameInstall[]> {
    const found = await findInstalls(this.#parts, this.#parts.choice)
    this.#installs = await this.#useTheOnly(found)
    this.#isKnown = true
    return this.#installs
  }

  #refused(folder: string, why: FolderRefusal): Failure {
    const { recipe, platform } = this.#parts
    const names = (recipe.executables[platform.name] ?? []).join(', ')
    return new Failure('game-folder-refused', { folder, names, why })
  }

  /** Takes a single install into use where none is; for this run only where that cannot be saved. */
  async #useTheOnly(found: GameInstall[]): Promise<GameInstall[]> {
    const { choice, log } = this.#parts
    const only = found.length === 1 ? found[0] : undefined
    if (choice.used !== undefined || only?.executable === undefined) return found
    if ((await acceptable(only.path, this.#parts)).refusal) return found
    try {
      choice.save(only.path, choice.chosen)
    } catch (error) {
      log('the install in use was not saved', error)
    }
    return [{ ...only, inUse: true }]
  }

  /** A search that began before a change does not know of it. */
  async #findAgain(): Promise<void> {
    await this.#settled()
    await this.find()
  }

  /** Waits for the search that is under way, however it ends. */
  #settled(): Promise<unknown> {
    return Promise.resolve(this.#search?.catch(() => undefined))
  }

  #announce(): void {
    this.#changes.emit(this.view)
  }
}
