import { type Failure, isAbort, isFailure, type FailureCode } from '../../src-preload/contract/failure.ts'
import { version } from '../../package.json'
import { errnoOf, escapeHidden } from '../lib/index.ts'
import { helpOf } from './help.ts'
import { Exit, sizeText, unusableText, Usage, type Terminal, writeJson } from './terminal.ts'

const MORE = 'Run loadout --help for usage.\n'

type Command = (words: string[], terminal: Terminal, signal: AbortSignal) => Promise<number>

/** Loads a command when it is used. */
const commands: Record<string, () => Promise<Command>> = {
  verify: async () => (await import('./verify.ts')).verifyCommand,
  repair: async () => (await import('./repair.ts')).repairCommand,
  hash: async () => (await import('./hash.ts')).hashCommand,
  profile: async () => (await import('./profile-command.ts')).profileCommand,
}

/** Messages for failures whose code and facts do not explain themselves. */
const sentences: Partial<Record<FailureCode, string>> = {
  'game-running': 'the game is running; close it first. Nothing was changed',
  'game-unseen': 'cannot tell whether the game is running; close it and add --game-closed',
}

function sentenceOf(failure: Failure): string {
  if (failure.is('repair-disk-full')) {
    const { neededBytes, freeBytes } = failure.facts
    return `not enough disk space: ${sizeText(neededBytes)} needed, ${sizeText(freeBytes)} free. Nothing was changed`
  }
  if (failure.is('game-dir-unusable')) return unusableText(failure.facts)
  if (failure.is('quarantine-blocked'))
    return `the folder .loadout in the game folder cannot be used (${failure.facts.code}). Nothing was changed`
  if (!failure.is('repair-busy')) return sentences[failure.code] ?? JSON.stringify(failure.facts)
  const busy = 'this mod is being checked or repaired by another Loadout'
  const { pid, program, since } = failure.facts
  const who = pid === 0 ? '' : ` (${program}, process ${pid}, since ${new Date(since).toLocaleString('sv-SE')})`
  return `${busy}${who}; wait for it or stop it there`
}

function endOf(error: unknown): { exit: number; result: string; code: string; message: string; more?: string } {
  if (isAbort(error))
    return { exit: Exit.interrupted, result: 'interrupted', code: 'interrupted', message: 'interrupted' }
  const isUsage =
    error instanceof Usage ||
    (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  if (isUsage) return { exit: Exit.usage, result: 'failed', code: 'usage', message: error.message, more: MORE }
  const failed = { exit: Exit.failed, result: 'failed' }
  if (isFailure(error)) return { ...failed, code: error.code, message: sentenceOf(error) }
  return { ...failed, code: errnoOf(error) || 'bug', message: error instanceof Error ? error.message : String(error) }
}

/** Reports the error that ended a command, with `--json` also as an object. Returns the exit code. */
export function reportFailure(error: unknown, words: readonly string[], { stdout, stderr }: Terminal): number {
  const { exit, result, code, message, more = '' } = endOf(error)
  const name = isFailure(error) ? `${code}: ` : ''
  stderr.write(isAbort(error) ? `${message}\n` : `loadout: ${name}${escapeHidden(message)}\n${more}`)
  if (words.includes('--json')) writeJson(stdout, { result, code, message })
  return exit
}

/** Runs one command until it ends or `signal` stops it. Returns the exit code. */
export async function runCli(name: string, words: string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  const isHelp = name === 'help' || [name, ...words].some((word) => word === '--help' || word === '-h')
  const topic = (name === 'help' ? words[0] : name) ?? ''
  const load = Object.hasOwn(commands, topic) ? commands[topic] : undefined
  if (isHelp && (load || topic === '' || topic.startsWith('-'))) {
    terminal.stdout.write(helpOf(topic))
    return Exit.ready
  }
  if (name === '--version') {
    terminal.stdout.write(`${version}\n`)
    return Exit.ready
  }
  try {
    if (!load) throw new Usage(topic === '' ? 'no command given' : `unknown command ${JSON.stringify(topic)}`)
    const command = await load()
    return await command(words, terminal, signal)
  } catch (error) {
    return reportFailure(error, words, terminal)
  }
}
