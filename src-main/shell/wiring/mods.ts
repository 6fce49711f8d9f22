import { BrowserWindow, dialog, shell } from 'electron'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure, isFailure } from '../../../src-preload/contract/failure.ts'
import { filesThatDiffer, type CheckSummary } from '../../../src-preload/contract/mods.ts'
import type { Community } from '../../community/index.ts'
import { ListUnavailable, modsHandlers, openModsRoom, type ModsNeeds, type ModsRoom } from '../../mods/index.ts'
import type { Playing } from '../../lib/index.ts'
import type { ModCheck, PlayPorts } from '../../play/index.ts'
import { builtPath } from '../built.ts'
import type { AppContext } from '../context.ts'
import type { ModsForRepair } from './repair.ts'

/** Hears a list that was trusted, and what a check by it found. */
type HearTrusted = ModsNeeds['onTrusted']

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

function needsOf(
  context: AppContext,
  community: Pick<Community, 'listMods' | 'hashList'>,
  heard: ReadonlySet<HearTrusted>,
): ModsNeeds {
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
    workerUrl: pathToFileURL(builtPath('main/hash-worker.js')),
    now,
    random: Math.random,
    log: (line, error) => (error === undefined ? log.info(line) : log.error(line, error)),
    onTrusted: (...trusted) => heard.forEach((hear) => hear(...trusted)),
    onActivity: showOnTaskbar,
  }
}

/** Opens the mods room; the list of mods is read at once, and told when it is there. */
export async function openModsRooms(context: AppContext, community: Pick<Community, 'listMods' | 'hashList'>) {
  const heard = new Set<HearTrusted>()
  const needs = needsOf(context, community, heard)
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
  return {
    handlers,
    forPlay: forPlay(room),
    /** True while a mod is checked or repaired. */
    isBusy: () => room.view.mods.some(({ held, verification }) => held || verification.state === 'verifying'),
    /** Hears whatever may have changed that. */
    onBusy: (hear: () => void) => room.onChange(hear),
    /** The mods whose files were checked here. */
    own: () => room.view.mods.filter(({ verification }) => 'last' in verification && verification.last !== null),
    forRepair: forRepair(room, needs),
    /** Pauses checks while the game runs. */
    giveWayTo: (playing: Playing) => void playing.onChange((runs) => room.gameRuns(runs)),
    onTrusted: (hear: HearTrusted) => void heard.add(hear),
    /** Calls when the list of mods was read anew from the service. */
    onListed: (hear: () => void) => onListed(room, hear),
    /** Calls when another list of mods is known, a stored one included. */
    onKnown: (hear: () => void) => onKnown(room, hear),
  }
}

function onListed(room: ModsRoom, hear: () => void): void {
  let asOf: string | null = null
  const look = (view: ModsRoom['view']) => {
    if (view.asOf === asOf || view.stored) return
    asOf = view.asOf
    hear()
  }
  look(room.view)
  room.onChange(look)
}

function onKnown(room: ModsRoom, hear: () => void): void {
  let asOf = room.view.asOf
  room.onChange((view) => {
    if (view.asOf === asOf) return
    asOf = view.asOf
    hear()
  })
}

const noReport = () => undefined

/** A check's summary as play sees it. */
function checkOf(room: ModsRoom, modId: number, { verdict, counts, tier, checkedAt }: CheckSummary): ModCheck {
  const last = room.lastCheck(modId)
  const wrong = (last?.problems ?? []).filter(({ result }) => result !== 'extra')
  const sizes = new Map(last?.list.entries.map((entry) => [entry.path, 'size' in entry ? entry.size : 0]))
  const missingBytes = wrong
    .filter(({ result }) => result !== 'case-differs')
    .reduce((bytes, { path }) => bytes + (sizes.get(path) ?? 0), 0)
  return {
    ready: verdict === 'ready',
    mod: room.mod(modId)?.name ?? `${modId}`,
    problems: filesThatDiffer(counts),
    tier,
    at: Date.parse(checkedAt),
    missingBytes,
  }
}

/** What play asks of the mods. */
function forPlay(room: ModsRoom): Pick<PlayPorts, 'checkMod' | 'lastCheck' | 'modListing'> {
  return {
    async checkMod(modId, signal) {
      const outcome = await room.check({ modId, tier: 'quick' }, signal, noReport)
      if (!outcome.trusted) throw new Failure('mods-unchecked', { why: outcome.distrust.reason })
      return checkOf(room, modId, outcome.summary)
    },
    lastCheck(modId) {
      const verification = room.view.mods.find(({ id }) => id === modId)?.verification
      const last = verification && 'last' in verification ? verification.last : null
      return last ? checkOf(room, modId, last) : undefined
    },
    async modListing(modId) {
      const list = room.lastCheck(modId)?.list ?? (await room.freshList(modId, new AbortController().signal))
      if (!list) return undefined
      const paths = list.entries.flatMap((entry) => (entry.kind === 'unsafe-path' ? [] : [entry.path]))
      return { folder: list.modFolder, paths }
    },
  }
}

/** What repair asks of the mods. */
function forRepair(room: ModsRoom, needs: ModsNeeds): ModsForRepair {
  return {
    gameDir: needs.gameDir,
    mods: () => room.view.mods.filter(({ folder }) => folder !== ''),
    lastCheck: room.lastCheck,
    downloadUrl: (modId) => room.mod(modId)?.downloadUrl || undefined,
    freshList: room.freshList,
    hold: room.hold,
    async changed(modId) {
      await room.check({ modId, tier: 'quick' }, new AbortController().signal, noReport)
    },
  }
}
