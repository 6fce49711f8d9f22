import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { Exit } from './cli/terminal.ts'
import { openPool } from './mods/pool.ts'

// The built worker stands beside the built command.
const workerUrl = pathToFileURL(join(import.meta.dirname, 'hash-worker.js'))

// Whoever reads may have read enough (`| head`): what is left is for nobody, and the exit code still tells.
// A result that cannot be written is no result, whatever the verdict.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(`loadout: the result cannot be written (${error.code ?? error.message})\n`)
  process.exit(Exit.failed)
})

const [command = '', ...words] = process.argv.slice(2)
// a check's threads come up while the rest of the command is loaded
const isPlainCheck = command === 'verify' && !words.some((word) => word.startsWith('--workers'))
const pool = isPlainCheck ? openPool(workerUrl) : undefined
try {
  const { runCli } = await import('./cli/run.ts')
  process.exitCode = await runCli(command, words, {
    workerUrl,
    pool,
    env: process.env,
    stdout: process.stdout,
    stderr: process.stderr,
  })
} finally {
  pool?.close()
}
