import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { CookieJar } from 'tough-cookie'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { JournalEntry } from '../../src-main/bank/index.ts'
import { createDemoBank, transferFaults } from '../../src-main/demo/bank/index.ts'
import { sandboxSwitches } from '../../scripts/lib/sandbox.mjs'
import { startDemoService } from '../support/demo-service.ts'
import { createRandom } from '../../src-main/demo/random.ts'
import { programAt } from '../support/programs.ts'
import { browserCookies, OTHER, OWN } from './setup.ts'

/** 1,000 with `npm run test:bank-kill`, in the real Electron with a real keychain; a short form in plain Node otherwise. */
const TRANSFERS = Number(process.env.LOADOUT_BANK_TRANSFERS ?? 40)
const SEED = process.env.LOADOUT_BANK_SEED ?? 'kill'
const ELECTRON = process.env.LOADOUT_BANK_ELECTRON
const flags = ELECTRON ? sandboxSwitches : []

let script = programAt('transfer-child')
beforeAll(async () => {
  if (ELECTRON) script = await asApp(script)
})

/** Makes a script an app that Electron can start: a folder beside it. */
async function asApp(path: string): Promise<string> {
  const app = `${path}.app`
  await mkdir(app, { recursive: true })
  await writeFile(
    join(app, 'package.json'),
    JSON.stringify({ name: 'bank-kill', type: 'module', main: `../${basename(path)}` }),
  )
  return app
}

/** One run of the app's bank. */
interface Child {
  process: ChildProcessWithoutNullStreams
  /** The next line it says; undefined when it died first. */
  next(): Promise<Record<string, unknown> | undefined>
  gone: Promise<void>
}

function start(args: string[]): Child {
  const child = spawn(ELECTRON ?? process.execPath, [...flags, script, ...args])
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let errors = ''
  // Electron says more than errors there
  child.stderr.on('data', (part: Buffer) => (errors += ELECTRON ? '' : part.toString()))
  child.stdin.on('error', () => undefined) // it was killed while we spoke
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return {
    process: child,
    gone,
    async next() {
      const { value, done } = await lines.next()
      if (errors) throw new Error(errors)
      return done ? undefined : (JSON.parse(value) as Record<string, unknown>)
    },
  }
}

/** A session of the bank as the app keeps it. */
async function keptSession(demo: ReturnType<typeof createDemoBank>, infoUrl: string): Promise<string> {
  const jar = new CookieJar()
  for (const { name, value } of browserCookies(demo)) await jar.setCookie(`${name}=${value}; path=/`, infoUrl)
  return JSON.stringify({ player: '1', jar: JSON.stringify(jar.serializeSync()) })
}

test(
  `${TRANSFERS} transfers, faults at every stage, kills in between: money moves at most once, and no entry lies`,
  { timeout: 60_000 + TRANSFERS * 5_000 },
  async () => {
    const random = createRandom(SEED)
    const demo = createDemoBank({ now: () => new Date() })
    demo.ledger.open(OWN, 1_000_000_000)
    demo.ledger.open(OTHER, 0)
    const service = await startDemoService({ now: () => new Date(), seed: SEED, routes: [demo.route] })
    const folder = await mkdtemp(join(tmpdir(), 'loadout-kill-'))
    let child: Child | undefined
    onTestFinished(async () => {
      child?.process.kill('SIGKILL')
      await service.close()
      await rm(folder, { recursive: true, force: true })
    })
    /** What a player does whose session is lost: a kill between an answer and the keychain's writing takes the new cookies along. */
    const signIn = async () => {
      child?.process.kill('SIGKILL')
      await child?.gone
      await writeFile(join(folder, 'session.json'), await keptSession(demo, service.infoUrl))
      await writeFile(join(folder, 'signed-in-anew'), '')
    }
    await signIn()
    const args = [service.infoUrl, folder, OWN]
    const living = async () => {
      if (child && child.process.exitCode === null && child.process.signalCode === null) return child
      child = start(args)
      await child.next()
      return child
    }

    const told = new Map<string, string>()
    const whys = new Map<string, number>()
    let kills = 0
    for (let number = 0; number < TRANSFERS; number++) {
      const info = `T-${number}`
      const order: Record<string, unknown> = { to: OTHER, amount: random.whole(1, 400), info }
      demo.faults.length = 0
      demo.answersBy = random.chance(0.3) ? 'redirect' : 'page'
      if (random.chance(0.45)) demo.faults.push(random.pick(transferFaults.filter((fault) => fault !== 'expired')))
      const kill = random.pick(['none', 'none', 'none', 'stage', 'arrival', 'time'])
      if (kill === 'stage') order.dieAt = random.pick(['confirmed', 'sending', 'succeeded', 'unknown'])
      const now = await living()
      const before = demo.orders.length
      now.process.stdin.write(`${JSON.stringify(order)}\n`)
      const answer = now.next()
      if (kill === 'arrival') {
        await Promise.race([answer, untilTrue(() => demo.orders.length > before)])
        now.process.kill('SIGKILL')
      }
      if (kill === 'time') {
        await new Promise((resolve) => setTimeout(resolve, random.whole(0, 30))) // anywhere: that is the point
        now.process.kill('SIGKILL')
      }
      const said = await answer
      if (typeof said?.state === 'string') told.set(info, said.state)
      const why = said?.reason ?? said?.failed
      if (typeof why === 'string') whys.set(why, (whys.get(why) ?? 0) + 1)
      if (why === 'signed-out' || why === 'bank-signed-out') await signIn()
      if (!said || kill === 'arrival' || kill === 'time') {
        await now.gone
        kills++
      }
    }

    demo.faults.length = 0
    const lastLook = async () => {
      const last = await living()
      last.process.stdin.write('settle\n')
      return last.next()
    }
    let end = await lastLook()
    if (end?.failed !== undefined) {
      await signIn()
      end = await lastLook()
    }
    const entries = end?.entries as JournalEntry[]
    expect(end?.failed, 'the last look at the account').toBeUndefined()
    if (ELECTRON) expect(end?.keychain).toMatchObject({ place: 'secret-service', state: 'ok', mode: 'keychain' })
    const moved = (info: string) => demo.ledger.bookingsOf(OTHER).filter((booking) => booking.info === info).length
    const asked = (info: string) => demo.orders.filter((order) => order.info === info).length

    for (let number = 0; number < TRANSFERS; number++) {
      const info = `T-${number}`
      expect(moved(info), info).toBeLessThanOrEqual(1)
      expect(asked(info), info).toBeLessThanOrEqual(1)
      const mine = entries.filter((entry) => entry.info === info)
      expect(mine.length, info).toBeLessThanOrEqual(1)
      const state = mine[0]?.state
      const truth = moved(info) === 1
      // What was told at the time must be true as well, unless it was `unknown`.
      for (const claim of [state, told.get(info)]) {
        if (claim === 'succeeded') expect(truth, `${info} succeeded`).toBe(true)
        if (claim === 'refused' || claim === 'not-sent') expect(truth, `${info} ${claim}`).toBe(false)
      }
      expect(['succeeded', 'refused', 'not-sent', 'unknown', undefined]).toContain(state)
      if (state === undefined || state === 'unknown') expect(truth, `${info} left open`).toBe(false)
    }
    const count = (state: string) => entries.filter((entry) => entry.state === state).length
    const counts = ['succeeded', 'refused', 'not-sent', 'unknown'].map((state) => `${count(state)} ${state}`).join(', ')
    const reasons = [...whys].map(([why, times]) => `${why} ${times}`).join(', ')
    process.stdout.write(`${TRANSFERS} transfers, ${kills} kills: ${counts} (${reasons})\n`)
    expect(demo.ledger.total).toBe(1_000_000_000)
    expect(kills).toBeGreaterThan(TRANSFERS / 10)
    expect(count('succeeded')).toBeGreaterThan(TRANSFERS / 5)
  },
)

async function untilTrue(fact: () => boolean): Promise<void> {
  while (!fact()) await new Promise((resolve) => setImmediate(resolve))
}
