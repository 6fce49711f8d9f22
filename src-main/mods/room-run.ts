import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { CheckOutcome, CheckProgress, CheckSummary, Distrust } from '../../src-preload/contract/mods.ts'
import { errnoOf, windowGone } from '../lib/index.ts'
import { folderOf, type RoomContext, type Running } from './room-context.ts'
import type { PoolKeeper } from './pool-keeper.ts'
import { ListUnavailable, type CheckWish, type ModRecord } from './room-shape.ts'
import type { Remembered } from './state-store.ts'
import { verifyMod, type Verified, type VerifyInput } from './verify.ts'

/** Most bytes of files without a known digest that a quick check reads; above that it says what it could not verify. */
const QUICK_LIMIT_BYTES = 256 << 20

type Report = (progress: CheckProgress) => void

/** Tells whether the game folder is there and can be listed. @throws Failure `game-dir-not-chosen`, `game-dir-unusable` */
export async function usableDir(path: string | undefined): Promise<string> {
  if (path === undefined) throw new Failure('game-dir-not-chosen', {})
  try {
    await (await opendir(path)).close()
    return path
  } catch (error) {
    throw new Failure('game-dir-unusable', { path, errno: errnoOf(error) || 'EIO' })
  }
}

type Trusted = Verified & { trusted: true }

/** Since when a full check stands: a quick one that finds the same list's files unchanged leaves its word as it was. */
function fullAtOf({ report, listDigest }: Trusted, before: Remembered | undefined, checkedAt: string): string | null {
  if (report.verdict !== 'ready') return null
  if (report.tier === 'full') return checkedAt
  return before?.listDigest === listDigest ? (before.last?.fullAt ?? null) : null
}

function summaryOf(verified: Trusted, before: Remembered | undefined, now: Date): CheckSummary {
  const { tier, verdict, counts, filesListed, unverified, bytesHashed } = verified.report
  const { durationMs } = verified
  const checkedAt = now.toISOString()
  const fullAt = fullAtOf(verified, before, checkedAt)
  return { tier, verdict, counts, filesListed, unverified, bytesHashed, durationMs, checkedAt, fullAt }
}

/** A refused list is told beside the mod's state, which stays what it was. */
function distrust({ needs, state }: RoomContext, modId: number, reason: Distrust['reason'], detail = ''): CheckOutcome {
  const told: Distrust = { reason, detail, at: needs.now().toISOString() }
  state.distrust.set(modId, told)
  return { trusted: false, distrust: told }
}

async function keep(
  context: RoomContext,
  mod: ModRecord,
  gameDir: string,
  listText: string,
  verified: Verified,
): Promise<CheckOutcome> {
  const { needs, state, store, known } = context
  if (!verified.trusted) return distrust(context, mod.id, verified.reason, verified.detail)
  const list = await verified.list()
  const before = known(mod.id, gameDir) // another one may have been chosen meanwhile
  const summary = summaryOf(verified, before, needs.now())
  const { listDigest, report } = verified
  state.distrust.delete(mod.id)
  needs.onTrusted(mod.id, list, report.problems)
  const checked = { gameDir, modId: mod.id, modName: mod.name, list, problems: report.problems }
  /** What is in memory of the present folder is not this one's to take away. */
  const keepInMemory = () => {
    if ([needs.gameDir(), state.checked.get(mod.id)?.gameDir].includes(gameDir)) state.checked.set(mod.id, checked)
  }
  keepInMemory()
  await store.saveCheck(mod.id, gameDir, { listText, modFolder: list.modFolder, problems: report.problems })
  keepInMemory() // the player may have come back to it, and to what it was before
  // a full check that was broken off can still go on after a quick one
  const paused = summary.tier === 'quick' ? (before?.paused ?? null) : null
  await store.save(mod.id, { gameDir, last: summary, listDigest, paused })
  return { trusted: true, summary }
}

function inputOf(
  { needs, store }: RoomContext,
  mod: ModRecord,
  wish: CheckWish,
  running: Running,
  report: Report,
): Omit<VerifyInput, 'listText' | 'gameDir' | 'resume'> {
  return {
    tier: wish.tier,
    modFolder: folderOf(mod),
    cacheDir: join(needs.dataDir, 'digests'),
    acceptShrunk: wish.acceptShorter,
    lastGoodCount: store
      .all()
      .get(mod.id)
      ?.find(({ last }) => last)?.last?.filesListed, // in whichever game folder
    workerUrl: needs.workerUrl,
    random: needs.random,
    now: () => needs.now().getTime(),
    quickLimitBytes: QUICK_LIMIT_BYTES,
    signal: running.control.signal,
    keepOnAbort: (reason) => reason === windowGone,
    onStart(controls) {
      running.controls = controls
      if (running.paused) controls.pause()
    },
    onProgress(progress) {
      running.progress = progress
      report(progress)
      needs.onActivity(progress.bytesTotal > 0 ? progress.bytesDone / progress.bytesTotal : 0)
    },
  }
}

/** Checks one mod, from asking for its list to what is remembered of it. */
export async function runCheck(
  context: RoomContext & { pools: PoolKeeper },
  mod: ModRecord,
  wish: CheckWish,
  running: Running,
  report: Report,
): Promise<CheckOutcome> {
  const { needs, store, known } = context
  const { signal } = running.control
  const gameDir = await usableDir(needs.gameDir())
  const before = known(mod.id, gameDir)
  const input = inputOf(context, mod, wish, running, report)
  const kept = { gameDir, last: before?.last ?? null, listDigest: before?.listDigest }
  const restore = () => store.save(mod.id, before ?? { ...kept, paused: null })
  const remember = () => {
    const { filesDone = 0, filesTotal = 0 } = running.progress ?? {}
    return store.save(mod.id, { ...kept, paused: { filesDone, filesTotal } })
  }
  const pool = context.pools.take() // its threads come up while the list is fetched
  try {
    const listText = await needs.hashList(mod.id, signal)
    if (wish.tier === 'full') void remember() // should the app die now, the next one can go on
    const verified = await verifyMod({ ...input, resume: Boolean(before?.paused), pool, listText, gameDir })
    if (!verified.trusted) await restore()
    return await keep(context, mod, gameDir, listText, verified)
  } catch (error) {
    if (error instanceof ListUnavailable) return distrust(context, mod.id, error.reason, error.message)
    if (wish.tier === 'full' && signal.reason === windowGone) await remember()
    else if (wish.tier === 'full' && signal.aborted) await store.save(mod.id, { ...kept, paused: null })
    else await restore()
    throw error
  } finally {
    pool.close()
  }
}
