import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { Exit } from './cli/terminal.ts'
import { runCli, reportFailure } from './cli/run.ts'

// The build puts the workers next to the command.
const workerAt = (name: string) => pathToFileURL(join(import.meta.dirname, name))
const workers = { mods: workerAt('mods-worker.js'), hash: workerAt('hash-worker.js') }

// A reader may stop early (`| head`): the rest of the result is dropped, and the exit code stays the same.
// With any other error the result is lost, so the command fails.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(`loadout: the result cannot be written (${error.code ?? error.message})\n`)
  process.exit(Exit.failed)
})
process.stderr.on('error', () => undefined) // a message that nobody can read ends no repair

const [command = '', ...words] = process.argv.slice(2)
const terminal = { workers, env: process.env, stdout: process.stdout, stderr: process.stderr }

const stopped = new AbortController()
/** Start of writing the result, ms of this process. It is written completely, unless nobody reads it and the user presses Ctrl+C. */
let toldAt: number | undefined

/** Ends the process with a failure before its command ends. Never reports a damaged mod. Repaired files are kept. */
const giveUp = (error: unknown) => {
  if (toldAt !== undefined) return
  toldAt = performance.now()
  const exit = reportFailure(error, words, terminal)
  process.stdout.write('', () => process.exit(exit))
}
process.on('uncaughtException', giveUp)
/** One press of Ctrl+C may arrive twice: from the terminal, and from the program that started this one (npx passes it on). */
const ONE_PRESS_MS = 1000
let pressedAt = 0
// The first press stops the command. The second one does not wait for its end.
const stop = () => {
  if (toldAt !== undefined) {
    if (performance.now() - toldAt > ONE_PRESS_MS) process.exit(Exit.interrupted)
  } else if (!stopped.signal.aborted) {
    pressedAt = performance.now()
    stopped.abort()
  } else if (performance.now() - pressedAt > ONE_PRESS_MS) giveUp(stopped.signal.reason)
}
process.on('SIGINT', stop).on('SIGTERM', stop)

process.exitCode = await runCli(command, words, terminal, stopped.signal)
toldAt = performance.now()
// Exits without waiting for threads. The handler above reports a result that cannot be written.
process.stdout.write('', (error) => {
  if (!error) process.exit()
})
