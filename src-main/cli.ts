import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { runCli } from './cli/run.ts'

// The built worker stands beside the built command.
const workerUrl = pathToFileURL(join(import.meta.dirname, 'hash-worker.js'))

const [command = '', ...words] = process.argv.slice(2)
const code = await runCli(command, words, {
  workerUrl,
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
})
process.exitCode = code
