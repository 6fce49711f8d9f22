/**
 * The app's bank as a process of its own, to be killed. Reads orders as JSON lines, answers each with a line. In Electron it
 * keeps its session in the system's keychain; in plain Node a file stands in for it, which a kill does not reach either.
 * `dieAt`: kills itself the moment the journal shows that state.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { KeptBooks, openBank, openJournal } from '../../src-main/bank/index.ts'
import { after, createRedactor, jsonFile } from '../../src-main/lib/index.ts'
import { parseGivenProfile } from '../../src-main/settings/index.ts'
import { isFailure } from '../../src-preload/contract/failure.ts'
import { openSystemKeyring, Vault } from '../../src-main/vault/index.ts'

interface Order {
  to: string
  amount: number
  info: string
  dieAt?: string
  /** How far this computer's clock is off, ms. */
  clock?: number
  /** The player allows the same again first. */
  override?: boolean
}

const [infoUrl = '', folder = '', from = ''] = process.argv.slice(-3)
const sessionFile = join(folder, 'session.json')
let clock = 0
const now = () => new Date(Date.now() + clock)
const redactor = createRedactor()
const vault =
  process.versions.electron === undefined
    ? undefined
    : new Vault({
        keyring: openSystemKeyring({
          service: 'loadout-kill-test',
          platform: process.platform,
          thread: new URL('keyring-worker.js', import.meta.url),
          after,
        }),
        ...{ hosts: infoUrl, redactor, after, log: () => undefined },
      })
const fromFile = () => readFileSync(sessionFile, 'utf8')
const signedInAnew = join(folder, 'signed-in-anew')
if (vault && existsSync(signedInAnew)) {
  await vault.write('demo', 'bank-session', fromFile())
  rmSync(signedInAnew)
}
const journal = await openJournal(join(folder, 'transfers.jsonl'))
const bank = openBank({
  profile: parseGivenProfile({ id: 'demo', name: 'Demo', baseUrl: new URL(infoUrl).origin, infoUrl }, '').profile,
  journal,
  books: { file: jsonFile(join(folder, 'templates.json'), KeptBooks, () => undefined), kept: {} },
  rest: {
    read: async () => (await vault?.read('demo', 'bank-session')) ?? fromFile(),
    write: (value) => {
      if (vault) return vault.write('demo', 'bank-session', value)
      writeFileSync(`${sessionFile}.part`, value)
      return Promise.resolve(renameSync(`${sessionFile}.part`, sessionFile)) // whole or not at all, as in a keychain
    },
    forget: () => Promise.resolve(),
  },
  redactor,
  accounts: () =>
    Promise.resolve({
      player: '1',
      accounts: [{ iban: from, kind: 'own', label: '', isDefault: true }],
      payees: [],
      asOf: Date.now(),
      live: true,
    }),
  onPlayer: () => () => undefined,
  now,
  after: () => () => undefined,
  limits: { connectMs: 2_000, answerMs: 250, maxBytes: 64 << 20 },
  agent: 'Loadout/test',
})
const say = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`)

let dieAt: string | undefined
journal.onChange(() => {
  if (journal.entries.at(-1)?.state === dieAt) process.kill(process.pid, 'SIGKILL')
})

/** One look is good for all that are unsettled on the account. */
async function settleOpen(): Promise<string | undefined> {
  const open = journal.entries.find(({ state }) => state === 'unknown')
  if (!open) return undefined
  return bank.check(open.id).then(
    () => undefined,
    (error: unknown) => (isFailure(error) ? `${error.code} ${JSON.stringify(error.facts)}` : String(error)),
  )
}

/** Each look reads the account anew, and a thousand transfers leave hundreds open. */
const MOST_ADVICE = 10

/** What the screen says of the newest transfers whose outcome nobody knows, and what comes of saying that they did not happen. */
async function advise(): Promise<object[]> {
  const told: object[] = []
  for (const { id, info } of journal.entries.filter(({ state }) => state === 'unknown').slice(-MOST_ADVICE)) {
    const look = await bank.check(id).then(
      (entry) => ({ state: entry.state, likely: bank.candidates(id).length }),
      (error: unknown) => ({ failed: isFailure(error) ? error.code : String(error) }),
    )
    const denied = await bank.settle(id, 'not-happened').then(
      ({ settledBy }) => settledBy === 'player',
      () => false,
    )
    told.push({ info, ...look, denied })
  }
  return told
}

async function carryOut({ dieAt: stage, clock: off = 0, override, ...order }: Order): Promise<object> {
  clock = off
  await settleOpen()
  if (override)
    for (const entry of journal.entries)
      if (entry.state === 'unknown' && entry.info === order.info) await bank.settle(entry.id, 'override')
  dieAt = stage
  try {
    const draft = await bank.draft({ from, ...order })
    const { state, reason } = await bank.send(draft.id)
    return { info: order.info, state, reason }
  } catch (error) {
    return { info: order.info, failed: isFailure(error) ? error.code : String(error) }
  } finally {
    dieAt = undefined // a later look may bring that state too
  }
}

say({ ready: true })
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'settle') {
    const failed = await settleOpen()
    const likely = Object.fromEntries(journal.entries.map(({ id }) => [id, bank.candidates(id).length]))
    say({ entries: journal.entries, likely, failed, keychain: vault?.view })
  } else if (line === 'advise') say({ advice: await advise() })
  else say(await carryOut(JSON.parse(line) as Order))
}
