import { powerMonitor } from 'electron'
import { pathToFileURL } from 'node:url'
import {
  hastened,
  openRepairRoom,
  openConnections,
  realClock,
  realDisk,
  repairHandlers,
  type RepairNeeds,
  sweepQuarantine,
  whoHolds,
} from '../../mods/repair/index.ts'
import { gameStatusOf, type GameWatch } from '../../play/index.ts'
import type { ModsService } from '../../mods/index.ts'
import { builtPath } from '../built.ts'
import type { AppContext } from '../context.ts'

/** What the mods room provides for repair. */
export type ModsForRepair = Pick<
  RepairNeeds,
  'gameDir' | 'mods' | 'lastCheck' | 'downloadUrl' | 'listVersion' | 'hold' | 'changed'
>

/** What repair takes of the mods' wiring. */
interface OpenMods {
  service: ModsService
  forRepair: ModsForRepair
  onKnown: (listener: () => void) => void
}

/** What repair takes of the play room's wiring. */
interface PlayRoom {
  /** Absolute folders of all installs of the game. */
  installFolders: () => Promise<string[]>
  play: { game: Pick<GameWatch, 'state' | 'sure' | 'onChange'> }
}

/** The app may live in the tray for weeks. */
const SWEEP_EVERY_MS = 6 * 3_600_000

/** Opens repair and quarantine. `recover` finds what an earlier run left. */
export function openRepairRooms(context: AppContext, openMods: OpenMods, { installFolders, play }: PlayRoom) {
  const { forRepair: mods } = openMods
  const { settings, profile, profileDir, faults, now, log, onQuit } = context
  const connections = openConnections(powerMonitor, () => room.reconnect())
  const limits = () => ({
    lanes: settings.settings.downloadsAtOnce,
    bytesPerSecond: settings.settings.downloadLimitKiB * 1024,
  })
  const needs: RepairNeeds = {
    ...mods,
    otherFolders: async () => (await installFolders()).filter((folder) => folder !== mods.gameDir()),
    game: gameStatusOf(play.game),
    allowHttp: profile.mods.allowHttpDownloads,
    limits,
    dataDir: profileDir,
    get dispatcher() {
      return connections.agent
    },
    partWorkerUrl: pathToFileURL(builtPath('main/part-worker.js')),
    disk: realDisk,
    clock: hastened(realClock, faults.haste),
    now,
    whoHolds,
    log: (line, error) => log.error(line, error),
  }
  const room = openRepairRoom(needs)
  const safely = (work: () => Promise<void>) =>
    void work().catch((error: unknown) => log.error('the quarantine was not looked after', error))
  const sweep = () => sweepQuarantine(room, needs, settings.settings.quarantineDays, now())
  const recover = async (): Promise<void> => {
    await sweep().catch((error: unknown) => log.error('the quarantine was not looked after', error))
    await room.recover()
  }
  let before = { gameDir: mods.gameDir(), days: settings.settings.quarantineDays }
  settings.onChange(() => {
    room.setLimit(limits().bytesPerSecond)
    const present = { gameDir: mods.gameDir(), days: settings.settings.quarantineDays }
    if (present.gameDir !== before.gameDir) safely(recover)
    else if (present.days !== before.days) safely(sweep)
    before = present
  })
  // which mod an unfinished repair is of shows only when the mods and their folders are known
  openMods.onKnown(() => safely(room.recover))
  const sweeping = setInterval(() => safely(sweep), SWEEP_EVERY_MS)
  play.game.onChange(({ running }) => {
    if (running !== null) room.gameRuns(running) // what is held for a game that is out of sight stays held
  })
  onQuit(async () => {
    clearInterval(sweeping)
    await room.close()
    await connections.close()
  })
  return { recover, handlers: repairHandlers(room, needs, openMods.service) }
}
