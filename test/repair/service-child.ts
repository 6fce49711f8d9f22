import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseHashList } from '../../src-main/mods/index.ts'
import { openSourceConnections, realClock } from '../../src-main/mods/repair/index.ts'
import { digestHere, findBlocksHere } from './digest-here.ts'
import { realDisk } from './real-disk.ts'
import { RepairService } from '../../src-main/mods/repair/service.ts'

/** The app's repairs in a process of its own: begins to repair what a list names, and works until it is killed. */
const [, , gameDir = '', list = '', base = ''] = process.argv
const { data } = JSON.parse(readFileSync(list, 'utf8')) as { data: { RelativPath: string }[] }
const modFolder = data[0]?.RelativPath.split('\\')[0] ?? ''
const reading = parseHashList(Buffer.from(JSON.stringify(data)), modFolder)
if (!reading.trusted) throw new Error(reading.reason)
const problems = reading.list.entries.flatMap((entry) =>
  entry.kind === 'file'
    ? [{ path: entry.path, result: 'missing' as const, expected: entry.size ?? 0, found: null, listed: entry }]
    : [],
)
const facts = { listVersion: 'v', filesStay: 0, checkedAt: '' }
const checked = { modId: 0, modName: 'Nordwind', modFolder, ...facts }
const connections = openSourceConnections('http://127.0.0.1')
const repairs = new RepairService({
  gameDir: () => gameDir,
  mods: () => [{ id: 0, name: 'Nordwind', folder: modFolder }],
  lastCheck: () => checked,
  problems: () => Promise.resolve({ problems, pieces: 1 }),
  downloadUrls: () => [base],
  listVersion: () => Promise.resolve('v'),
  areFromCommunity: () => Promise.resolve(false),
  otherFolders: () => Promise.resolve([]),
  mustBeThere: () => Promise.resolve(),
  hold: () => Promise.resolve(() => undefined),
  game: { runs: false, sure: () => Promise.resolve({ running: false }) },
  changed: () => Promise.resolve(),
  allowHttp: false,
  limits: () => ({ concurrency: 2, bytesPerSecond: 0 }),
  dataDir: join(tmpdir(), 'loadout-none'),
  speedDir: join(tmpdir(), 'loadout-none'),
  connections,
  disk: realDisk,
  digestOf: digestHere,
  findBlocks: findBlocksHere,
  clock: realClock,
  now: () => new Date(),
  whoHolds: () => Promise.resolve(null),
  failed: (error) => {
    throw new Error('a repair failed', { cause: error })
  },
  log: (line, error) => {
    throw new Error(line, { cause: error })
  },
})
const plan = await repairs.plans.whole(0)
await repairs.start(plan.id, { fetch: '1'.repeat(plan.fetch.length), rename: '', extras: '' })
