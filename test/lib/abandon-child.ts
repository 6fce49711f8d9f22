/** Abandons a worker that reads the pipe given to this process, and exits with code 0. */
import { pathToFileURL } from 'node:url'
import { WorkerClient } from '../../src-main/lib/index.ts'

const [, program = '', pipe] = process.argv
const client = new WorkerClient(new URL('rpc-child.js', pathToFileURL(program)))
await client.call('add', { a: 1, b: 1 })
const open = client.call('block', pipe).catch((error: unknown) => process.stdout.write(String(error)))
client.abandon('it hangs')
await open
process.exit(0)
