import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { onTestFinished } from 'vitest'
import * as v from 'valibot'
import { LaunchOptions } from '../../src-preload/contract/play.ts'
import { PlayerSettings } from '../../src-preload/contract/settings.ts'
import { diskView, type FileView, type GamePlatform } from '../../src-main/play/platform/index.ts'
import type { PlayServer } from '../../src-main/play/index.ts'
import { type CommunitySettings, GameRecipe, settingsOf } from '../../src-main/settings/index.ts'
import { type RunTool } from '../../src-main/lib/index.ts'

/** A server of the community that runs. */
export const server: PlayServer = {
  id: 1,
  name: 'Harbour 1',
  modId: 5,
  appId: 107410,
  online: true,
  host: '203.0.113.5',
  port: 2302,
  password: '',
  startParameters: '@Harbour',
  slots: 110,
  playerCount: 40,
}

/** A community's own settings, in memory. */
export function ownSettings(given: Parameters<CommunitySettings['change']>[0] = {}): CommunitySettings {
  const store = {
    settings: v.parse(PlayerSettings, {}),
    change: (change: Partial<PlayerSettings>) => void Object.assign(store.settings, change),
    onChange: () => () => undefined,
  }
  const own = settingsOf(store, 'harbour')
  own.change(given)
  return own
}

/** A folder that is gone after the test. */
export async function tempFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'loadout-play-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files, given by path relative to `folder`. */
export async function write(folder: string, files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

/** A recipe with the standard values but for what is given. */
export const recipeWith = (given: v.InferInput<typeof GameRecipe> = {}): GameRecipe => v.parse(GameRecipe, given)

/** The player's switches, none but those given. */
export const optionsWith = (given: v.InferInput<typeof LaunchOptions> = {}): LaunchOptions =>
  v.parse(LaunchOptions, { noSplash: false, skipIntro: false, ...given })

/** Answers tools from recorded output, by the whole line; everything else is not there. What `reg export KEY` answers goes to its file. */
export const recordedTools =
  (records: Readonly<Record<string, string>>): RunTool =>
  async (file, args) => {
    const tool = file.split('\\').at(-1)
    const [verb, key, target = ''] = args
    const isExport = tool === 'reg.exe' && verb === 'export'
    const answer = records[[tool, ...(isExport ? [verb, key] : args)].join(' ')]
    if (answer === undefined) return { code: 1, stdout: '' }
    if (isExport) await writeFile(target, `\uFEFF${answer}`, 'utf16le')
    return { code: 0, stdout: isExport ? '' : answer }
  }

/** A Windows disk whose drive C: is a folder of this system; names in any case, as there. */
export function driveView(folder: string): FileView {
  const here = (path: string) =>
    posix.join(
      folder,
      path
        .replace(/^[a-z]:/i, '')
        .replaceAll('\\', '/')
        .toLowerCase(),
    )
  return {
    readText: (path) => diskView.readText(here(path)),
    readEnd: (path) => diskView.readEnd(here(path)),
    isFile: (path) => diskView.isFile(here(path)),
    isFolder: (path) => diskView.isFolder(here(path)),
    realPath: async (path) => ((await diskView.realPath(here(path))) === undefined ? undefined : path),
  }
}

/** A platform that is as given, over one that knows nothing. */
export const platformWith = (given: Partial<GamePlatform>): GamePlatform => ({
  name: 'linux',
  path: posix,
  folders: { home: '/nowhere', system: [], shared: [], remote: [] },
  steamRoots: () => Promise.resolve([]),
  registeredFolders: () => Promise.resolve([]),
  listsByProgram: false,
  processes: () => Promise.resolve([]),
  steamState: () => Promise.resolve(undefined),
  answersLinks: () => Promise.resolve(undefined),
  voiceFolder: () => '/nowhere',
  ...given,
})
