import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { openMods } from './mods-service.ts'

/**
 * A full and a quick check by the mods service in this process, which does nothing else. Prints as JSON for how long its main thread was
 * blocked (ms: the 99th percentile, and the longest time), how long the full check took (ms), the memory above idle (bytes), and the result.
 */
const [gameDir = '', dataDir = ''] = process.argv.slice(2)
const RESOLUTION_MS = 1

const mods = await openMods(gameDir, dataDir)
await sleep(500)
const idleBytes = process.memoryUsage.rss()
let peakBytes = idleBytes
const watch = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 20)
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
const began = performance.now()
const isReady = await mods.check('full')
const checkMs = performance.now() - began
await mods.check('quick')
await sleep(50) // includes the rest of the last check
delay.disable()
clearInterval(watch)
await mods.close()
const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)
const result = {
  checkMs,
  p99Ms: ms(delay.percentile(99)),
  longestMs: ms(delay.max),
  extraBytes: peakBytes - idleBytes,
  isReady,
}
process.stdout.write(`${JSON.stringify(result)}\n`)
