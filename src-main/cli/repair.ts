import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type { Connections } from '../http/index.ts'
import { type Checked, type LastCheck, FileDigests, findBlocksInThread, parseHashList } from '../mods/index.ts'
import {
  openSourceConnections,
  realClock,
  openOwnDisk,
  type RepairNeeds,
  RepairService,
  whoHolds,
} from '../mods/repair/index.ts'
import { stopCause } from '../../src-preload/contract/repair-cause.ts'
import { escapeHidden, urlOf } from '../lib/index.ts'
import { type GivenProfile, sourcesOf } from '../settings/index.ts'
import { type GameWatch, mustBeClosed } from '../play/index.ts'
import { carryOut } from './carry-out.ts'
import { openGameWatch, otherInstalls } from './game.ts'
import { readList } from './list-source.ts'
import { mustLieIn } from './mod-place.ts'
import { profileOf } from './profile.ts'
import { interruptedText, outcomeText, planText, repairOutput } from './repair-text.ts'
import { readModSource } from './repair-source.ts'
import { cacheDir, Exit, files, Usage, writeJson, type Terminal } from './terminal.ts'
import { checkFiles, distrustOutput, distrustText, verifyOptions, wishOf, type VerifyWish } from './verify.ts'

const repairOptions = {
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean' },
  /** Also move files that are not in the list to the quarantine. */
  'set-aside-extras': { type: 'boolean', default: false },
  'allow-http': { type: 'boolean' },
  /** The user says that the game is closed. Counts if the system cannot tell. */
  'game-closed': { type: 'boolean' },
  /** Download address. A list from a file needs it. */
  source: { type: 'string' },
} as const

type RepairWish = ReturnType<typeof parseArgs<{ options: typeof repairOptions }>>['values']

interface RepairJob {
  wish: RepairWish
  check: VerifyWish
  terminal: Terminal
  signal: AbortSignal
}

async function agreed({ wish, terminal: { stderr }, signal }: RepairJob): Promise<boolean> {
  if (wish.yes) return true
  if (!process.stdin.isTTY || !stderr.isTTY)
    throw new Usage('repair asks before it changes anything: add --yes, or --dry-run to only see the plan')
  const line = createInterface({ input: process.stdin, output: stderr })
  try {
    return /^\s*(y|j)/i.test(await line.question('Continue? [y/N] ', { signal }))
  } catch (error) {
    stderr.write('\nnothing was changed\n')
    throw error
  } finally {
    line.close()
  }
}

/** The parts of a repair besides the job. */
interface Given {
  checked: LastCheck & Pick<Checked, 'problems'>
  downloadUrls: readonly string[]
  profile: GivenProfile | undefined
  game: GameWatch
  /** Called with a bug that ended the repair. */
  failed: (error: unknown) => void
}

function needsOf(
  { check, terminal, wish }: RepairJob,
  given: Given,
  connections: Connections,
  digests: FileDigests,
): RepairNeeds {
  const { checked, downloadUrls, profile, game, failed } = given
  const log: RepairNeeds['log'] = (line, error) =>
    void terminal.stderr.write(`${escapeHidden(`${line}: ${String(error)}`)}\n`)
  const listVersion: RepairNeeds['listVersion'] = async (_, within) => {
    const reading = parseHashList(await readList(check.source, within), checked.modFolder)
    return reading.trusted ? reading.list.version : undefined
  }
  return {
    community: profile?.profile.id,
    gameDir: () => check.gameDir,
    mods: () => [{ id: checked.modId, name: checked.modName, folder: checked.modFolder }],
    lastCheck: () => checked,
    problems: () => Promise.resolve({ problems: checked.problems, pieces: 1 }),
    downloadUrls: () => downloadUrls,
    listVersion,
    areFromCommunity: () => Promise.resolve(false),
    otherFolders: () => otherInstalls(check.gameDir, profile, terminal.env),
    mustBeThere: () => Promise.resolve(),
    hold: () => Promise.resolve(() => undefined),
    game,
    changed: () => Promise.resolve(),
    allowHttp: wish['allow-http'] ?? profile?.profile.mods.allowHttpDownloads ?? false,
    limits: () => ({ concurrency: 4, bytesPerSecond: 0 }),
    dataDir: cacheDir(terminal.env),
    speedDir: cacheDir(terminal.env),
    connections,
    disk: openOwnDisk(terminal.env),
    digestOf: digests.digestOf,
    findBlocks: (search, within) => findBlocksInThread(search, within, { workers: terminal.workers, log }),
    clock: realClock,
    now: () => new Date(),
    whoHolds,
    failed,
    log,
  }
}

/** Limit of plans. The list may change during a repair, but not again and again. */
const MOST_PLANS = 3

class ListUnsteady extends Error {
  readonly code = 'list-changed'
  constructor() {
    super('the hash list keeps changing; try again later')
  }
}

/**
 * Shows the plan and carries it out if the user agrees. `state` undefined: nothing was changed.
 * @throws Failure `game-running`, `game-unseen` before any change
 */
async function planAndDo(job: RepairJob, given: Given, service: RepairService) {
  const { wish, check, terminal } = job
  const plan = await service.plans.whole(given.checked.modId)
  const setAside = wish['set-aside-extras']
  const todo = plan.fetch.length + plan.rename.length + (setAside ? plan.extras.length : 0)
  if (!check.json) terminal.stdout.write(planText(plan, setAside))
  if (wish['dry-run'] || todo === 0 || !(await agreed(job))) return { plan, state: undefined }
  if (wish['game-closed']) given.game.sayClosed() // only now, because the steps before may take long
  await mustBeClosed(given.game)
  return {
    plan,
    state: await carryOut({ service, plan, setAside, game: given.game, terminal, signal: job.signal }),
  }
}

/** Returns the exit code, or `list-changed` if a new plan is needed. */
async function repair(job: RepairJob, verified: Checked): Promise<number | 'list-changed'> {
  const { wish, check, terminal, signal } = job
  mustLieIn(check.gameDir, verified.modFolder)
  const { modId, name, downloadUrl } = await readModSource(check.source, wish.source, signal)
  const filesStay = verified.counts.ok + verified.unverified
  const checkedAt = new Date().toISOString()
  const checked = { ...verified, modId, modName: name, filesStay, checkedAt }
  const profile = check.community ? profileOf(check.community) : undefined
  const game = openGameWatch(profile, terminal.env)
  const bugs: unknown[] = []
  const failed = (bug: unknown) => void bugs.push(bug)
  const more = profile && wish.source === undefined ? sourcesOf(profile.profile, checked.modFolder) : []
  const given: Given = { checked, downloadUrls: [downloadUrl ?? '', ...more], profile, game, failed }
  // an address from the command line is trusted, one from a service's record is not
  const named = wish.source ?? ('file' in check.source ? undefined : check.source.baseUrl)
  const connections = openSourceConnections(named !== undefined && urlOf(named) ? named : 'https://nowhere.invalid')
  const digests = new FileDigests(terminal.workers.hash)
  const service = new RepairService(needsOf(job, given, connections, digests))
  const { plan, state } = await planAndDo(job, given, service).finally(async () => {
    game.close()
    await service.close()
    await connections.close()
    await digests.close()
  })
  if (bugs.length > 0) throw bugs[0]
  if (!state) {
    const { filesListed } = verified
    const isReady = verified.result === 'ready'
    if (check.json) writeJson(terminal.stdout, repairOutput(verified, plan, undefined))
    else if (isReady) terminal.stdout.write(`ready: ${files(filesListed)} as listed\n`)
    else terminal.stdout.write(`damaged: ${files(filesListed - filesStay)} not as listed\n`)
    return isReady ? Exit.ready : Exit.damaged
  }
  if (signal.aborted) {
    terminal.stderr.write(interruptedText(state))
    signal.throwIfAborted()
  }
  const { outcome } = state
  const stopped = stopCause(outcome)?.kind
  if (stopped === 'list-changed') return 'list-changed'
  const isWhole = outcome?.stopped === null && outcome.troubles.length === 0
  const again =
    check.cache && !isWhole && stopped !== 'folder-gone'
      ? await checkFiles({ ...check, tier: 'quick' }, terminal, signal, { isAgain: true })
      : undefined
  const after = again?.trusted ? again : undefined
  const setAside = wish['set-aside-extras']
  const output = repairOutput(verified, plan, { state, after, setAside, gameDir: check.gameDir })
  if (output.message) terminal.stderr.write(`loadout: ${escapeHidden(output.message)}\n`)
  if (check.json) writeJson(terminal.stdout, output)
  else terminal.stdout.write(outcomeText(output))
  return { ready: Exit.ready, damaged: Exit.damaged, failed: Exit.failed }[output.result]
}

export async function repairCommand(words: string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  const { values } = parseArgs({ args: words, options: { ...verifyOptions, ...repairOptions } })
  const check = wishOf(values, terminal.env)
  const job: RepairJob = { wish: values, check, terminal, signal }
  let verified = await checkFiles(check, terminal, signal)
  for (let plans = 1; verified.trusted; plans++) {
    const code = await repair(job, verified)
    if (code !== 'list-changed') return code
    terminal.stderr.write('R-301 the hash list changed during the repair; repaired files are kept\n')
    if (plans === MOST_PLANS) throw new ListUnsteady()
    verified = await checkFiles(check, terminal, signal, { isAgain: true })
  }
  terminal.stderr.write(`${distrustText(verified)}; nothing was changed\n`)
  if (check.json) writeJson(terminal.stdout, distrustOutput(verified))
  return Exit.failed
}
