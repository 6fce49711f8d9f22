import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSourceAgent } from '../../src-main/mods/repair/agent.ts'
import { realDisk } from '../../src-main/mods/repair/disk.ts'
import { createFinder } from '../../src-main/mods/repair/local-copy.ts'
import { openPartPool } from '../../src-main/mods/repair/part-pool.ts'
import { createGate, createNudge, createThrottle, realClock } from '../../src-main/mods/repair/pace.ts'
import { runSession } from '../../src-main/mods/repair/run-session.ts'
import { beginSession, listSessions, openSession } from '../../src-main/mods/repair/session.ts'
import { parseHead } from '../../src-main/mods/repair/session-shape.ts'
import { fileUrl } from '../../src-main/mods/repair/source-url.ts'

/** Begins the repair that a file describes, or goes on with the unfinished one. Made to be killed. */
const [, , given = '', base = '', limit = '0'] = process.argv
interface Given {
  gameDir: string
  /** Folder of another install. */
  otherInstall: string
  head: string
}
const { gameDir, otherInstall, head } = JSON.parse(readFileSync(given, 'utf8')) as Given
const planned = parseHead(head)
if (!planned) throw new Error('no plan')

const clock = {
  ...realClock,
  random: () => 0,
  sleep: (_: number, s: AbortSignal) => realClock.sleep(_ > 400 ? 5 : _, s),
}
const unfinished = async () => {
  for (const id of await listSessions(realDisk, gameDir)) {
    const session = await openSession(realDisk, gameDir, id)
    if (session && !session.did.some(({ w }) => w === 'end')) return session
  }
  return undefined
}
const wanted = planned.steps.flatMap((step) => (step.do === 'set-aside' ? [] : [{ path: step.path, wanted: step }]))
const pool = openPartPool(new URL('./part-worker.js', import.meta.url))
const session = (await unfinished()) ?? (await beginSession(realDisk, gameDir, planned, new Date()))
process.stdout.write('begun\n')
const since = performance.now()
const signal = new AbortController().signal
const dispatcher = openSourceAgent()
const outcome = await runSession(session, {
  gameDir,
  tools: {
    disk: realDisk,
    openPart: pool.open,
    clock,
    throttle: createThrottle(clock, Number(limit)),
    gate: createGate(),
    nudge: createNudge(),
    dispatcher,
    allowHttp: false,
    stallMs: Number(limit) > 0 ? 80 : 10_000,
    tries: 8,
  },
  patience: { clock, lockedForMs: 50, whoHolds: () => Promise.resolve(null), signal },
  finder: createFinder(
    realDisk,
    { roots: [gameDir, otherInstall], except: [join(gameDir, planned.modFolder)], known: [] },
    wanted,
  ),
  urlOf: (path) => fileUrl(new URL(base), path),
  lanes: 4,
  listIsCurrent: () => Promise.resolve(true),
  onProgress: () => undefined,
  signal,
})
await session.close()
await dispatcher.close()
pool.close()
process.stdout.write(`${JSON.stringify({ ...outcome, ms: performance.now() - since })}\n`)
