// Tested in Electron: repair.spec.ts
import { powerMonitor } from 'electron'
import { homedir } from 'node:os'
import { pathToFileURL } from 'node:url'
import { toWire } from '../../../src-preload/contract/failure.ts'
import {
  realClock,
  openDisk,
  ownDataDir,
  repairHandlers,
  type RepairNeeds,
  RepairService,
  sessionKey,
  SourceConnections,
  whoHolds,
} from '../../mods/repair/index.ts'
import { gameStatusOf, type GameWatch } from '../../play/index.ts'
import { FileDigests, type ModsService } from '../../mods/index.ts'
import { builtPath } from '../built.ts'
import type { AppContext } from '../context.ts'
import { showFolder } from '../show-folder.ts'

/** What mods provides for repair. */
export type ModsForRepair = Pick<
  RepairNeeds,
  | 'gameDir'
  | 'mods'
  | 'lastCheck'
  | 'problems'
  | 'downloadUrls'
  | 'findBlocks'
  | 'listVersion'
  | 'wrote'
  | 'hold'
  | 'changed'
>

/** What repair takes of the wiring of mods. */
interface Mods {
  service: ModsService
  forRepair: ModsForRepair
  onKnown: (listener: () => void) => void
}

/** What repair takes of the wiring of play. */
interface Play {
  /** Absolute folders of all installs of the game. */
  installFolders: () => Promise<string[]>
  play: { game: Pick<GameWatch, 'state' | 'sure' | 'onChange'> }
}

/** The app may live in the tray for weeks. */
const SWEEP_EVERY_MS = 6 * 3_600_000

/** Opens repair and quarantine. `recover` finds what an earlier run left. */
export function openRepair(context: AppContext, mods: Mods, { installFolders, play }: Play) {
  const { forRepair } = mods
  const { settings, profile, profileDir, now, log, requests, uncaught, onQuit } = context
  const connections = new SourceConnections(powerMonitor, profile.baseUrl, () => service.reconnect())
  const digests = new FileDigests(pathToFileURL(builtPath('main/hash-worker.js')))
  const limits = () => ({
    concurrency: settings.settings.downloadsAtOnce,
    bytesPerSecond: settings.settings.downloadLimitKiB * 1024,
  })
  const needs: RepairNeeds = {
    ...forRepair,
    otherFolders: async () => (await installFolders()).filter((folder) => folder !== forRepair.gameDir()),
    game: gameStatusOf(play.game),
    allowHttp: profile.mods.allowHttpDownloads,
    limits,
    dataDir: profileDir,
    connections: () => connections.present,
    disk: openDisk(sessionKey(ownDataDir(process.env, homedir()))),
    digestOf: digests.digestOf,
    clock: realClock,
    now,
    whoHolds,
    log: (line, error) => log.error(line, error),
    failed: (error) => requests.add({ kind: 'tell-failure', failure: toWire(error, log.incident) }),
  }
  const service = new RepairService(needs)
  const safely = (work: () => Promise<void>) =>
    void work().catch((error: unknown) => log.error('the quarantine was not looked after', error))
  const sweep = () => service.sweepQuarantine(settings.settings.quarantineDays, now())
  const recover = async (): Promise<void> => {
    await sweep().catch((error: unknown) => log.error('the quarantine was not looked after', error))
    await service.recover()
  }
  let before = { gameDir: forRepair.gameDir(), days: settings.settings.quarantineDays }
  settings.onChange(() => {
    service.setLimit(limits().bytesPerSecond)
    const present = { gameDir: forRepair.gameDir(), days: settings.settings.quarantineDays }
    if (present.gameDir !== before.gameDir) safely(recover)
    else if (present.days !== before.days) safely(sweep)
    before = present
  })
  // which mod an unfinished repair is of shows only when the mods and their folders are known
  mods.onKnown(() => safely(() => service.recover()))
  const sweeping = setInterval(() => safely(sweep), SWEEP_EVERY_MS)
  play.game.onChange(({ running }) => {
    if (running !== null) service.gameRuns(running) // what is paused for a game that is out of sight stays paused
  })
  uncaught.onFailure(() => service.stopAll())
  onQuit(async () => {
    clearInterval(sweeping)
    await service.close()
    connections.close()
    await digests.close()
  })
  return { recover, handlers: repairHandlers(service, needs, mods.service.lists, showFolder) }
}
