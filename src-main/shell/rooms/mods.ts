import { BrowserWindow, dialog, shell } from 'electron'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure, isFailure } from '../../../src-preload/contract/failure.ts'
import type { Community } from '../../community/index.ts'
import { ListUnavailable, modsHandlers, openModsRoom, type ModsNeeds } from '../../mods/index.ts'
import type { AppContext } from '../context.ts'

/** A service's refusal, as a reason not to trust the list. What is not the service's fault stays what it is. */
function asUnavailable(error: unknown): unknown {
  if (!isFailure(error)) return error
  const status = error.is('http-status') ? String(error.facts.status) : error.code
  return new ListUnavailable(error.is('http-status') || error.is('gone') ? 'http-error' : 'unreachable', status)
}

/** Shows the share done on every window's taskbar entry; null takes it away. */
function showOnTaskbar(share: number | null): void {
  for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(share ?? -1)
}

function needsOf(context: AppContext, community: Pick<Community, 'listMods' | 'hashList'>): ModsNeeds {
  const { settings, profile, profileDir, demoGameDir, now, log } = context
  return {
    async listMods(fresh) {
      const reading = await community.listMods(fresh ? { maxAgeMs: 0 } : {})
      if (!reading.value) throw new Failure('gone', { host: new URL(profile.baseUrl).host })
      return { mods: reading.value, asOf: reading.asOf, stored: reading.source === 'stored' }
    },
    async hashList(modId, signal) {
      try {
        return await community.hashList(modId, signal)
      } catch (error) {
        signal.throwIfAborted()
        throw asUnavailable(error)
      }
    },
    gameDir: () => settings.settings.gameDirs[profile.id] ?? demoGameDir,
    saveGameDir: (path) => settings.change({ gameDirs: { ...settings.settings.gameDirs, [profile.id]: path } }),
    dataDir: join(profileDir, 'mods'),
    workerUrl: pathToFileURL(join(import.meta.dirname, 'hash-worker.js')),
    now,
    random: Math.random,
    log: (line, error) => (error === undefined ? log.info(line) : log.error(line, error)),
    onActivity: showOnTaskbar,
  }
}

/** Opens the mods room; the list of mods is read at once, and told when it is there. */
export async function openModsRooms(context: AppContext, community: Pick<Community, 'listMods' | 'hashList'>) {
  const needs = needsOf(context, community)
  const room = await openModsRoom(needs)
  context.onQuit(() => room.close())
  let folder = needs.gameDir()
  context.settings.onChange(() => {
    if (needs.gameDir() === folder) return
    folder = needs.gameDir()
    room.gameDirChanged()
  })
  void room.refresh().catch((error: unknown) => context.log.error('the list of mods was not read', error))
  const handlers = modsHandlers(room, needs, {
    async chooseFolder(defaultPath) {
      const { filePaths } = await dialog.showOpenDialog({ properties: ['openDirectory'], defaultPath })
      return filePaths[0]
    },
    async showFolder(path) {
      const problem = await shell.openPath(path)
      if (problem) throw new Failure('game-dir-unusable', { path, errno: problem })
    },
  })
  return { room, needs, handlers }
}
