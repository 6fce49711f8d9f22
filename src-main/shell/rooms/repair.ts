import { powerMonitor } from 'electron'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  hastened,
  openListHistory,
  openRepairRoom,
  openConnections,
  openUpdates,
  realClock,
  realDisk,
  repairHandlers,
  type RepairNeeds,
  sweepQuarantine,
  whoHolds,
} from '../../mods/repair/index.ts'
import { gameStatusOf, type GameWatch } from '../../play/index.ts'
import type { Problem } from '../../../src-preload/contract/mods.ts'
import type { HashList } from '../../mods/index.ts'
import { builtPath } from '../built.ts'
import type { AppContext } from '../context.ts'

/** What the mods room provides for repair. */
export type ModsForRepair = Pick<
  RepairNeeds,
  'gameDir' | 'mods' | 'lastCheck' | 'downloadUrl' | 'freshList' | 'hold' | 'changed'
>

/** What repair takes of the mods room's wiring. */
interface ModsRooms {
  forRepair: ModsForRepair
  /** The mods whose files were checked here. */
  own: () => readonly { id: number }[]
  onTrusted: (hear: (modId: number, list: HashList, problems: readonly Problem[]) => void) => void
  onListed: (hear: () => void) => void
  onKnown: (hear: () => void) => void
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
export function openRepairRooms(context: AppContext, modsRooms: ModsRooms, { installFolders, play }: PlayRoom) {
  const { forRepair: mods } = modsRooms
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
  const { history, updates } = openUpdateRoom(context, modsRooms)
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
  modsRooms.onKnown(() => safely(room.recover))
  const sweeping = setInterval(() => safely(sweep), SWEEP_EVERY_MS)
  play.game.onChange(({ running }) => {
    if (running !== null) room.gameRuns(running) // what is held for a game that is out of sight stays held
  })
  onQuit(async () => {
    clearInterval(sweeping)
    await room.close()
    await connections.close()
  })
  return { recover, handlers: repairHandlers(room, needs, { history, updates }) }
}

/** Watches the lists of the player's mods: at the start, and whenever the list of mods is read anew. */
function openUpdateRoom(
  { profileDir, now, log, onQuit }: AppContext,
  { own, forRepair, onTrusted, onListed }: ModsRooms,
) {
  const history = openListHistory(join(profileDir, 'lists'), now, log.error)
  const ownMods = () => own().map(({ id }) => id)
  const updates = openUpdates({ history, ownMods, freshList: forRepair.freshList, log: log.error })
  const failed = (error: unknown) => log.error('a list was not kept', error)
  onTrusted((...checked) => void updates.checked(...checked).catch(failed))
  onListed(() => void updates.look().catch(failed))
  onQuit(() => updates.close())
  return { history, updates }
}
