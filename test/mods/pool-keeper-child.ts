import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createPoolKeeper } from '../../src-main/mods/pool-keeper.ts'
import type { ScanBatch } from '../../src-main/mods/worker/protocol.ts'

// A process that gives pools back: one that is kept but a moment, one whose thread dies
// meanwhile, and one that outlives all there is to do.
const url = new URL(process.argv[2] ?? '')
const scan: ScanBatch = { kind: 'scan', root: import.meta.dirname, folders: [''], stats: false, enough: 1 }

/** Threads that were started and not asked for yet: each says that it is ready, and then answers. */
const started: { ready: Promise<unknown>; gone: Promise<unknown> }[] = []
process.on('worker', (thread) => started.push({ ready: once(thread, 'message'), gone: once(thread, 'exit') }))
/** The threads that were started last, all of them up. */
async function up() {
  await nextTurn() // they are told of in a turn of their own
  const threads = started.splice(0)
  await Promise.all(threads.map(({ ready }) => ready))
  return threads
}
/** What is kept keeps no process: who waits for its end must. */
async function whileStaying(wait: Promise<unknown>): Promise<void> {
  const stay = setInterval(() => undefined, 1_000_000)
  await wait
  clearInterval(stay)
}

const brief = createPoolKeeper(url, 1)
const pool = brief.take()
await pool.scan(scan)
const threads = await up()
pool.close()
process.stdout.write(pool.isIdle ? 'kept\n' : 'gone\n')
await whileStaying(Promise.all(threads.map(({ gone }) => gone)))
process.stdout.write(pool.isIdle ? 'still there\n' : 'closed\n')

const mortal = `import { parentPort, workerData } from 'node:worker_threads'
const command = new Int32Array(workerData.command)
if (command[0] === 0) Atomics.waitAsync(command, 0, 0).value.then(() => process.exit())
parentPort.on('message', () => undefined)
parentPort.postMessage({ ready: true })`
const bereft = createPoolKeeper(new URL(`data:text/javascript,${encodeURIComponent(mortal)}`), 600_000)
const orphaned = bereft.take()
const doomed = await up()
orphaned.stop() // they die of it, but not yet
orphaned.close()
await whileStaying(Promise.all(doomed.map(({ gone }) => gone)))

const long = createPoolKeeper(url, 600_000)
const other = long.take()
await other.scan(scan)
await up()
other.close()
process.stdout.write(other.isIdle ? 'kept\n' : 'gone\n')
