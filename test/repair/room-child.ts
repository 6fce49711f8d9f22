import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readHashList } from '../../src-main/mods/list/hash-list.ts'
import { openSourceAgent } from '../../src-main/mods/repair/agent.ts'
import { realDisk } from '../../src-main/mods/repair/disk.ts'
import { realClock } from '../../src-main/mods/repair/pace.ts'
import { openRepairRoom } from '../../src-main/mods/repair/room.ts'

/** The app's repair room in a process of its own: begins to repair what a list names, and works until it is killed. */
const [, , gameDir = '', list = '', base = ''] = process.argv
const { data } = JSON.parse(readFileSync(list, 'utf8')) as { data: { RelativPath: string }[] }
const modFolder = data[0]?.RelativPath.split('\\')[0] ?? ''
const reading = readHashList(data, { modFolder })
if (!reading.trusted) throw new Error(reading.reason)
const problems = reading.list.entries.flatMap((entry) =>
  entry.kind === 'file'
    ? [{ path: entry.path, result: 'missing' as const, expected: entry.size ?? 0, found: null }]
    : [],
)
const checked = { modId: 0, modName: 'Nordwind', list: reading.list, problems }
const room = openRepairRoom({
  gameDir: () => gameDir,
  mods: () => [{ id: 0, name: 'Nordwind', folder: modFolder }],
  lastCheck: () => checked,
  downloadUrl: () => base,
  freshList: () => Promise.resolve(reading.list),
  otherFolders: () => Promise.resolve([]),
  hold: () => Promise.resolve(() => undefined),
  game: { runs: false, sure: () => Promise.resolve(false) },
  changed: () => Promise.resolve(),
  allowHttp: false,
  limits: () => ({ lanes: 2, bytesPerSecond: 0 }),
  dataDir: join(tmpdir(), 'loadout-none'),
  dispatcher: openSourceAgent(),
  disk: realDisk,
  clock: realClock,
  now: () => new Date(),
  whoHolds: () => Promise.resolve(null),
  log: (line, error) => {
    throw new Error(line, { cause: error })
  },
})
await room.start((await room.plan(0)).id, [], [])
