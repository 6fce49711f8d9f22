import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isAbort } from '../../src-preload/contract/failure.ts'
import type { CheckCounts, CheckTier, Problem } from '../../src-preload/contract/mods.ts'
import { escapeHidden } from '../lib/index.ts'
import { type Checked, checkInThread, type CheckResult, noCounts, parseModFolder } from '../mods/index.ts'
import { NoList, readList, type ListSource } from './list-source.ts'
import { mustLieIn } from './mod-place.ts'
import { readModFolder } from './repair-source.ts'
import { serviceAddress } from './profile.ts'
import { openProgressBar } from './progress-bar.ts'
import {
  cacheDir,
  asUsage,
  Exit,
  files,
  numberOf,
  sizeText,
  Usage,
  workersOf,
  writeJson,
  type Terminal,
} from './terminal.ts'

/** The options that `verify` and `repair` share. */
export const verifyOptions = {
  list: { type: 'string' },
  mod: { type: 'string' },
  community: { type: 'string' },
  'base-url': { type: 'string' },
  'game-dir': { type: 'string' },
  'mod-folder': { type: 'string' },
  full: { type: 'boolean' },
  quick: { type: 'boolean' },
  workers: { type: 'string' },
  'no-cache': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

type VerifyValues = ReturnType<typeof parseArgs<{ options: typeof verifyOptions }>>['values']

/** Checks the options. @throws Usage */
export function wishOf(values: VerifyValues, env: Terminal['env']) {
  const { list, full, quick } = values
  const community = values.community ?? env.LOADOUT_COMMUNITY
  const mod = numberOf('mod', values.mod, 0, 999_999_999)
  if ((list === undefined) === (mod === undefined)) throw new Usage('use either --list or --mod')
  if (full && quick) throw new Usage('use either --full or --quick')
  if (list !== undefined && (values.community !== undefined || values['base-url'] !== undefined))
    throw new Usage('--community and --base-url only work with --mod')
  if (values.community !== undefined && values['base-url'] !== undefined)
    throw new Usage('use either --community or --base-url')
  if (!values['game-dir']) throw new Usage('--game-dir is missing')
  const gameDir = resolve(values['game-dir'])
  const modFolder = values['mod-folder']
  if (modFolder !== undefined && !parseModFolder(modFolder).ok)
    throw new Usage('--mod-folder must be a folder name that begins with @')
  if (modFolder !== undefined && mod !== undefined)
    throw new Usage('--mod-folder only works with --list; with --mod the folder is known')
  const source: ListSource =
    list !== undefined
      ? { file: list }
      : { baseUrl: serviceAddress({ baseUrl: values['base-url'], community }), mod: mod ?? 0 }
  const tier: CheckTier = quick ? 'quick' : 'full'
  return {
    source,
    /** The profile file, from the option or the environment. */
    community,
    gameDir,
    /** Only with a list from a file. A mod's record names its own. */
    modFolder,
    tier,
    workers: workersOf(values.workers),
    cache: !values['no-cache'],
    json: values.json ?? false,
  }
}

export type VerifyWish = ReturnType<typeof wishOf>

/** The object that `--json` prints. */
export interface VerifyOutput {
  tier: CheckTier
  durationMs: number
  bytesHashed: number
  filesListed: number
  counts: CheckCounts
  problems: Problem[]
  result: 'ready' | 'damaged' | 'not-trusted'
  /** Why the list is not trusted, as a code and in words. Absent if it is trusted. */
  code?: string
  message?: string
}

/** The result of a check. A list that could not be read also has a code, which is more exact than the reason. */
export type Verified = CheckResult | (Exclude<CheckResult, Checked> & { code: string })

/** Why the list is not trusted, as text. */
export const distrustText = ({ reason, detail = '' }: Exclude<Verified, Checked>): string =>
  `not trusted: ${[reason, escapeHidden(detail)].filter(Boolean).join(', ')}`

/** Why the list is not trusted, for `--json`. */
export const distrustOutput = (verified: Exclude<Verified, Checked>) => ({
  result: 'not-trusted' as const,
  code: 'code' in verified ? verified.code : verified.reason,
  message: verified.detail ?? '',
})

function outputOf(tier: CheckTier, verified: Verified, since: number): VerifyOutput {
  const durationMs = Math.round((performance.now() - since) * 10) / 10
  if (!verified.trusted) {
    const nothing = { bytesHashed: 0, filesListed: 0, counts: noCounts(), problems: [] }
    return { tier, durationMs, ...nothing, ...distrustOutput(verified) }
  }
  const { bytesHashed, filesListed, counts, problems, result } = verified
  return {
    tier,
    durationMs,
    bytesHashed,
    filesListed,
    counts,
    problems,
    result: result === 'ready' ? 'ready' : 'damaged',
  }
}

const isPlain = (value: Problem['found']) => value !== null && value !== ''

/** Shows the exact size, because a single byte makes a file wrong. */
const valueText = (value: Problem['found']): string => (typeof value === 'number' ? `${value} B` : String(value))

function describe({ path, result, expected, found }: Problem): string {
  const facts = [
    isPlain(expected) && `expected ${valueText(expected)}`,
    isPlain(found) && `found ${valueText(found)}`,
  ].filter(Boolean)
  return `  ${result.padEnd(16)} ${escapeHidden(path)}${facts.length > 0 ? `  (${escapeHidden(facts.join(', '))})` : ''}\n`
}

const LINES_AT_ONCE = 1000

/** The result as text, in pieces because it may be as long as a hash list. */
function* textOf(output: VerifyOutput): Generator<string> {
  const { result, tier, filesListed, counts, problems, bytesHashed, durationMs } = output
  if (result === 'not-trusted') {
    yield 'The hash list is not trusted, so the files were not checked.\n'
    return
  }
  const time = durationMs < 1000 ? `${Math.ceil(durationMs)} ms` : `${(durationMs / 1000).toFixed(1)} s`
  yield `${result}: ${counts.ok} of ${files(filesListed)} as listed (${tier} check, ${sizeText(bytesHashed)} hashed in ${time})\n`
  for (let from = 0; from < problems.length; from += LINES_AT_ONCE)
    yield problems
      .slice(from, from + LINES_AT_ONCE)
      .map(describe)
      .join('')
}

const exitOf = { ready: Exit.ready, damaged: Exit.damaged, 'not-trusted': Exit.failed } as const

/**
 * Checks the files that `wish` names and shows progress. A list that cannot be read is not trusted. `isAgain`: an earlier check found the
 * game's folder.
 */
export async function checkFiles(
  wish: VerifyWish,
  terminal: Terminal,
  signal: AbortSignal,
  { withoutListed = false, isAgain = false } = {},
): Promise<Verified> {
  const { source, gameDir, tier, workers, cache } = wish
  const bar = openProgressBar(terminal)
  const list = readList(source, signal)
  list.catch(() => undefined) // awaited below, after the mod's folder
  let wasThere = isAgain // a folder that goes after that is no wrong usage
  try {
    const modFolder = 'file' in source ? wish.modFolder : await readModFolder(source, signal)
    return await checkInThread(
      {
        tier,
        list,
        gameDir,
        modFolder,
        resume: true, // the next call continues an interrupted check
        cacheDir: cache ? cacheDir(terminal.env) : undefined,
        threads: workers,
        signal,
        withoutListed,
        seed: Math.random(),
        now: () => new Date(),
        onProgress: bar.show,
        onStart: () => (wasThere = true),
      },
      { workers: terminal.workers, log: () => undefined },
    )
  } catch (error) {
    if (error instanceof NoList)
      return { trusted: false, reason: error.reason, code: error.code, detail: error.message }
    bar.clear()
    if (isAbort(error) && cache && tier === 'full')
      terminal.stderr.write('run the same command to continue; files already hashed are not hashed again\n')
    throw wasThere ? error : asUsage(error)
  } finally {
    bar.clear()
  }
}

export async function verifyCommand(words: string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  const wish = wishOf(parseArgs({ args: words, options: verifyOptions }).values, terminal.env)
  const since = performance.now()
  const verified = await checkFiles(wish, terminal, signal, { withoutListed: true })
  const output = outputOf(wish.tier, verified, since)
  if (!verified.trusted) terminal.stderr.write(`${distrustText(verified)}\n`)
  else if (output.filesListed > 0 && output.counts.missing === output.filesListed) {
    mustLieIn(wish.gameDir, verified.modFolder)
    terminal.stderr.write(
      "none of the files is there: --game-dir is the folder that contains the mod's folder, and its drive must be connected\n",
    )
  }
  if (wish.json) writeJson(terminal.stdout, output)
  else for (const piece of textOf(output)) terminal.stdout.write(piece)
  return exitOf[output.result]
}
