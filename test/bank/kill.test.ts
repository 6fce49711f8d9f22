import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { CookieJar } from 'tough-cookie'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { JournalEntry } from '../../src-main/bank/index.ts'
import { createFaultyBank, transferFaults } from '../support/faulty-bank.ts'
import type { DemoRoute } from '../../src-main/demo/index.ts'
import { sandboxSwitches } from '../../scripts/lib/sandbox.mjs'
import { startDemoService } from '../support/demo-service.ts'
import { createRandom } from '../../src-main/lib/index.ts'
import { programAt } from '../support/programs.ts'
import { browserCookies, hourEarlier, OTHER, OWN, type Told, toldAs } from './setup.ts'

/** 1,000 with `npm run test:bank-kill`, in the real Electron with a real keychain; a short form in plain Node otherwise. */
const TRANSFERS = Number(process.env.LOADOUT_BANK_TRANSFERS ?? 40)
const SEED = process.env.LOADOUT_BANK_SEED ?? 'kill'
const ELECTRON = process.env.LOADOUT_BANK_ELECTRON
const flags = ELECTRON ? sandboxSwitches : []
/** Every second one is a start of Electron, which takes seconds on a busy computer. */
const LONGEST_MS = ELECTRON ? 30_000 : 5_000

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
async function keptSession(demo: ReturnType<typeof createFaultyBank>, infoUrl: string): Promise<string> {
  const jar = new CookieJar()
  for (const { name, value } of browserCookies(demo)) await jar.setCookie(`${name}=${value}; path=/`, infoUrl)
  return JSON.stringify({ player: '1', jar: JSON.stringify(jar.serializeSync()) })
}

const MINUTE = 60_000
/** How far a clock may be off. */
const CLOCKS = [0, 0, 3 * MINUTE, -3 * MINUTE, 60 * MINUTE, -60 * MINUTE]
/** A session of the bank ends after this long without a request. */
const LIFETIME_MS = 10_000
/** Which readings of the bookings fail: those before an order arrives, those after, or all. */
const LISTS = ['read', 'read', 'read', 'fail-before', 'fail-after', 'fail'] as const

/** How the bank tells its bookings: as they are, with other signs in the text, or by another clock than its own. */
const WAYS: readonly ((told: Told) => object)[] = [
  (told) => told,
  (told) => told,
  (told) => ({ ...told, info: `${String(told.info)}&nbsp;` }),
  (told) => ({ ...told, created_at: hourEarlier(String(told.created_at)) }),
]

/** What the app said of one transfer at some time. */
interface Advice {
  info: string
  state?: string
  likely?: number
  failed?: string
  /** It took the player's word that it did not happen. */
  denied: boolean
}

test(
  `${TRANSFERS} transfers, faults at every stage, kills in between: money moves at most once, no entry lies, and no advice pays twice`,
  { timeout: 60_000 + TRANSFERS * LONGEST_MS },
  async () => {
    const random = createRandom(SEED)
    let bankClock = 0
    let lists: (typeof LISTS)[number] = 'read'
    let way = WAYS[0] ?? ((told: Told) => told)
    let ordersBefore = 0
    let arrived: () => void = () => undefined
    let listsFailed = 0
    const demo = createFaultyBank({ now: () => new Date(Date.now() + bankClock) }, LIFETIME_MS)
    demo.ledger.open(OWN, 1_000_000_000)
    demo.ledger.open(OTHER, 0)
    const failing: DemoRoute = ({ path }) => {
      const isBefore = demo.orders.length === ordersBefore
      const fails = lists === 'fail' || (lists === 'fail-before' && isBefore) || (lists === 'fail-after' && !isBefore)
      if (!fails || !path.endsWith('/data')) return undefined
      listsFailed++
      return { status: 503, body: '' }
    }
    const arriving: DemoRoute = (request) => {
      const answer = demo.route(request)
      if (demo.orders.length > ordersBefore) arrived()
      return answer
    }
    const service = await startDemoService({
      now: () => new Date(),
      routes: [failing, toldAs(demo, () => way), arriving],
    })
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
    const ask = async (line: string) => {
      const now = await living()
      now.process.stdin.write(`${line}\n`)
      return now.next()
    }
    const moved = (info: string) => demo.ledger.bookingsOf(OTHER).filter((booking) => booking.info === info).length

    /** Every answer the app gave to an order, by its text. */
    const told = new Map<string, string[]>()
    const whys = new Map<string, number>()
    const counts = { kills: 0, signIns: 0, advice: 0, compared: 0, denied: 0, twins: 0 }
    /** Looks at what the app says while it does not know, and compares it with the ledger. */
    const compareAdvice = async () => {
      const { advice } = (await ask('advise')) as { advice: Advice[] }
      for (const { info, state, likely, failed, denied } of advice) {
        counts.advice++
        if (denied) counts.denied++
        if (failed !== undefined) {
          expect(denied, `${info}: its word was taken without a look`).toBe(false)
          if (failed === 'bank-signed-out') await signIn()
          continue
        }
        if (likely) counts.compared++
        const isAlone = (told.get(info)?.length ?? 0) < 2
        // "Not among the bookings yet", and "it did not happen", are said of what is not there.
        if (isAlone && state === 'unknown' && likely === 0) expect(moved(info), `${info} is not listed`).toBe(0)
        if (isAlone && denied) expect(moved(info), `${info} did not happen`).toBe(0)
        if (state === 'succeeded') expect(moved(info), `${info} was found`).toBeGreaterThan(0)
      }
    }

    let last = { to: OTHER, amount: 1, info: '' }
    for (let number = 0; number < TRANSFERS; number++) {
      if (number % 20 === 0) bankClock = random.pick(CLOCKS)
      const isTwin = number > 0 && random.chance(0.15)
      if (isTwin) counts.twins++
      else last = { to: OTHER, amount: random.whole(1, 400), info: `T-${number}` }
      const { info } = last
      const order: Record<string, unknown> = { ...last, clock: random.pick(CLOCKS), override: isTwin }
      demo.faults.length = 0
      demo.answersBy = random.chance(0.3) ? 'redirect' : 'page'
      lists = random.pick(LISTS)
      way = random.pick(WAYS)
      ordersBefore = demo.orders.length
      if (random.chance(0.45)) demo.faults.push(random.pick(transferFaults.filter((fault) => fault !== 'expired')))
      if (random.chance(0.02)) demo.sessions.expireAll()
      const kill = random.pick(['none', 'none', 'none', 'stage', 'arrival', 'time'])
      if (kill === 'stage') order.dieAt = random.pick(['confirmed', 'sending', 'succeeded', 'unknown'])
      const now = await living()
      const arrival = new Promise<void>((resolve) => (arrived = resolve))
      now.process.stdin.write(`${JSON.stringify(order)}\n`)
      const answer = now.next()
      if (kill === 'arrival') {
        await Promise.race([answer, arrival])
        now.process.kill('SIGKILL')
      }
      if (kill === 'time') {
        await new Promise((resolve) => setTimeout(resolve, random.whole(0, 30))) // anywhere: that is the point
        now.process.kill('SIGKILL')
      }
      const said = await answer
      told.set(info, [...(told.get(info) ?? []), typeof said?.state === 'string' ? said.state : ''])
      const why = said?.reason ?? said?.failed
      if (typeof why === 'string') whys.set(why, (whys.get(why) ?? 0) + 1)
      if (!said || kill === 'arrival' || kill === 'time') {
        await now.gone
        counts.kills++
      }
      if (why === 'signed-out' || why === 'bank-signed-out') {
        counts.signIns++
        await signIn()
      }
      demo.faults.length = 0
      if (random.chance(0.3)) lists = 'read'
      if (random.chance(0.5)) await compareAdvice()
    }

    lists = 'read'
    let end = await ask('settle')
    if (end?.failed !== undefined) {
      await signIn()
      end = await ask('settle')
    }
    const entries = end?.entries as JournalEntry[]
    const likely = end?.likely as Record<string, number>
    expect(end?.failed, 'the last look at the account').toBeUndefined()
    const asked = (info: string) => demo.orders.filter((order) => order.info === info).length

    for (const [info, answers] of told) {
      const mine = entries.filter((entry) => entry.info === info)
      const those = (states: string[]) => mine.filter(({ state }) => states.includes(state))
      const truth = moved(info)
      expect(asked(info), `${info} asked`).toBeLessThanOrEqual(answers.length)
      expect(mine.length, info).toBeLessThanOrEqual(answers.length)
      expect(those(['confirmed', 'sending']), info).toEqual([])
      // What is told, now and at the time, is what happened; what may have happened is left open, with the booking beside it.
      expect(those(['succeeded']).length, `${info} succeeded`).toBeLessThanOrEqual(truth)
      expect(
        those(['succeeded', 'unknown']).length,
        `${info} left open: ${JSON.stringify({ mine, answers })}`,
      ).toBeGreaterThanOrEqual(truth)
      expect(answers.filter((state) => state === 'succeeded').length, `${info} told`).toBeLessThanOrEqual(truth)
      const refused = answers.filter((state) => state === 'refused' || state === 'not-sent').length
      expect(refused + truth, `${info} told as refused`).toBeLessThanOrEqual(answers.length)
      for (const { id } of truth > those(['succeeded']).length ? those(['unknown']) : [])
        expect(likely[id], `${info}: the booking that may be it`).toBeGreaterThan(0)
    }
    const count = (state: string) => entries.filter((entry) => entry.state === state).length
    const states = ['succeeded', 'refused', 'not-sent', 'unknown'].map((state) => `${count(state)} ${state}`).join(', ')
    const reasons = [...whys].map(([why, times]) => `${why} ${times}`).join(', ')
    const numbers = Object.entries({ ...counts, listsFailed }).map(([name, times]) => `${times} ${name}`)
    process.stdout.write(`${TRANSFERS} transfers, ${numbers.join(', ')}: ${states} (${reasons})\n`)
    expect(demo.ledger.total).toBe(1_000_000_000)
    expect(counts.kills).toBeGreaterThan(TRANSFERS / 10)
    expect(count('succeeded')).toBeGreaterThan(TRANSFERS / 5)
    for (const reached of [listsFailed, counts.twins, counts.advice, counts.compared, counts.denied])
      expect(reached).toBeGreaterThan(0)
    // last, because it is the keychain's own fault if it died under the kills, and the money must be right all the same
    if (ELECTRON) expect(end?.keychain).toMatchObject({ place: 'secret-service', state: 'ok', mode: 'keychain' })
  },
)
