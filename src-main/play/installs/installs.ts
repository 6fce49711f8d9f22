import { Failure } from '../../../src-preload/contract/failure.ts'
import type { FolderRefusal, GameInstall, InstallsView, InstallWarning } from '../../../src-preload/contract/play.ts'
import type { GameWatch } from '../game-watch.ts'
import { Emitter, isInside, type Log } from '../../lib/index.ts'
import { startsViaSteam } from '../launch/plan.ts'
import type { CommunitySettings } from '../../settings/index.ts'
import type { GamePlatform } from '../platform/index.ts'
import { acceptable, placeOf } from './accept.ts'
import { asItIsNow, findInstalls, type FindParts } from './find.ts'

export interface InstallFacts {
  installs: readonly GameInstall[]
  /** The folder in the settings. It may no longer exist. */
  used: string | undefined
  /** The path of the running game's program, if it is known. */
  runsFrom?: string
  /** Steam, not the app, starts the game's program. */
  viaSteam: boolean
}

/** Warnings that the game may start, or runs, from a folder other than the one whose mods are checked. */
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

export interface InstallsParts extends FindParts {
  /** They keep the folder to play from and the folders that the player chose. */
  own: CommunitySettings
  demo?: string
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

  constructor(parts: InstallsParts) {
    this.#parts = parts
    this.find().catch((error: unknown) => parts.log('the installs were not found', error))
    parts.game.onChange(() => this.#announce())
  }

  get view(): InstallsView {
    const { recipe, platform, game } = this.#parts
    const facts = {
      installs: this.#installs,
      used: this.#used,
      runsFrom: game.runsFrom,
      viaSteam: startsViaSteam(recipe, platform),
    }
    return {
      game: recipe.name,
      appId: recipe.appId,
      switches: recipe.switches,
      installs: this.#installs,
      warnings: installWarnings(facts, platform),
      searching: this.#search !== undefined,
    }
  }

  readonly onChange = this.#changes.on

  get #inUse(): GameInstall | undefined {
    return this.#installs.find(({ inUse }) => inUse)
  }

  /** The folder of the install in use, as the last search found it. */
  get folder(): string | undefined {
    return this.#inUse?.path
  }

  /** Searches again, or waits for the search that is under way. If it finds a single install and none is in use, it uses that one. */
  find(): Promise<GameInstall[]> {
    if (this.#search) return this.#search
    this.#search = this.#findAll().finally(() => {
      this.#search = undefined
      this.#announce()
    })
    this.#announce()
    return this.#search
  }

  /** The install in use, as it is now. @throws the search's error; the next call searches again */
  async inUse(): Promise<GameInstall | undefined> {
    if (this.#isKnown) await this.#settled()
    else await this.find()
    const before = this.folder
    const folder = before ?? this.#used
    const isThere = folder !== undefined && (await this.#parts.files.isFolder(folder))
    if (isThere !== (before !== undefined)) await this.#findAgain() // its drive was removed, or is back
    return this.#inUse && asItIsNow(this.#inUse, this.#parts)
  }

  /** Uses an install of the list. No path outside the list is accepted. @throws Failure `game-folder-refused` */
  async use(path: string): Promise<void> {
    if (!this.#installs.some((install) => install.path === path)) throw this.#refused(path, 'unknown')
    await this.add(path)
  }

  /** Uses a folder that the player chose outside the page. @throws Failure `game-folder-refused` */
  async add(path: string): Promise<void> {
    const real = await this.check(path)
    const isListed = this.#installs.some((install) => install.path === real)
    this.#save(real, isListed ? this.#chosen : [...new Set([...this.#chosen, real])])
    await this.#findAgain()
  }

  /** The real path of a folder that can be the game's. @throws Failure `game-folder-refused` */
  async check(path: string): Promise<string> {
    const { real, refusal } = await acceptable(path, this.#parts)
    if (refusal) throw this.#refused(path, refusal)
    return real
  }

  /** @see placeOf */
  readonly place = (path: string) => placeOf(path, this.#parts)

  async forget(path: string): Promise<void> {
    const chosen = this.#chosen.filter((folder) => folder !== path)
    this.#save(this.#used === path ? undefined : this.#used, chosen)
    await this.#findAgain()
  }

  /** The folder to play from. */
  get #used(): string | undefined {
    const { own, demo } = this.#parts
    return own.get('gameDirs') ?? demo
  }

  get #chosen(): string[] {
    return this.#parts.own.get('gameInstalls') ?? []
  }

  #save(used: string | undefined, chosen: string[]): void {
    this.#parts.own.change({ gameDirs: used, gameInstalls: chosen })
  }

  async #findAll(): Promise<GameInstall[]> {
    const { demo } = this.#parts
    const found = await findInstalls(this.#parts, { used: this.#used, chosen: this.#chosen, demo })
    this.#installs = await this.#useTheOnly(found)
    this.#isKnown = true
    return this.#installs
  }

  #refused(folder: string, why: FolderRefusal): Failure {
    const { recipe, platform } = this.#parts
    const names = (recipe.executables[platform.name] ?? []).join(', ')
    return new Failure('game-folder-refused', { folder, names, why })
  }

  /** Uses a single install if none is in use. If that cannot be saved, it counts for this run only. */
  async #useTheOnly(found: GameInstall[]): Promise<GameInstall[]> {
    const only = found.length === 1 ? found[0] : undefined
    if (this.#used !== undefined || only?.executable === undefined) return found
    if ((await acceptable(only.path, this.#parts)).refusal) return found
    try {
      this.#save(only.path, this.#chosen)
    } catch (error) {
      this.#parts.log('the install in use was not saved', error)
    }
    return [{ ...only, inUse: true }]
  }

  /** Searches after a change. A search that is under way does not know of the change, so it must end first. */
  async #findAgain(): Promise<void> {
    await this.#settled()
    await this.find()
  }

  /** Waits for the end of the search that is under way, even if it fails. */
  #settled(): Promise<unknown> {
    return Promise.resolve(this.#search?.catch(() => undefined))
  }

  #announce(): void {
    this.#changes.emit(this.view)
  }
}
