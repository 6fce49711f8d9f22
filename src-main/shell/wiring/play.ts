// Tested in Electron: play.spec.ts
import { app, clipboard, net, shell } from 'electron'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import type { Reading } from '../../../src-preload/contract/community/index.ts'
import { Failure } from '../../../src-preload/contract/failure.ts'
import type { CommunityService } from '../../community/index.ts'
import { crashLogFolders, newestLog } from '../../diagnostics/index.ts'
import { externalLinks, linkProposal } from '../../links/index.ts'
import {
  Discord,
  discordPaths,
  diskView,
  keepPresence,
  platformOf,
  playHandlers,
  PlayService,
  workshopFolders,
  type PlayPorts,
} from '../../play/index.ts'
import { runTool } from '../../lib/index.ts'
import type { AppContext } from '../context.ts'
import { onWake, showFolder } from '../app-info.ts'

export interface PlayNeeds {
  community: Pick<CommunityService, 'read'>
  mods: Pick<PlayPorts, 'checkMod' | 'bringUp' | 'lastCheck' | 'mods' | 'modFolder' | 'modsDir' | 'signatureFaults'>
  seatFree: PlayPorts['seatFree']
}

/** A list of the service with its time. @throws Failure `gone` if it no longer exists */
function listed<T>(reading: Reading<T[]>, host: string) {
  if (reading.value === undefined) throw new Failure('gone', { host })
  return { list: reading.value, at: Date.parse(reading.asOf), isStored: reading.refreshFailure !== undefined }
}

/** A server's log only shows its usual restarts: an older one will do, and nobody waits long for it. */
const LOG_FRESH_MS = 10 * 60_000
const LOG_WAIT_MS = 2_000

/** Keeps the player's Discord profile up to date with the game, if the community has an application there. */
function keepDiscord({ profile, settings, onQuit }: AppContext, play: PlayService, { servers }: PlayPorts): void {
  if (!profile.discord) return
  const { clientId, page } = profile.discord
  const presence = keepPresence({
    discord: new Discord(clientId, discordPaths(process.platform, process.env)),
    game: play.game,
    recent: play.recent,
    servers,
    community: profile.name,
    page,
    isWanted: () => settings.settings.discordPresence && !settings.settings.streamerMode,
  })
  settings.onChange(presence.look)
  onQuit(presence.close)
}

/** Opens a voice plugin's package with its installer on Windows. Other systems have none, so the file is only shown. */
async function openPackage(path: string): Promise<'opened' | 'shown'> {
  if (process.platform === 'win32') {
    if (await shell.openPath(path)) throw new Failure('voice-plugin-refused', { why: 'not-opened' })
    return 'opened'
  }
  shell.showItemInFolder(path)
  return 'shown'
}

/** Electron throws if the documents were moved to a drive that is gone. */
function documentsFolder(): string | undefined {
  try {
    return app.getPath('documents')
  } catch {
    return undefined
  }
}

/** The folders of logs and missions of the install in use. */
function foldersOf({ recipe, demo }: AppContext, play: PlayService) {
  const dataFolders = () =>
    crashLogFolders({ game: recipe, gameDir: play.installs.folder, demo, env: process.env, home: homedir() })
  return {
    dataFolders,
    trash: (path: string) => shell.trashItem(path),
    async logFolder() {
      const log = await newestLog(dataFolders(), recipe.crashLogs.ending)
      return log && dirname(log.path)
    },
    showFolder,
  }
}

export function openPlay(context: AppContext, { community, mods, seatFree }: PlayNeeds) {
  const { profile, own, recipe, profileDir, settings, log, redactor, now, onQuit, work } = context
  const { host } = new URL(profile.baseUrl)
  const ports: PlayPorts = {
    ...mods,
    servers: async (maxAgeMs) => listed(await community.read('servers', {}, { maxAgeMs }), host),
    serverLog: async (serverId) => {
      const wish = { maxAgeMs: LOG_FRESH_MS, signal: AbortSignal.timeout(LOG_WAIT_MS) }
      return (await community.read('serverLog', { server_id: serverId }, wish)).value ?? []
    },
    voices: async (maxAgeMs) => listed(await community.read('teamspeaks', {}, { maxAgeMs }), host).list,
    openExternal: externalLinks((url) => shell.openExternal(url), log.info),
    // It returns a promise since Electron 44.
    copy: async (text) => clipboard.writeText(text),
    openPackage,
    hide: redactor.add,
    seatFree,
    during: (start) => work.during(start),
    playerName: () => own.get('playerNames') ?? (play.options.profileName || undefined),
  }
  const play = new PlayService({
    ports,
    platform: platformOf(process.platform, { home: homedir(), env: process.env, run: runTool, files: diskView }),
    files: diskView,
    recipe,
    voice: profile.voice,
    own,
    demo: context.demoGameDir,
    voiceScheme: () => settings.settings.voiceScheme,
    ownFolder: profileDir,
    env: process.env,
    log,
    now,
    isOnline: () => net.isOnline(),
  })
  // another program may open the other kind of link
  settings.onChangeOf(
    () => settings.settings.voiceScheme,
    () => void play.voice.findClient(),
  )
  keepDiscord(context, play, ports)
  const look = () => void play.game.look() // sees the end of the game at once when the player comes back
  app.on('browser-window-focus', look)
  onWake(context, play.wake)
  onQuit(() => {
    app.off('browser-window-focus', look)
    return play.close()
  })
  const handlers = playHandlers(play, {
    ports,
    own,
    recipe,
    documents: documentsFolder,
    openVoicePage: () => linkProposal(profile.voice.clientPage, profile, ports.openExternal),
    ...foldersOf(context, play),
    dropped: context.dropped.pathOf,
  })
  return {
    play,
    /** Absolute folders that may contain files of mods: those of all known installs and of the Workshop. */
    installFolders: async () => {
      await play.installs.inUse()
      const installs = play.installs.view.installs.map(({ path }) => path)
      return [...installs, ...workshopFolders(installs, recipe.appId)]
    },
    handlers,
  }
}
