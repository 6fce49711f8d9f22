// The command with a list of 300,000 rows: its memory compared with a list of one row, and the time to repair two of the files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { makeLongList } from './file-sets.mjs'
import { atMost, median, row } from './table.mjs'

const cli = resolve(import.meta.dirname, '../../out/main/cli.js')
const ROWS = 300_000
const MANY = '{"RelativPath":"@Bench\\\\0\\\\file_0.pbo","Hash":"d41d8cd98f00b204e9800998ecf8427e","Size":12},'.repeat(
  500,
)

function* endless() {
  yield '['
  for (;;) yield MANY
}

/** Serves `dir`. As a service it has mod 1, with the list of one row, and mod 2, with an endless list. */
async function serve(dir, oneRow) {
  const record = '{"data":[{"Id":1,"Directories":"@Bench"},{"Id":2,"Directories":"@Bench"}]}'
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json')
    if (url === '/v1/mod/hashlist/1') response.end(readFileSync(oneRow))
    else if (url === '/v1/mod/hashlist/2') pipeline(Readable.from(endless()), response, () => undefined)
    else response.end(url.startsWith('/v1/') ? record : readFileSync(join(dir, url)))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { base: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}

/** Runs the built command to its end. Returns its time and its largest memory. */
async function call(dir, words) {
  const since = performance.now()
  const told = `import{isMainThread as is}from'node:worker_threads';import{writeSync}from'node:fs';if(is)process.on('exit',()=>writeSync(3,String(process.resourceUsage().maxRSS)))`
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${told}`, cli, ...words, '--json'], {
    env: { ...process.env, HOME: dir, XDG_DATA_HOME: '', LOADOUT_CACHE_DIR: join(dir, 'cache') },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  let kB = ''
  child.stdio[3].on('data', (text) => (kB += text))
  await once(child, 'close')
  return { ms: performance.now() - since, MB: Number(kB) / 1024 }
}

/** @param {{ rounds: number }} options */
export async function measureRows({ rounds }) {
  const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'loadout-bench-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const at = (name, count, onDisk) => makeLongList(join(dir, name), count, { onDisk })
  const [whole, empty, one] = [at('whole', ROWS, true), at('empty', ROWS, false), at('one', 1, true)]
  const two = ['@Bench/0/file_7.pbo', '@Bench/1/file_600.pbo']
  const server = await serve(join(dir, 'served'), join(one, 'list.json'))
  for (const path of two) cpSync(join(whole, path), join(dir, 'served', path), { recursive: true })
  mkdirSync(join(dir, 'cache'))
  const verify = (of, ...words) => call(dir, ['verify', '--list', join(of, 'list.json'), '--game-dir', of, ...words])
  const ask = (mod) => call(dir, ['verify', '--base-url', server.base.slice(0, -1), '--mod', mod, '--game-dir', one])
  const repair = (of, ...words) =>
    call(dir, ['repair', '--list', join(of, 'list.json'), '--game-dir', of, '--source', server.base, ...words])
  const repairTwo = () => {
    for (const path of two) rmSync(join(whole, path))
    return repair(whole, '--yes', '--game-closed', '--no-cache')
  }
  const each = async (work) => {
    const all = []
    for (let round = 0; round < rounds; round++) all.push(await work())
    return { ms: median(all.map(({ ms }) => ms)), MB: median(all.map(({ MB }) => MB)) }
  }
  const idle = await each(() => verify(one, '--full'))
  const idleService = await each(() => ask('1'))
  const idleRepair = await each(() => repair(one, '--dry-run'))
  const memory = (what, { MB }, { MB: idleMB }, most) =>
    row(
      `memory above idle, ${what}`,
      MB - idleMB,
      'MB',
      atMost(most),
      `${Math.round(MB)} MB / ${Math.round(idleMB)} MB`,
    )
  const full = await each(() => verify(whole, '--full', '--no-cache'))
  const repaired = await each(repairTwo)
  const times = `${Math.round(repaired.ms)} ms / ${Math.round(full.ms)} ms`
  const rows = [
    memory('300,000 rows: verify --full', full, idle, 200),
    memory('300,000 rows: verify --full, with its cache', await each(() => verify(whole, '--full')), idle, 200),
    memory('300,000 rows: verify --quick', await each(() => verify(whole, '--quick')), idle, 200),
    memory('300,000 rows: verify, none on disk', await each(() => verify(empty, '--no-cache')), idle, 200),
    memory('300,000 rows: repair of two files', repaired, idleRepair, 300),
    memory(
      '300,000 rows: plan of a repair, none on disk',
      await each(() => repair(empty, '--dry-run', '--no-cache')),
      idleRepair,
      300,
    ),
    memory('a list without end', await each(() => ask('2')), idleService, 100),
    row('repair of two files of 300,000: time / verify --full', repaired.ms / full.ms, '×', atMost(1.3), times),
  ]
  server.close()
  rmSync(dir, { recursive: true })
  return rows
}
