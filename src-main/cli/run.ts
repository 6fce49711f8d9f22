import { type Failure, isAbort, isFailure, type FailureCode } from '../../src-preload/contract/failure.ts'
import { errnoOf } from '../lib/index.ts'
import { Exit, printable, Usage, type Terminal } from './terminal.ts'

const HELP = `loadout: checks the files of a game community's mods

  loadout verify (--list FILE | --mod ID [--community FILE | --base-url URL]) --game-dir DIR
                 [--mod-folder NAME] [--full | --quick] [--workers N] [--no-cache] [--json]
  loadout repair (as verify) [--source URL] [--dry-run] [--yes] [--set-aside-extras] [--allow-http] [--game-closed]
  loadout hash DIR [--out FILE] [--workers N]

verify compares a mod's files with its hash list. --full (the standard) reads every byte; --quick believes earlier
checks where nothing has changed, hashes the rest and a random sample. Exit: 0 ready, 1 damaged, 2 wrong use,
3 the list is not trusted or the service failed, 130 interrupted.

repair checks, shows what it would do, asks (--yes: does not), then makes the files equal to the list. --dry-run only
shows. What lies in the game folder or in another install already is copied, the rest is fetched. --source is the address
of the files, where the list comes from a file. What is replaced is kept in the game folder's .loadout and can be brought
back in the app. An interrupted repair goes on with the next call. While the game runs nothing is changed: what it has open
is not written under its hands. --game-closed says that it is closed, where the system does not tell. Exit as verify.

hash writes the hash list of a mod's folder, in the shape that verify reads.
`

const MORE = 'loadout --help tells what it takes.\n'

type Command = (words: string[], terminal: Terminal, signal: AbortSignal) => Promise<number>

/** Commands are loaded when they are used. */
const commands: Record<string, () => Promise<Command>> = {
  verify: async () => (await import('./verify.ts')).verifyCommand,
  repair: async () => (await import('./repair.ts')).repairCommand,
  hash: async () => (await import('./hash.ts')).hashCommand,
}

/** What can be done about a failure, where its code and facts do not say it. */
const sentences: Partial<Record<FailureCode, string>> = {
  'game-running': 'the game runs; close it first, nothing was changed',
  'game-unseen': 'the system does not tell whether the game runs; close it and say --game-closed',
}

function sentenceOf(failure: Failure): string {
  const busy = 'this mod is at work in another Loadout'
  if (!failure.is('repair-busy')) return sentences[failure.code] ?? JSON.stringify(failure.facts)
  const { pid, program, since } = failure.facts
  const who = pid === 0 ? '' : ` (${program}, process ${pid}, since ${new Date(since).toISOString()})`
  return `${busy}${who}; wait until it is done, or stop it there`
}

/** How a command ended that threw. The whole help would push a sentence, and a plan above it, out of sight. */
function endOf(error: unknown): { exit: number; verdict: string; code: string; message: string; more?: string } {
  if (isAbort(error))
    return { exit: Exit.interrupted, verdict: 'interrupted', code: 'interrupted', message: 'interrupted' }
  const isUsage =
    error instanceof Usage ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  if (isUsage) return { exit: Exit.usage, verdict: 'failed', code: 'usage', message: error.message, more: MORE }
  const failed = { exit: Exit.failed, verdict: 'failed' }
  if (isFailure(error)) return { ...failed, code: error.code, message: sentenceOf(error) }
  return { ...failed, code: errnoOf(error) || 'bug', message: error instanceof Error ? error.message : String(error) }
}

/** Tells of what ended a command in place of its result, with `--json` as an object, too. Returns the exit code. */
export function tellFailure(error: unknown, words: readonly string[], { stdout, stderr }: Terminal): number {
  const { exit, verdict, code, message, more = '' } = endOf(error)
  const name = isFailure(error) ? `${code}: ` : ''
  stderr.write(isAbort(error) ? `${message}\n` : `loadout: ${name}${printable(message)}\n${more}`)
  if (words.includes('--json')) stdout.write(`${JSON.stringify({ verdict, code, message })}\n`)
  return exit
}

/** Runs one command and returns its exit code. Ctrl+C stops it; a second one at once. */
export async function runCli(name: string, words: string[], terminal: Terminal): Promise<number> {
  if (name === 'help' || [name, ...words].some((word) => word === '--help' || word === '-h')) {
    terminal.stdout.write(HELP)
    return Exit.ready
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  const control = new AbortController()
  let heard = 0
  const onSignal = () => {
    if (++heard > 1) process.exit(Exit.interrupted)
    control.abort()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  try {
    if (!load) throw new Usage(name === '' ? 'say what to do' : `there is no command ${JSON.stringify(name)}`)
    return await (
      await load()
    )(words, terminal, control.signal)
  } catch (error) {
    return tellFailure(error, words, terminal)
  } finally {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
  }
}
