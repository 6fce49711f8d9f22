// Tested in Electron: repair.spec.ts
import { app, BrowserWindow, net, powerMonitor } from 'electron'
import { pathToFileURL } from 'node:url'
import { toWire } from '../../../src-preload/contract/failure.ts'
import { limitsOf, type PlayerSettings } from '../../../src-preload/contract/settings.ts'
import {
  Ahead,
  isMetered,
  ModsMover,
  realClock,
  openOwnDisk,
  openSourceConnections,
  PartDigests,
  moveHandlers,
  repairHandlers,
  type MoveNeeds,
  type RepairNeeds,
  RepairQueue,
  RepairService,
  whoHolds,
} from '../../mods/repair/index.ts'
import { FileDigests, foldKey, type ModsService } from '../../mods/index.ts'
import { after } from '../../lib/index.ts'
import type { WorkProgress } from '../../desktop/index.ts'
import { type Notice, RepairNotices, restingMods, stoppedMods } from '../../notifications/index.ts'
import { builtPath, onWake, showFolder } from '../app-info.ts'
import type { AppContext } from '../context.ts'
import type { openMods } from './mods.ts'
import { modsDirs } from './mods-dirs.ts'
import type { openPlay } from './play.ts'

interface RepairParts {
  mods: Awaited<ReturnType<typeof openMods>>
  play: ReturnType<typeof openPlay>
  progress: WorkProgress
  notify: (notice: Notice) => void
}

/** The quarantine is swept this often, because the app may run in the tray for weeks. */
const SWEEP_EVERY_MS = 6 * 3_600_000

/**
 * Keeps the quarantine within its limits. The player is told before anything beyond them is deleted, in a window that has the focus: what is
 * told to a hidden one is told to nobody. Returns the function that sweeps.
 */
function openSweep({ settings, requests, now, log, onQuit }: AppContext, service: RepairService): () => void {
  const announce = (bytes: number, since: number) => {
    app.off('browser-window-focus', sweep)
    if (!BrowserWindow.getFocusedWindow()) return void app.once('browser-window-focus', sweep)
    settings.change({ quarantineSince: since })
    requests.add({ kind: 'show-quarantine', bytes, since })
  }
  const sweep = () => {
    const { quarantineSince: since } = settings.settings
    service
      .sweepQuarantine({ limits: limitsOf(settings.settings), since, now: now(), announce })
      .catch((error: unknown) => log.error('the quarantine was not looked after', error))
  }
  settings.onChangeOf(() => limitsOf(settings.settings), sweep)
  const sweeping = setInterval(sweep, SWEEP_EVERY_MS)
  onQuit(() => clearInterval(sweeping))
  return sweep
}

const AHEAD_EVERY_MS = 600_000
const AWAY_S = 300

/** Fetches updates while nobody uses the computer and nothing else runs. */
function openAhead(
  { settings, profileDir, log, uncaught, onQuit }: AppContext,
  { mods, play: { play } }: RepairParts,
  service: RepairService,
  queue: RepairQueue,
): Ahead {
  const isAway = () => powerMonitor.getSystemIdleTime() >= AWAY_S && play.game.state.running === false
  const mayBegin = () => settings.settings.fetchAhead && isAway() && queue.left.length === 0
  const failed = (modId: number, error: unknown) => log.info(`mod ${modId} was not fetched ahead: ${String(error)}`)
  const { lists } = mods.service
  const of = { lists, check: mods.forRepair.changed, service, dataDir: profileDir, log: log.error }
  const ahead = new Ahead({ ...of, mayBegin, isMetered: () => isMetered(), failed, after })
  const look = () => void ahead.look()
  mods.service.lists.onUpdates(look)
  play.game.onChange(look)
  const looking = setInterval(look, AHEAD_EVERY_MS) // no event says that the player is away
  const end = () => {
    ahead.close()
    clearInterval(looking)
  }
  uncaught.onFailure(end)
  onQuit(end)
  return ahead
}

/** Moves mods while the game does not run. */
function openMover(
  context: AppContext,
  needs: Omit<MoveNeeds, 'dirs' | 'log' | 'stopAhead'>,
  { play: { play }, progress }: RepairParts,
  service: RepairService,
): ModsMover {
  const [dirs, stopAhead] = [modsDirs(context, play.installs), () => service.stopAhead()]
  const mover = new ModsMover({ ...needs, dirs, stopAhead, log: context.log })
  mover.onChange(() => progress.moves(mover.place.move))
  play.game.onChange(({ running }) => void mover.follow(running))
  return mover
}

const paceOf = ({ downloadsAtOnce, downloadLimitKiB, playingLimitKiB }: PlayerSettings) => ({
  concurrency: downloadsAtOnce,
  bytesPerSecond: downloadLimitKiB * 1024,
  playing: playingLimitKiB * 1024,
})

/** How often to look for a disk or a network that is gone, because no event says that it is back. */
const RETURN_EVERY_MS = 3_000

function watchForReturns({ onQuit }: AppContext, mods: ModsService, queue: RepairQueue, mover: ModsMover): void {
  const looking = setInterval(() => {
    if (!mods.view.gameDirExists) void mods.lookForGameDir()
    void queue.lookForFolder()
    queue.lookForNetwork()
    void mover.lookForDisks()
  }, RETURN_EVERY_MS)
  onQuit(() => clearInterval(looking))
}

/** Names the mods with an update in the tray. */
function showUpdates(mods: ModsService, progress: WorkProgress): void {
  const show = () => progress.updates(mods.lists.updates.flatMap(({ modId }) => mods.mod(modId)?.name ?? []))
  mods.lists.onUpdates(show)
  show()
}

/** Tells of the repairs in the taskbar and the tray, and by notices while the window has no focus. */
function tellOfRepairs(
  { now }: AppContext,
  { mods, progress, notify }: RepairParts,
  service: RepairService,
  queue: RepairQueue,
): RepairNotices {
  const notices = new RepairNotices(mods.service)
  const rest = () =>
    progress.rests(restingMods(service.states, queue.view, mods.service, mods.service.lists.updates)[0])
  const tell = () => {
    progress.repairs(service.states, queue.view)
    rest()
    const stopped = stoppedMods(service.states, queue.view, mods.service)
    const due = [...notices.of(service.states), ...notices.ofStopped(stopped, now().getTime())]
    if (!BrowserWindow.getFocusedWindow()) due.forEach(notify)
  }
  service.onChange(tell)
  queue.onChange(tell)
  rest()
  let wasThere = true
  mods.service.onChange(({ gameDirExists }) => {
    if (wasThere === gameDirExists) return rest()
    wasThere = gameDirExists
    tell()
  })
  return notices
}

/**
 * Brings up mods for a join, as `PlayPorts.bringUp`. Ends at the first that does not come up: without it, a join could only fail. The queue
 * goes on with the others, as after a join that the player has cancelled.
 */
async function bringUp(
  modIds: readonly number[],
  signal: AbortSignal,
  { service, queue, notices }: { service: RepairService; queue: RepairQueue; notices: RepairNotices },
): Promise<boolean> {
  await service.space.mustFitAll(modIds, []) // what waits in the queue comes after a join
  for (const [at, modId] of modIds.entries()) {
    const work = () => queue.bringUp(modId, signal, modIds.slice(at + 1))
    if (!(await notices.without(modId, work))) return at > 0
    if (service.stateOf(modId)?.outcome?.stopped) return true
  }
  return true
}

/** Reads and writes the files of mods. */
function openFiles({ profileDir: dataDir, now, log }: AppContext, { digestOf }: FileDigests) {
  const disk = openOwnDisk(process.env)
  const parts = new PartDigests({ disk, digestOf, now, dataDir, log: log.error })
  return { disk, digestOf: parts.digestOf, keepParts: () => parts.keep() }
}

/** Counts repairs as work, except what the player has paused, because it can go on in a later run. */
function countRepairs({ work }: AppContext, mods: ModsService, service: RepairService): void {
  const paused = () => service.states.filter(({ phase, forGame }) => phase === 'paused' && !forGame)
  const isPaused = (of: string) =>
    paused().some(({ modId }) => foldKey(mods.mod(modId)?.directory ?? '') === foldKey(of))
  work.follow(() => mods.view.mods.some(({ folder, held }) => held && !isPaused(folder)), service.onChange)
}

/** Continues in the game folder that is used from now on. */
async function useFolder(
  mods: ModsService,
  queue: RepairQueue,
  mover: ModsMover,
  recover: () => Promise<void>,
): Promise<void> {
  await recover()
  await mover.rests()
  if (mods.view.asOf !== null) await queue.goOn() // otherwise it does once the mods are known
}

/** Opens repair and quarantine. `recover` continues or undoes what an earlier run left. */
export function openRepair(context: AppContext, parts: RepairParts) {
  const { mods, progress } = parts
  const { installFolders, play } = parts.play
  const { forRepair } = mods
  const { settings, profile, profileDir, userData, demo, now, log, requests, uncaught, onQuit } = context
  const connections = openSourceConnections(profile.baseUrl)
  const digests = new FileDigests(pathToFileURL(builtPath('main/hash-worker.js')))
  const files = openFiles(context, digests)
  const limits = () => paceOf(settings.settings)
  const needs: RepairNeeds = {
    ...forRepair,
    queued: () => queue.left,
    otherFolders: async () => (await installFolders()).filter((folder) => folder !== forRepair.gameDir()),
    game: play.game,
    allowHttp: profile.mods.allowHttpDownloads,
    limits,
    dataDir: profileDir,
    speedDir: demo ? profileDir : userData, // the demo's service is this computer
    connections,
    ...files,
    clock: realClock,
    now,
    whoHolds,
    log: (line, error) => log.error(line, error),
    failed: (error) => requests.add({ kind: 'show-failure', failure: toWire(error, log.incident) }),
  }
  const service = new RepairService(needs)
  countRepairs(context, mods.service, service)
  showUpdates(mods.service, progress)
  const mover = openMover(context, { ...needs, moved: (...at) => queue.moved(...at) }, parts, service)
  const queueNeeds = { isOnline: () => net.isOnline(), missingBytes: forRepair.missingBytes }
  const queue = new RepairQueue({ ...needs, service, ...queueNeeds, check: forRepair.changed })
  const notices = tellOfRepairs(context, parts, service, queue)
  const safely = (work: () => Promise<void>) =>
    void work().catch((error: unknown) => log.error('what an earlier run left was not continued', error))
  const sweep = openSweep(context, service)
  const recover = () => service.recover().then(sweep)
  const goOn = async (): Promise<void> => {
    await mover.recover()
    await service.recover()
    await queue.goOn()
  }
  settings.onChange(mover.look)
  settings.onChangeOf(limits, () => {
    service.limitsChanged()
    queue.look()
  })
  settings.onChangeOf(forRepair.gameDir, () => safely(() => useFolder(mods.service, queue, mover, recover)))
  // an unfinished repair can continue only when its mod and the mod's folder are known
  mods.onKnown(() => safely(goOn))
  play.game.onChange(({ running }) => {
    if (running === null) return // unknown: what is paused stays paused
    service.gameRuns(running)
    queue.look()
  })
  uncaught.onFailure(() => {
    void queue.close()
    service.stopAll()
    void mover.stop()
  })
  onQuit(async () => {
    await mover.stop()
    await queue.close()
    await service.close()
    await connections.close()
    await digests.close()
  })
  // after that step, because at the end these two stop before it
  watchForReturns(context, mods.service, queue, mover)
  onWake(context, () => {
    service.reconnect()
    connections.renew()
  })
  return {
    recover,
    bringUp: (modIds: readonly number[], signal: AbortSignal) => bringUp(modIds, signal, { service, queue, notices }),
    handlers: {
      ...repairHandlers(service, queue, needs, openAhead(context, parts, service, queue), showFolder),
      ...moveHandlers(mover, showFolder),
    },
  }
}
