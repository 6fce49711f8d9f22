import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { verifyMod } from '../../src-main/mods/index.ts'

// One full check in a process that has nothing else to do: how long its main thread was kept, and what memory it took.
const [gameDir = '', workerPath = ''] = process.argv.slice(2)
await sleep(300)
const idle = process.memoryUsage.rss()
let peak = idle
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
await verifyMod({
  tier: 'full',
  listText: readFileSync(join(gameDir, 'list.json'), 'utf8'),
  gameDir,
  resume: false,
  workerUrl: pathToFileURL(workerPath),
  random: Math.random,
  now: Date.now,
})
delay.disable()
clearInterval(watch)
const delayMs = Math.max(0, delay.percentile(99) / 1e6 - 5)
process.stdout.write(JSON.stringify({ delayMs, extraBytes: peak - idle }))
