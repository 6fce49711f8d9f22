import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  RepairService,
  digestHere,
  openSourceAgent,
  realClock,
  realDisk,
  verifyMod,
  whoHolds,
  type CheckedMod,
} from '../../src-main/mods/index.ts'

// The quick check of a mod, and the repair of one changed file of it: from "go" to checked and ready.
const [gameDir = '', base = '', outDir = '', rounds = '5'] = process.argv.slice(2)
const cacheDir = join(gameDir, '../cache')
const listText = readFileSync(join(gameDir, 'list.json'), 'utf8')

async function check(tier: 'quick' | 'full'): Promise<CheckedMod & { ms: number }> {
  const since = performance.now()
  const done = await verifyMod({
    ...{ tier, listText, gameDir, cacheDir, modFolder: '@Bench', resume: false },
    workerUrl: pathToFileURL(join(outDir, 'hash-worker.js')),
    random: Math.random,
    now: Date.now,
  })
  if (!done.trusted) throw new Error(done.reason)
  const list = await done.list()
  return { modId: 1, modName: 'Bench', list, problems: done.report.problems, ms: performance.now() - since }
}

let checked = await check('full')
const dispatcher = openSourceAgent()
const repairs = new RepairService({
  gameDir: () => gameDir,
  mods: () => [],
  lastCheck: () => checked,
  downloadUrl: () => base,
  freshList: () => Promise.resolve(checked.list),
  otherFolders: () => Promise.resolve([]),
  hold: () => Promise.resolve(() => undefined),
  game: { runs: false, sure: () => Promise.resolve(false) },
  changed: async () => void (checked = await check('quick')),
  allowHttp: false,
  limits: () => ({ concurrency: 4, bytesPerSecond: 0 }),
  dataDir: cacheDir,
  dispatcher: () => dispatcher,
  disk: realDisk,
  digestOf: digestHere,
  clock: realClock,
  now: () => new Date(),
  whoHolds,
  log: (line, error) => console.error(line, error),
})

async function repairOne(): Promise<number> {
  const since = performance.now()
  const plan = await repairs.plan(1)
  await repairs.start(plan.id, [], [])
  await new Promise<void>((resolve) => {
    const leave = repairs.onChange(() => {
      if (repairs.states[0]?.phase !== 'ended') return
      leave()
      resolve()
    })
  })
  if (checked.problems.length > 0) throw new Error('not ready')
  return performance.now() - since
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
const times = { quick: [] as number[], repair: [] as number[] }
for (let round = 0; round < Number(rounds); round++) {
  times.quick.push((await check('quick')).ms)
  writeFileSync(join(gameDir, `@Bench/data/${round}.paa`), 'spoilt')
  checked = await check('quick')
  times.repair.push(await repairOne())
}
await repairs.close()
await dispatcher.close()
process.stdout.write(JSON.stringify({ quickMs: median(times.quick), repairMs: median(times.repair) }))
process.exit(0)
