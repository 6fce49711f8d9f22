import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFaultyBank, type FaultyBank } from '../../support/faulty-bank.ts'
import { fillBooks } from '../../../src-main/demo/bank/history.ts'
import { demoPlayer, type DemoRoute } from '../../../src-main/demo/index.ts'
import { startDemoService } from '../../support/demo-service.ts'
import { removeFolder } from './folder.ts'

export interface BankCommunity {
  /** The bank in the test's own hands: its faults, books and sessions. */
  bank: FaultyBank
  /** Whether the bookings can be read. */
  lists: { read: boolean }
  /** While set, the bank takes transfers and answers none until it is released. */
  hold: (() => void) | undefined
  /** Has the bank hold the transfers that come. */
  holdTransfers(): void
  /** Arguments that point the app at this community. */
  args: string[]
  close(): Promise<void>
}

/** Text of the oldest booking on the player's main account: far below what is on screen. */
export const OLDEST = 'Geheimfach im Leuchtturm'

/** A community with a bank, outside the app. */
export async function openBankCommunity(): Promise<BankCommunity> {
  const now = () => new Date()
  const seed = 'nordwind'
  const bank = createFaultyBank({ now, player: demoPlayer.name })
  fillBooks(bank.ledger, seed, now())
  const [{ iban }] = demoPlayer.accounts
  const at = new Date(now().getTime() - 300 * 86_400_000)
  bank.ledger.record({ source: iban, destination: iban, amount: 1, type: 'add', initiator: '', info: OLDEST, at })
  const lists = { read: true }
  const failing: DemoRoute = ({ path }) =>
    !lists.read && path.endsWith('/data') ? { status: 503, body: '' } : undefined
  let held: Promise<void> | undefined
  const holding: DemoRoute = async (request) => {
    if (held && /\/banking\/[^/]+$/.test(request.path) && request.method === 'POST') await held
    return undefined
  }
  const service = await startDemoService({
    now,
    seed,
    balanceOf: bank.ledger.balanceOf,
    routes: [holding, failing, bank.route],
  })
  const folder = await mkdtemp(join(tmpdir(), 'loadout-bank-'))
  const file = join(folder, 'community.json')
  const { baseUrl, infoUrl } = service
  await writeFile(file, JSON.stringify({ id: 'harbour', name: 'Hallig Roleplay', baseUrl, infoUrl }))
  const community: BankCommunity = {
    bank,
    lists,
    hold: undefined,
    holdTransfers() {
      held = new Promise((release) => {
        community.hold = () => {
          held = community.hold = undefined
          release()
        }
      })
    },
    args: ['--community', file],
    async close() {
      await service.close()
      await removeFolder(folder)
    },
  }
  return community
}
