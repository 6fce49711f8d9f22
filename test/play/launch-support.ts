import { mkdir } from 'node:fs/promises'
import nativePath, { join } from 'node:path'
import type { GameInstall } from '../../src-preload/contract/play.ts'
import type { PlanParts, ServerToStart } from '../../src-main/play/launch/plan.ts'
import { diskView } from '../../src-main/play/platform/index.ts'
import { linuxPlatform } from '../../src-main/play/platform/linux.ts'
import { honest } from './hostile.ts'
import { standIn } from './stand-in.ts'
import { optionsWith, platformWith, recipeWith, recordedTools, tempFolder, write } from './support.ts'

export const installAt = (path: string, executable?: string): GameInstall => ({
  path,
  source: 'steam',
  executable,
  updateWaiting: false,
  inUse: true,
})
/** A server record that can be started. */
export const server = (given: Partial<ServerToStart> = {}): ServerToStart => ({
  ...honest,
  StartParameters: '@Harbour',
  appId: 107410,
  ...given,
})

/** Opens nothing; a link that arrives here is a failed test. */
export const noLinks = (url: string) => Promise.reject(new Error(`opened ${url}`))

/** A game folder with a stand-in for the game's program, started directly, as on Windows. */
export async function directGame(parts: Partial<PlanParts> = {}) {
  const folder = await tempFolder()
  await mkdir(join(folder, 'Arma 3'))
  const game = await standIn(join(folder, 'Arma 3', 'arma3launcher.exe'))
  const recipe = recipeWith({ viaSteam: [], executables: { linux: ['arma3launcher.exe'] } })
  const plan: PlanParts = {
    platform: platformWith({ path: nativePath }),
    recipe,
    install: installAt(join(folder, 'Arma 3'), 'arma3launcher.exe'),
    options: optionsWith(),
    ownFolder: join(folder, 'own folder'),
    ...parts,
  }
  return { folder, game, parts: plan }
}

/** A game folder and a stand-in for Steam's program on the PATH. */
export async function steamGame(
  parts: Partial<PlanParts> = {},
  program = 'steam',
  source: GameInstall['source'] = 'steam',
) {
  const folder = await tempFolder()
  await write(folder, { 'bin/x': '', 'game/arma3_x64.exe': '' })
  const steam = await standIn(join(folder, 'bin', program))
  const platform = linuxPlatform({
    home: folder,
    env: { PATH: `relative:${join(folder, 'bin')}` },
    run: recordedTools({}),
    files: diskView,
  })
  const plan: PlanParts = {
    platform,
    recipe: recipeWith(),
    install: { ...installAt(join(folder, 'game'), 'arma3_x64.exe'), source },
    options: optionsWith(),
    ownFolder: folder,
    ...parts,
  }
  return { folder, steam, parts: plan }
}
