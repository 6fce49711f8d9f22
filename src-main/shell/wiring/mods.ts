// Tested in Electron: mods.spec.ts
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { asWire, Failure, isFailure } from '../../../src-preload/contract/failure.ts'
import {
  filesThatDiffer,
  isPartlyInstalled,
  isUnloaded,
  type CheckSummary,
  type ModsView,
  type ModView,
} from '../../../src-preload/contract/mods.ts'
import type { CommunityService } from '../../community/index.ts'
import {
  findBlocksInThread,
  ListUnavailable,
  modsHandlers,
  type ModsNeeds,
  ModsService,
  usableDir,
} from '../../mods/index.ts'
import { type Playing, untilAborted } from '../../lib/index.ts'
import type { QueueNeeds, RepairNeeds } from '../../mods/repair/index.ts'
import { sourcesOf } from '../../settings/index.ts'
import type { ModCheck, PlayPorts } from '../../play/index.ts'
import { builtPath, showFolder } from '../app-info.ts'
import type { AppContext } from '../context.ts'
import { modsDirOf } from './mods-dirs.ts'

/** Turns a service's refusal into a reason not to trust the list. Other errors stay as they are. */
function asUnavailable(error: unknown): unknown {
  if (!isFailure(error)) return error
  const { code } = error
  if (error.is('http-status'))
    return new ListUnavailable(error.facts.status < 500 ? 'http-error' : 'unreachable', String(error.facts.status))
  if (code === 'gone') return new ListUnavailable('http-error', code)
  return new ListUnavailable(code === 'offline' || code === 'dns' || code === 'tls' ? code : 'unreachable', code)
}

function needsOf(context: AppContext, community: Pick<CommunityService, 'read' | 'hashList'>): ModsNeeds {
  const { profile, profileDir, now, log } = context
  return {
    async listMods() {
      const reading = await community.read('mods', {}, { maxAgeMs: 0 })
      const { value, asOf, state, refreshFailure } = reading
      const gone = new Failure('gone', { host: new URL(profile.baseUrl).host })
      if (!value) throw gone
      return { mods: value, asOf, refreshFailure: refreshFailure ?? (state === 'gone' ? asWire(gone) : null) }
    },
    async hashList(modId, signal) {
      try {
        return await community.hashList(modId, signal)
      } catch (error) {
        signal.throwIfAborted()
        throw asUnavailable(error)
      }
    },
    gameDir: () => modsDirOf(context),
    isMoved: () => context.own.get('modsDirs') !== undefined,
    dataDir: join(profileDir, 'mods'),
    workers: {
      mods: pathToFileURL(builtPath('main/mods-worker.js')),
      hash: pathToFileURL(builtPath('main/hash-worker.js')),
    },
    now,
    random: Math.random,
    log: log.error,
  }
}

/** Opens the mods service and reads the list of mods. */
export async function openMods(
  context: AppContext,
  community: Pick<CommunityService, 'read' | 'hashList'>,
  showProgress: Parameters<ModsService['onProgress']>[0],
) {
  const needs = needsOf(context, community)
  const mods = await ModsService.open(needs)
  mods.onProgress(showProgress)
  context.onQuit(() => mods.close())
  const look = () =>
    void mods.lists.readAll().catch((error: unknown) => context.log.error('a list was not kept', error))
  context.settings.onChangeOf(needs.gameDir, () => {
    void mods.gameDirChanged()
    look()
  })
  // reads the hash lists at the start, with each new list of mods, and for another game folder
  onKnown(mods, ({ refreshFailure }) => {
    if (!refreshFailure) look()
  })
  const reading = mods.refresh()
  reading.catch((error: unknown) => context.log.error('the list of mods was not read', error))
  const known = new Promise<void>((resolve) => onKnown(mods, () => resolve()))
  const listed = Promise.race([known, reading]) // the reading ends later, after a look at the game folder
  listed.catch(() => undefined) // whoever waits for it is told
  const handlers = modsHandlers(mods, needs, showFolder)
  context.work.follow(() => mods.view.mods.some(isBeingChecked), mods.onChange)
  return {
    service: mods,
    handlers,
    forPlay: forPlay(mods, listed, context),
    forRepair: forRepair(mods, needs, context),
    /** Pauses checks while the game runs. */
    giveWayTo(playing: Playing) {
      const { settings } = context
      const mayFetch = () => settings.settings.playingLimitKiB > 0
      playing.onChange((runs) => mods.gameRuns(runs, mayFetch()))
      settings.onChangeOf(mayFetch, () => mods.gameRuns(playing.now, mayFetch()))
    },
    onKnown: (listener: () => void) => onKnown(mods, listener),
  }
}

/** True while a mod is fully checked. What the player paused can go on in a later run, and a quick check begins by itself. */
const isBeingChecked = ({ verification: now }: ModView): boolean =>
  now.state === 'verifying' && now.tier === 'full' && (!now.paused || now.forGame)

/** Calls the listener at each new list of mods, also a stored one. */
function onKnown(mods: ModsService, listener: (view: ModsView) => void): void {
  let asOf = mods.view.asOf
  mods.onChange((view) => {
    if (view.asOf === asOf) return
    asOf = view.asOf
    listener(view)
  })
}

const reasons = { install: 'absent', update: 'outdated', repair: undefined } as const

/** A check's summary as play sees it. */
function checkOf(mods: ModsService, modId: number, last: CheckSummary): ModCheck {
  const { result, counts, tier, missingBytes, checkedAt, fullAt } = last
  const { work = 'repair' } = mods.lastCheck(modId) ?? {}
  return {
    ready: result === 'ready',
    mod: mods.mod(modId)?.name ?? `${modId}`,
    why: isPartlyInstalled(last) ? 'partial' : reasons[work],
    problems: filesThatDiffer(counts),
    tier,
    at: Date.parse(checkedAt),
    ...(fullAt !== null && { fullAt }),
    missingBytes,
  }
}

/** `listed`: settles when the list of mods is known, or could not be read. */
function forPlay(
  mods: ModsService,
  listed: Promise<void>,
  { own, now }: AppContext,
): Pick<PlayPorts, 'checkMod' | 'lastCheck' | 'mods' | 'modFolder' | 'modsDir' | 'signatureFaults'> {
  return {
    async checkMod(modId, signal, whole) {
      const outcome = await mods.check({ modId, tier: 'quick', whole }, signal)
      const known = outcome.trusted ? undefined : this.lastCheck(modId)
      // without the list, what the last check found wrong still is; only an update needs the new list
      const isWrong = known !== undefined && known.problems > 0 && known.why !== 'outdated'
      if (!outcome.trusted && isUnloaded(outcome.distrust.reason) && isWrong) return known
      if (!outcome.trusted) throw new Failure('mods-unchecked', { why: outcome.distrust.reason })
      return checkOf(mods, modId, outcome.summary)
    },
    lastCheck(modId) {
      const verification = mods.view.mods.find(({ id }) => id === modId)?.verification
      const last = verification?.last
      return last ? checkOf(mods, modId, last) : undefined
    },
    async mods(signal, maxAgeMs = Infinity) {
      if (mods.view.asOf === null)
        await untilAborted(listed, signal).catch((error: unknown) => {
          signal.throwIfAborted()
          const reason = asUnavailable(error)
          throw reason instanceof ListUnavailable ? new Failure('mods-unchecked', { why: reason.reason }) : error
        })
      if (now().getTime() - Date.parse(mods.view.asOf ?? '') > maxAgeMs) await untilAborted(mods.refresh(), signal)
      return mods.view.mods
    },
    modFolder: (modId) => mods.mod(modId)?.directory,
    modsDir: () => own.get('modsDirs'),
    signatureFaults: (...asked) => mods.lists.findSignatureFaults(...asked),
  }
}

function forRepair(mods: ModsService, needs: ModsNeeds, { profile }: AppContext) {
  return {
    community: profile.id,
    gameDir: needs.gameDir,
    mods: () => mods.view.mods.filter(({ folder }) => folder !== ''),
    lastCheck: (modId) => mods.lastCheck(modId),
    update: (id) => mods.lists.updates.find(({ modId }) => modId === id),
    missingBytes(modId) {
      const { verification } = mods.view.mods.find(({ id }) => id === modId) ?? {}
      const last = verification?.last
      return mods.lists.updates.find((update) => update.modId === modId)?.fetchBytes ?? last?.missingBytes ?? 0
    },
    problems: (modId, piece) => mods.problems(modId, piece),
    downloadUrls(modId) {
      const { downloadUrl = '', directory = '' } = mods.mod(modId) ?? {}
      return [downloadUrl, ...sourcesOf(profile, directory)]
    },
    findBlocks: (search, signal) => findBlocksInThread(search, signal, needs),
    listVersion: (modId, signal) => mods.lists.read(modId, signal),
    areFromCommunity: (modId, paths) => mods.lists.areFromCommunity(modId, paths),
    mustBeThere: () => usableDir(needs),
    doubt: (gameDir, changes) => mods.doubt(gameDir, changes),
    hold: (modId) => mods.hold(modId),
    /** Looks at a mod's files again. */
    changed: (modId) => mods.check({ modId, tier: 'quick', whole: true }, new AbortController().signal),
  } satisfies Partial<RepairNeeds> & Pick<QueueNeeds, 'missingBytes'>
}
