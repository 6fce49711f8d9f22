// Tested in Electron: mods.spec.ts
import { join } from 'node:path'
import { plainFs, topicOf } from '../lib/index.ts'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { DomainHandlers } from '../../src-preload/contract/members.ts'
import type { modsContract } from '../../src-preload/contract/mods.ts'
import { shownProblem } from './check/index.ts'
import type { ModsService } from './service.ts'
import { usableDir } from './thread.ts'
import { folderOf, type ModsNeeds } from './types.ts'

/** @param showFolder shows an absolute folder in the file manager */
export function modsHandlers(
  mods: ModsService,
  needs: ModsNeeds,
  showFolder: (path: string) => Promise<void>,
): DomainHandlers<typeof modsContract> {
  return {
    state: topicOf(() => mods.view, mods.onChange),
    running: topicOf(() => mods.running, mods.onProgress),
    refresh: () => mods.refresh(),
    check: (wish, { signal }) => mods.check(wish, signal),
    pause: ({ modId }) => mods.setPaused(modId, true),
    resume: ({ modId }) => mods.setPaused(modId, false),
    forget: ({ modId }) => mods.forget(modId),
    async problems({ modId, piece }) {
      const { problems, pieces } = await mods.problems(modId, piece)
      return { problems: problems.map(shownProblem), pieces }
    },
    async openFolder({ modId }) {
      const gameDir = await usableDir(needs)
      const folder = folderOf(mods.mod(modId))
      if (folder === undefined) throw new Failure('mod-not-checkable', { id: modId })
      const own = join(gameDir, folder)
      const shown = (await plainFs.promises.stat(own).catch(() => undefined))?.isDirectory() ? own : gameDir
      return { pressOr: { kind: 'open-folder', folder: shown }, yes: () => showFolder(shown) }
    },
  }
}
