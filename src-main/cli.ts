import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { Exit } from './cli/terminal.ts'
import { runCli, tellFailure } from './cli/run.ts'

// The built threads stand beside the built command.
const workerAt = (name: string) => pathToFileURL(join(import.meta.dirname, name))
const workers = { mods: workerAt('mods-worker.js'), hash: workerAt('hash-worker.js') }

// Whoever reads may have read enough (`| head`): what is left is for nobody, and the exit code still tells.
// A result that cannot be written is no result, whatever the verdict.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(`loadout: the result cannot be written (${error.code ?? error.message})\n`)
  process.exit(Exit.failed)
})

const [command = '', ...words] = process.argv.slice(2)
const terminal = { workers, env: process.env, stdout: process.stdout, stderr: process.stderr }

const stopped = new AbortController()
/** Since when a result is being written, ms of this process; it is written whole, unless nobody takes it and the player insists. */
let toldAt: number | undefined

/** Ends the process in place of its command, as a failure and never as a damaged mod; what is repaired so far is kept. */
const giveUp = (error: unknown) => {
  if (toldAt !== undefined) return
  toldAt = performance.now()
  const exit = tellFailure(error, words, terminal)
  process.stdout.write('', () => process.exit(exit))
}
process.on('uncaughtException', giveUp)
/** One press of Ctrl+C may come twice: from the terminal, and from what started this process (npx hands it on). */
const ONE_PRESS_MS = 1000
let pressedAt = 0
// It stops the command, and a second press does not wait for that.
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
// A thread that has not quite ended holds nobody up; what cannot be written is told above.
process.stdout.write('', (error) => {
  if (!error) process.exit()
})
