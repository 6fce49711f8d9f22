import { readFileSync } from 'node:fs'
import pLimit from 'p-limit'
import { PauseGate } from '../../src-main/lib/index.ts'
import { openSourceConnections } from '../../src-main/mods/repair/index.ts'
import { digestHere, findBlocksHere } from './digest-here.ts'
import { realDisk } from './real-disk.ts'
import { createFinder } from '../../src-main/mods/repair/run/local-copy.ts'
import { Nudge, Throttle, realClock } from '../../src-main/mods/repair/pace.ts'
import { runSteps } from '../../src-main/mods/repair/run/run-steps.ts'
import { beginRepairSession, listSessions, openRepairSession } from '../../src-main/mods/repair/session.ts'
import { Source } from '../../src-main/mods/repair/sources.ts'
import { type Step, StepList } from '../../src-main/mods/repair/steps.ts'

/** Begins the repair that a file describes, or goes on with the unfinished one. Made to be killed. */
const [, , given = '', base = '', limit = '0'] = process.argv
interface Given {
  gameDir: string
  /** Folder of another install. */
  otherInstall: string
  modFolder: string
  work?: 'update'
  steps: Step[]
}
const { gameDir, otherInstall, modFolder, work, ...plan } = JSON.parse(readFileSync(given, 'utf8')) as Given
const steps = StepList.of(plan.steps)
const planned = { kind: 'repair', modId: 1, modName: 'Nordwind', modFolder, work, listVersion: '1', steps } as const

const clock = {
  ...realClock,
  random: () => 0,
  sleep: (_: number, s: AbortSignal) => realClock.sleep(_ > 400 ? 5 : _, s),
}
const unfinished = async () => {
  for (const id of await listSessions(realDisk, gameDir)) {
    const session = await openRepairSession(realDisk, gameDir, id)
    if (session && !session.journal.some(({ w }) => w === 'end')) return session
  }
  return undefined
}
const session = (await unfinished()) ?? (await beginRepairSession(realDisk, gameDir, planned, new Date()))
process.stdout.write('begun\n')
const since = performance.now()
const signal = new AbortController().signal
const sources = [new Source(new URL(base))]
const connections = openSourceConnections('http://127.0.0.1')
const outcome = await runSteps(session, {
  tools: {
    disk: realDisk,
    digestOf: digestHere,
    findBlocks: findBlocksHere,
    clock,
    throttle: new Throttle(clock, Number(limit)),
    gate: new PauseGate(),
    nudge: new Nudge(),
    connections,
    allowHttp: false,
    patience: { stallMs: Number(limit) > 0 ? 80 : 10_000, slowMs: 60_000 },
    tries: 8,
    inTurn: pLimit(4),
    lockedForMs: 50,
    whoHolds: () => Promise.resolve(null),
    signal,
  },
  finder: createFinder(realDisk, [gameDir, otherInstall], steps, signal),
  sources: () => sources,
  listIsCurrent: () => Promise.resolve(true),
  replacing: new PauseGate(),
  waitsForGame: () => undefined,
  onProgress: () => undefined,
})
await session.close()
await connections.close()
process.stdout.write(`${JSON.stringify({ ...outcome, ms: performance.now() - since })}\n`)
