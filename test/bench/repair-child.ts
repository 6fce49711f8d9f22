import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { serialize } from 'node:v8'
import {
  realClock,
  repairHandlers,
  RepairQueue,
  RepairService,
  openSourceConnections,
} from '../../src-main/mods/repair/index.ts'
import { openDisk } from '../../src-main/mods/repair/disk.ts'
import { listSessions, storeOf } from '../../src-main/mods/repair/session.ts'
import { openMods } from './mods-service.ts'

/**
 * A full check of a mod whose files are missing, then what a player does next: read the problems, see the plan, start it, find it again after
 * a restart, see what a new list changes, and undo a file of a long repair. Prints as JSON for how long each step blocked the main thread at most (ms). Every answer is serialized, as on its way to
 * the page.
 */
const [gameDir = '', dataDir = ''] = process.argv.slice(2)
const RESOLUTION_MS = 1
const RUNS_FOR_MS = 1_500

const { mods, check, close } = await openMods(gameDir, dataDir)
await check('full')
const connections = openSourceConnections('http://127.0.0.1:1/')
const needs = {
  gameDir: () => gameDir,
  mods: () => [{ id: 1, name: 'Bench', folder: '@Bench' }],
  lastCheck: (modId: number) => mods.lastCheck(modId),
  problems: (modId: number, piece: number) => mods.problems(modId, piece),
  downloadUrls: () => ['http://127.0.0.1:1/'], // nothing answers there
  listVersion: () => Promise.resolve(undefined),
  areFromCommunity: () => Promise.resolve(false),
  otherFolders: () => Promise.resolve([]),
  mustBeThere: () => Promise.resolve(),
  hold: () => Promise.resolve(() => undefined),
  game: { runs: false, sure: () => Promise.resolve({ running: false }) },
  changed: () => Promise.resolve(),
  allowHttp: false,
  limits: () => ({ concurrency: 4, bytesPerSecond: 0 }),
  dataDir,
  speedDir: dataDir,
  connections,
  disk: openDisk(Buffer.alloc(32)),
  digestOf: () => Promise.reject(new Error('nothing is hashed')),
  findBlocks: () => Promise.resolve(null),
  clock: realClock,
  isOnline: () => true,
  now: () => new Date(),
  whoHolds: () => Promise.resolve(null),
  failed: (error: unknown) => console.error(error),
  log: (line: string, error?: unknown) => console.error(line, error),
}
const repairs = new RepairService(needs)
const noLists = {
  updates: [],
  onUpdates: () => () => undefined,
  change: () => Promise.resolve(null),
  discard: () => Promise.resolve(),
}
const queue = new RepairQueue({
  ...needs,
  service: repairs,
  missingBytes: () => 0,
  check: () => Promise.reject(new Error('nothing is checked')),
})
const bridge = repairHandlers(repairs, queue, needs, noLists, () => Promise.resolve())

const longestMs: Record<string, number> = {}
async function held<T>(name: string, work: () => Promise<T>): Promise<T> {
  await sleep(300)
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const done = await work()
  await sleep(50) // includes the rest of the work
  delay.disable()
  longestMs[name] = Math.max(0, delay.max / 1e6 - RESOLUTION_MS)
  return done
}

/** Requests all pieces, as the page does. Returns the number of their rows. */
async function gather<T>(count: number, ask: (piece: number) => Promise<T>, rowsOf: (answer: T) => number) {
  let rows = 0
  for (let piece = 0; piece < count; piece++) {
    const answer = await ask(piece)
    serialize(answer)
    rows += rowsOf(answer)
    await sleep(0) // the page asks again from another process
  }
  return rows
}

const signal = new AbortController().signal
const call = { signal, report: () => undefined, windowId: 1 }
const { pieces } = await mods.problems(1, 0)
await held('problems', () =>
  gather(
    pieces,
    (piece) => mods.problems(1, piece),
    ({ problems }) => problems.length,
  ),
)
const plan = await held('plan', () => Promise.resolve(bridge.plan({ modId: 1 }, call)))
const askFiles = async (piece: number) => bridge.planFiles({ planId: plan.id, piece }, call)
const rows = await held('files', () => gather(plan.pieces, askFiles, ({ fetch }) => fetch.length))
const fetch = '1'.repeat(rows)
await held('start', async () => {
  await bridge.start({ planId: plan.id, choice: { fetch, rename: '', extras: '' } }, call)
  await sleep(RUNS_FOR_MS)
})
await held('stop', () => repairs.stop(1))
await held('restart', () => new RepairService(needs).recover())

const pathOf = (row: number) => `@Bench/${Math.floor(row / 500)}/file_${row}.pbo`
const hash = (letter: string) => letter.repeat(32)
/** As text: objects that the product has in no such place would be in each later collection of the whole heap. */
const listOf = (letter: string) => {
  const at = new Date().toISOString()
  const files = Array.from({ length: rows }, (_, row) => `["${pathOf(row)}",1000,"${hash(letter)}"]`).join(',')
  return `{"version":"${hash(letter)}","firstSeen":"${at}","lastSeen":"${at}","files":[${files}]}`
}
const { path: historyAt } = mods.lists.historyOf(1)
mkdirSync(dirname(historyAt), { recursive: true })
const history = `{"format":2,"present":${listOf('b')},"former":${listOf('a')},"formerSettled":true,"settled":false}`
writeFileSync(historyAt, history)
await held('what a new list changes', async () => serialize(await mods.lists.change(1)))
const signed = { packed: '.pbo', signature: '.bisign' }
await held('signatures', async () => serialize(await mods.lists.findSignatureFaults(1, gameDir, signed)))

const [sessionId = ''] = await listSessions(needs.disk, gameDir)
const added = () => Array.from({ length: rows }, (_, row) => JSON.stringify({ w: 'add', path: pathOf(row) })).join('\n')
const journal = `\n${added()}\n${JSON.stringify({ w: 'end', how: 'finished' })}\n`
appendFileSync(join(storeOf(gameDir), sessionId, 'journal.ndjson'), journal)
await held('quarantine', async () => serialize(await bridge.quarantine(undefined, call)))
await held('undo', () => Promise.resolve(bridge.undo({ sessionId, paths: [pathOf(0)] }, call)))
await connections.close()
await close()
process.stdout.write(`${JSON.stringify({ rows, longestMs })}\n`)
