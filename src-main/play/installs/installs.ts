import { Failure } from '../../../src-preload/contract/failure.ts'
import type { GameInstall, InstallsView } from '../../../src-preload/contract/play.ts'
import type { GameWatch } from '../game-watch.ts'
import type { Log } from '../../lib/index.ts'
import { startsViaSteam } from '../launch/plan.ts'
import { executableIn, findInstalls, type FindParts } from './find.ts'
import { installWarnings, type InstallFacts } from './wrong-install.ts'

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
  /** The one in use, once a search came through. @throws why it did not; the next call searches anew */
  inUse(): Promise<GameInstall | undefined>
  /** @throws Failure `game-folder-refused` */
  use(path: string): Promise<void>
  forget(path: string): Promise<void>
}

/** Finds installs; a single one is taken into use where none is, for this run only where that cannot be saved. */
async function search(parts: FindParts, choice: InstallChoice, log: Log['error']): Promise<GameInstall[]> {
  const found = await findInstalls(parts, choice)
  const only = found.length === 1 ? found[0] : undefined
  if (choice.used !== undefined || only?.executable === undefined) return found
  try {
    choice.save(only.path, choice.chosen)
  } catch (error) {
    log('the install in use was not saved', error)
  }
  return [{ ...only, inUse: true }]
}

const isComplete = async (path: string, parts: FindParts): Promise<void> => {
  if ((await executableIn(path, parts)) !== undefined) return
  const names = (parts.recipe.executables[parts.platform.name] ?? []).join(', ')
  throw new Failure('game-folder-refused', { folder: path, names })
}

const viewOf = (
  { recipe, platform }: FindParts,
  facts: Omit<InstallFacts, 'viaSteam'> & Pick<InstallsView, 'installs'>,
  searching: boolean,
): InstallsView => ({
  game: recipe.name,
  appId: recipe.appId,
  installs: facts.installs,
  warnings: installWarnings({ ...facts, viaSteam: startsViaSteam(recipe, platform) }, platform),
  searching,
})

/** Keeps the list of installs. */
export function openInstalls(parts: FindParts, choice: InstallChoice, game: GameWatch, log: Log['error']): Installs {
  const listeners = new Set<(view: InstallsView) => void>()
  let installs: GameInstall[] = []
  let isKnown = false
  let searching: Promise<GameInstall[]> | undefined

  const view = () => viewOf(parts, { installs, used: choice.used, runsFrom: game.runsFrom }, searching !== undefined)
  const announce = () => {
    for (const listener of listeners) listener(view())
  }
  const find = () => {
    if (searching) return searching
    const mine = search(parts, choice, log)
      .then((found) => {
        isKnown = true
        return (installs = found)
      })
      .finally(() => {
        searching = undefined
        announce()
      })
    searching = mine
    announce()
    return mine
  }
  /** Waits for the search that is under way, however it ends. */
  const settled = () => searching?.catch(() => undefined)
  find().catch((error: unknown) => log('the installs were not found', error))
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
      if (isKnown) await settled()
      else await find()
      return installs.find((install) => install.inUse)
    },
    async use(path) {
      await isComplete(path, parts)
      const listed = installs.some((install) => install.path === path)
      choice.save(path, listed ? choice.chosen : [...new Set([...choice.chosen, path])])
      await settled()
      await find()
    },
    async forget(path) {
      const chosen = choice.chosen.filter((folder) => folder !== path)
      choice.save(choice.used === path ? undefined : choice.used, chosen)
      await settled()
      await find()
    },
  }
}
