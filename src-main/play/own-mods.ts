import { basename, dirname } from 'node:path'
import { Failure } from '../../src-preload/contract/failure.ts'
import { type GameInstall, type LaunchOptions, modsKey, type OwnMods } from '../../src-preload/contract/play.ts'
import { isOneModPath } from '../lib/index.ts'
import type { CommunitySettings } from '../settings/index.ts'
import { findModFolders, modPathOf } from './installs/mod-folders.ts'

/** Mods that the player loads besides the server's mods. */
export class OwnModsOf {
  readonly #own: CommunitySettings
  readonly #modsDir: () => string | undefined

  /** `modsDir`: the folder of the community's mods, if it is not the game's. */
  constructor(own: CommunitySettings, modsDir: () => string | undefined) {
    this.#own = own
    this.#modsDir = modsDir
  }

  /** Absolute folders that the player added. Their mods are offered besides those in the game's folder. */
  get #added(): string[] {
    return this.#own.get('ownModsDirs') ?? []
  }

  /** The folders of mods. If two contain a mod of the same name, the first counts. */
  dirsOf(install: GameInstall | undefined): string[] {
    const own = [this.#modsDir(), install?.path].filter((dir) => dir !== undefined)
    return [...new Set([...own, ...this.#added])]
  }

  /** All mods that the game can load. */
  async find(install: GameInstall | undefined): Promise<OwnMods> {
    const found = install ? await findModFolders(this.dirsOf(install)) : []
    return { found, folders: this.#added }
  }

  /** Names of the mods that are chosen for a server, or for a start without one, if they still exist. */
  async chosen(serverId: number | undefined, install: GameInstall | undefined, options: LaunchOptions) {
    const chosen = options.mods[modsKey(serverId)] ?? []
    const { found } = chosen.length > 0 ? await this.find(install) : { found: [] }
    return found.map(({ name }) => name).filter((name) => chosen.includes(name))
  }

  /** The absolute folder of a mod, if it is not in the game's folder. */
  async pathOf(name: string, install: GameInstall | undefined): Promise<string | undefined> {
    const found = await modPathOf(name, this.dirsOf(install))
    return found?.dir === install?.path ? undefined : found?.path
  }

  /** Adds a folder that the player picked. For a mod's own folder, adds its parent. @throws Failure `mods-folder-refused` */
  async add(picked: string): Promise<void> {
    const folder = basename(picked).startsWith('@') ? dirname(picked) : picked
    if (!isOneModPath(folder)) throw new Failure('mods-folder-refused', { folder, why: 'name' })
    if ((await findModFolders([folder])).length === 0) throw new Failure('mods-folder-refused', { folder, why: 'none' })
    this.#own.change({ ownModsDirs: [...new Set([...this.#added, folder])] })
  }

  /** Removes a folder from the list. Nothing on the disk changes. */
  drop(folder: string): void {
    this.#own.change({ ownModsDirs: this.#added.filter((other) => other !== folder) })
  }
}
