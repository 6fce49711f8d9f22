import { Failure } from '../../../src-preload/contract/failure.ts'
import type { GameInstall, InstallsView } from '../../../src-preload/contract/play.ts'
import type { GameWatch } from '../game-watch.ts'
import { startsViaSteam } from '../launch/plan.ts'
import { executableIn, findInstalls, type FindParts } from './find.ts'
import { installWarnings } from './wrong-install.ts'

/** Where the player's choice of installs rests. */
export interface InstallChoice {
  /** The folder to play from. */
  readonly used: string | undefined
  /** Folders chosen by hand. */
  readonly chosen: readonly string[]
  /** The demo's own folder. */
  readonly demo?: string
  save(used: string | undefined, chosen: readonly string[]): void
}

/** The installs of the game, and the one in use. */
export interface Installs {
  readonly view: InstallsView
  onChange(listener: (view: InstallsView) => void): () => void
  /** Looks again. A single install that was found is taken into use if none is. */
  find(): Promise<GameInstall[]>
  /** The one in use, once the first search is through. */
  inUse(): Promise<GameInstall | undefined>
  /** @throws Failure `game-folder-refused` */
  use(path: string): Promise<void>
  forget(path: string): Promise<void>
}

/** Finds installs; a single one is taken into use where none is. */
async function search(parts: FindParts, choice: InstallChoice): Promise<GameInstall[]> {
  const found = await findInstalls(parts, choice)
  const only = found.length === 1 ? found[0] : undefined
  if (choice.used !== undefined || only?.executable === undefined) return found
  choice.save(only.path, choice.chosen)
  return [{ ...only, inUse: true }]
}

const isComplete = async (path: string, parts: FindParts): Promise<void> => {
  if ((await executableIn(path, parts)) !== undefined) return
  const names = (parts.recipe.executables[parts.platform.name] ?? []).join(', ')
  throw new Failure('game-folder-refused', { folder: path, names })
}

/** Keeps the list of installs. */
export function openInstalls(parts: FindParts, choice: InstallChoice, game: GameWatch): Installs {
  const { recipe, platform } = parts
  const viaSteam = startsViaSteam(recipe, platform)
  const listeners = new Set<(view: InstallsView) => void>()
  let installs: GameInstall[] = []
  let searching: Promise<GameInstall[]> | undefined

  const view = (): InstallsView => ({
    game: recipe.name,
    appId: recipe.appId,
    installs,
    warnings: installWarnings({ installs, used: choice.used, runsFrom: game.runsFrom, viaSteam }, platform),
    searching: searching !== undefined,
  })
  const announce = () => {
    for (const listener of listeners) listener(view())
  }
  const find = () => {
    if (searching) return searching
    const mine = search(parts, choice)
      .then((found) => (installs = found))
      .finally(() => {
        searching = undefined
        announce()
      })
    searching = mine
    announce()
    return mine
  }
  const first = find()
  game.onChange(announce)

  return {
    get view() {
      return view()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    find,
    async inUse() {
      await first
      await searching
      return installs.find((install) => install.inUse)
    },
    async use(path) {
      await isComplete(path, parts)
      const listed = installs.some((install) => install.path === path)
      choice.save(path, listed ? choice.chosen : [...new Set([...choice.chosen, path])])
      await searching
      await find()
    },
    async forget(path) {
      const chosen = choice.chosen.filter((folder) => folder !== path)
      choice.save(choice.used === path ? undefined : choice.used, chosen)
      await searching
      await find()
    },
  }
}
