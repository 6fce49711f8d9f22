import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { runCli } from './cli/run.ts'

// The built worker stands beside the built command.
const workerUrl = pathToFileURL(join(import.meta.dirname, 'hash-worker.js'))

// Whoever reads may have read enough (`| head`): what is left is for nobody, and the exit code still tells.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

const [command = '', ...words] = process.argv.slice(2)
const code = await runCli(command, words, {
  workerUrl,
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
})
process.exitCode = code
