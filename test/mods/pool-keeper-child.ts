import { setTimeout as sleep } from 'node:timers/promises'
import { createPoolKeeper } from '../../src-main/mods/pool-keeper.ts'
import type { ScanBatch } from '../../src-main/mods/worker/protocol.ts'

// A process that gives pools back: one that is kept but a moment, one whose thread dies
// meanwhile, and one that outlives all there is to do.
const url = new URL(process.argv[2] ?? '')
const scan: ScanBatch = { kind: 'scan', root: import.meta.dirname, folders: [''], stats: 'none', enough: 1 }
const brief = createPoolKeeper(url, 1)
const pool = brief.take()
await pool.scan(scan)
while (!pool.isIdle) await sleep(1)
pool.close()
while (pool.isIdle) await sleep(1)
process.stdout.write('closed\n')
const mortal = `import { parentPort, workerData } from 'node:worker_threads'
const command = new Int32Array(workerData.command)
if (command[0] === 0) setInterval(() => command[0] === 2 && process.exit(), 1)
parentPort.on('message', () => undefined)
parentPort.postMessage({ ready: true })`
const bereft = createPoolKeeper(new URL(`data:text/javascript,${encodeURIComponent(mortal)}`), 600_000)
const orphaned = bereft.take()
while (!orphaned.isIdle) await sleep(1)
orphaned.stop() // they die of it, but not yet
orphaned.close()
while (orphaned.isIdle) await sleep(1)
const long = createPoolKeeper(url, 600_000)
const other = long.take()
await other.scan(scan)
while (!other.isIdle) await sleep(1)
other.close()
process.stdout.write(other.isIdle ? 'kept\n' : 'gone\n')
