import { isAbort, isFailure, type FailureCode } from '../../src-preload/contract/failure.ts'
import { version } from '../../package.json'
import { helpOf } from './help.ts'
import { Exit, Usage, type Terminal } from './terminal.ts'

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
  'repair-busy': 'this mod is at work in another Loadout; wait until it is done, or stop it there',
  'game-running': 'the game runs; close it first, nothing was changed',
  'game-unseen': 'the system does not tell whether the game runs; close it and say --game-closed',
}

function tell(error: unknown, { stderr }: Terminal): number {
  if (isAbort(error)) {
    stderr.write('interrupted\n')
    return Exit.interrupted
  }
  const isUsage =
    error instanceof Usage ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  if (isUsage) {
    // The whole help would push the sentence, and a plan above it, out of sight.
    stderr.write(`loadout: ${error.message}\n${MORE}`)
    return Exit.usage
  }
  const words = isFailure(error) ? sentences[error.code] : undefined
  if (isFailure(error) && words) stderr.write(`loadout: ${error.code}: ${words}\n`)
  else if (isFailure(error)) stderr.write(`loadout: ${error.code} ${JSON.stringify(error.facts)}\n`)
  else stderr.write(`loadout: ${error instanceof Error ? error.message : String(error)}\n`)
  return Exit.failed
}

/** Runs one command and returns its exit code. Ctrl+C stops it; a second one at once. */
export async function runCli(name: string, words: string[], terminal: Terminal): Promise<number> {
  if (name === 'help' || [name, ...words].some((word) => word === '--help' || word === '-h')) {
    terminal.stdout.write(helpOf(name === 'help' ? words[0] : name))
    return Exit.ready
  }
  if (name === '--version') {
    terminal.stdout.write(`${version}\n`)
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
    return tell(error, terminal)
  } finally {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
  }
}
