import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  openListHistory,
  openRepairRoom,
  openSourceAgent,
  realClock,
  realDisk,
  repairHandlers,
  type RepairNeeds,
  sweepQuarantine,
  whoHolds,
} from '../../mods/repair/index.ts'
import type { HashList } from '../../mods/index.ts'
import { builtPath } from '../built.ts'
import type { AppContext } from '../context.ts'

/** What the mods room provides for repair. */
export type ModsForRepair = Pick<
  RepairNeeds,
  'gameDir' | 'lastCheck' | 'downloadUrl' | 'freshList' | 'otherFolders' | 'hold' | 'changed'
>

/** What repair takes of the mods room's wiring. */
interface ModsRooms {
  forRepair: ModsForRepair
  onTrusted: (hear: (modId: number, list: HashList) => void) => void
}

/** Opens repair and quarantine. `recover` finds what an earlier run left; call it again when the game folder changed. */
export function openRepairRooms(context: AppContext, { forRepair: mods, onTrusted }: ModsRooms) {
  const { settings, profile, profileDir, now, log, onQuit } = context
  const dispatcher = openSourceAgent()
  const limits = () => ({
    lanes: settings.settings.downloadsAtOnce,
    bytesPerSecond: settings.settings.downloadLimitKiB * 1024,
  })
  const needs: RepairNeeds = {
    ...mods,
    allowHttp: profile.mods.allowHttpDownloads,
    limits,
    dataDir: profileDir,
    dispatcher,
    partWorkerUrl: pathToFileURL(builtPath('main/part-worker.js')),
    disk: realDisk,
    clock: realClock,
    now,
    whoHolds,
    log: (line, error) => log.error(line, error),
  }
  const room = openRepairRoom(needs)
  const history = openListHistory(join(profileDir, 'lists'), now)
  onTrusted((modId, list) => {
    history.remember(modId, list).catch((error: unknown) => log.error('the list was not kept', error))
  })
  settings.onChange(() => room.setLimit(limits().bytesPerSecond))
  onQuit(async () => {
    await room.close()
    await dispatcher.destroy()
  })
  const recover = async (): Promise<void> => {
    const gameDir = mods.gameDir()
    if (gameDir !== undefined) await sweepQuarantine(realDisk, gameDir, settings.settings.quarantineDays, now())
    await room.recover()
  }
  return { room, history, recover, handlers: repairHandlers(room, needs, history) }
}
