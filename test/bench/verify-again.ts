import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { verifyMod } from '../../src-main/mods/index.ts'
import { createPoolKeeper } from '../../src-main/mods/pool-keeper.ts'

// Full checks one after the other in one process, as the app runs them: how long each took, threads' start included.
const [gameDir = '', workerPath = '', count = '2'] = process.argv.slice(2)
const workerUrl = pathToFileURL(workerPath)
const pools = createPoolKeeper(workerUrl)
const durationsMs: number[] = []
for (let round = 0; round < Number(count); round++) {
  const verified = await verifyMod({
    tier: 'full',
    listText: readFile(join(gameDir, 'list.json'), 'utf8'),
    gameDir,
    resume: false,
    workerUrl,
    pool: pools.take(),
    random: Math.random,
    now: Date.now,
  })
  if (!verified.trusted) throw new Error(verified.reason)
  durationsMs.push(verified.durationMs)
}
pools.close()
process.stdout.write(JSON.stringify(durationsMs))
