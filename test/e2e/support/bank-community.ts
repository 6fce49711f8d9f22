import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFaultyBank, type FaultyBank } from '../../support/faulty-bank.ts'
import { fillBooks } from '../../../src-main/demo/bank/ledger.ts'
import { demoPlayer, type DemoRoute } from '../../../src-main/demo/index.ts'
import { startDemoService } from '../../support/demo-service.ts'
import { removeFolder } from './folder.ts'

export interface BankCommunity {
  /** The bank, whose faults, books and sessions the test controls. */
  bank: FaultyBank
  /** Whether the bookings can be read. If not, the answer still sets cookies. */
  lists: { read: boolean }
  /** Releases what the bank holds since `holdNext`; undefined while it holds nothing. */
  hold: (() => void) | undefined
  /** Makes the bank hold incoming transfers, or its answers with bookings, for which the request's cookies are already used up. */
  holdNext(what: 'transfers' | 'lists'): void
  /** Requests for bookings so far. */
  readonly asked: number
  /** Moves the bank's clock, and with it the age of cookies, forward. */
  pass(ms: number): void
  /** Arguments that point the app at this community. */
  args: string[]
  close(): Promise<void>
}

/** Text of the oldest booking on the player's main account: far below what is on screen. */
export const OLDEST = 'Geheimfach im Leuchtturm'

/** A community with a bank, outside the app. */
export async function openBankCommunity(): Promise<BankCommunity> {
  let ahead = 0
  let asked = 0
  const now = () => new Date(Date.now() + ahead)
  const bank = createFaultyBank({ now, player: demoPlayer.name })
  fillBooks(bank.ledger, now())
  const [{ iban }] = demoPlayer.accounts
  const at = new Date(now().getTime() - 300 * 86_400_000)
  bank.ledger.record({ source: iban, destination: iban, amount: 1, type: 'add', initiator: '', info: OLDEST, at })
  const lists = { read: true }
  let held: Promise<void> | undefined
  let heldPath = /./
  const holding: DemoRoute = async (request) => {
    if (held && heldPath.test(request.path) && request.method === 'POST') await held
    return undefined
  }
  const listing: DemoRoute = async (request) => {
    if (!request.path.endsWith('/data')) return undefined
    const answer = bank.route(request)
    asked++
    await holding(request)
    return lists.read || !answer ? answer : { ...answer, status: 503, body: '' }
  }
  const service = await startDemoService({
    now,
    balanceOf: bank.ledger.balanceOf,
    routes: [listing, holding, bank.route],
  })
  const folder = await mkdtemp(join(tmpdir(), 'loadout-bank-'))
  const file = join(folder, 'community.json')
  const { baseUrl, infoUrl } = service
  await writeFile(file, JSON.stringify({ id: 'harbour', name: 'Hallig Roleplay', baseUrl, infoUrl }))
  const community: BankCommunity = {
    bank,
    lists,
    hold: undefined,
    holdNext(what) {
      heldPath = what === 'lists' ? /\/data$/ : /\/banking\/[^/]+$/
      held = new Promise((release) => {
        community.hold = () => {
          held = community.hold = undefined
          release()
        }
      })
    },
    get asked() {
      return asked
    },
    pass: (ms) => void (ahead += ms),
    args: ['--community', file],
    async close() {
      await service.close()
      await removeFolder(folder)
    },
  }
  return community
}
