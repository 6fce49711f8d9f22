import { basename, dirname } from 'node:path'
import { Failure } from '../../src-preload/contract/failure.ts'
import { type GameInstall, type LaunchOptions, modsKey, type OwnMods } from '../../src-preload/contract/play.ts'
import { isOneModPath } from '../lib/index.ts'
import { findModFolders, modDirOf } from './installs/mod-folders.ts'

/** Folders that the player named, whose mods are offered besides those in the game's folder. Absolute. */
export interface OwnModsDirs {
  readonly dirs: readonly string[]
  save(dirs: readonly string[]): void
}

/** Mods that the player loads besides a server's own. */
export class OwnModsOf {
  readonly #dirs: OwnModsDirs
  readonly #modsDir: () => string | undefined

  /** `modsDir`: where the community's mods lie, if not in the game's folder. */
  constructor(dirs: OwnModsDirs, modsDir: () => string | undefined) {
    this.#dirs = dirs
    this.#modsDir = modsDir
  }

  /** Where mods are looked for: of two with one name the first counts. */
  dirsOf(install: GameInstall | undefined): string[] {
    const own = [this.#modsDir(), install?.path].filter((dir) => dir !== undefined)
    return [...new Set([...own, ...this.#dirs.dirs])]
  }

  /** All that the game can load, whoever put it there. */
  async find(install: GameInstall | undefined): Promise<OwnMods> {
    const found = install ? await findModFolders(this.dirsOf(install)) : []
    return { found, folders: [...this.#dirs.dirs] }
  }

  /** Names of those that are chosen for a server, or for a start without one, as far as they are there. */
  async chosen(serverId: number | undefined, install: GameInstall | undefined, options: LaunchOptions) {
    const chosen = options.mods[modsKey(serverId)] ?? []
    const { found } = chosen.length > 0 ? await this.find(install) : { found: [] }
    return found.map(({ name }) => name).filter((name) => chosen.includes(name))
  }

  /** The folder that a mod lies in, if it is a named one. Absolute. */
  async dirOf(name: string, install: GameInstall | undefined): Promise<string | undefined> {
    const dir = await modDirOf(name, this.dirsOf(install))
    return dir === this.#modsDir() || dir === install?.path ? undefined : dir
  }

  /** Takes a folder that the player picked; for a mod itself the one that it lies in. @throws Failure `mods-folder-refused` */
  async add(picked: string): Promise<void> {
    const folder = basename(picked).startsWith('@') ? dirname(picked) : picked
    if (!isOneModPath(folder)) throw new Failure('mods-folder-refused', { folder, why: 'name' })
    if ((await findModFolders([folder])).length === 0) throw new Failure('mods-folder-refused', { folder, why: 'none' })
    this.#dirs.save([...new Set([...this.#dirs.dirs, folder])])
  }

  /** Takes a folder off the list; nothing on disk changes. */
  drop(folder: string): void {
    this.#dirs.save(this.#dirs.dirs.filter((other) => other !== folder))
  }
}
