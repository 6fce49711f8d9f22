import { demoPlayer } from '../demo-player.ts'
import { createRandom } from '../../lib/index.ts'
import { DAY, HOUR, MINUTE } from '../wire.ts'
import type { Ledger, LedgerBooking } from './ledger.ts'

/** The player's company accounts. */
const companyAccounts = [
  { iban: 'NH330191', balance: 0 },
  { iban: 'NH440010', balance: 1_250 },
]

/** The other side's accounts, and the texts of payments. */
const shop = 'NH700100'
const dealings = [
  { with: 'NH417702', out: 'Anteil Kutter', in: 'Rückzahlung Kutter', most: 18_000 },
  { with: 'NH500118', out: 'Fracht Kleinhafen', in: 'Löschung Ladung', most: 42_000 },
  { with: 'NH618845', out: 'Reparatur', in: 'Verkauf Motor', most: 9_500 },
  { with: shop, out: 'Werkzeug und Farbe', in: 'Gutschrift', most: 4_200 },
]

const DAYS = 182

/** Opens the demo's accounts and invents half a year of bookings, some a day, by the seed. */
export function fillBooks(ledger: Ledger, seed: string, now: Date): void {
  const random = createRandom(`${seed}/bank`)
  const own = [...demoPlayer.accounts, ...demoPlayer.sharedAccounts, ...companyAccounts]
  for (const { iban, balance } of own) ledger.open(iban, balance)
  for (const { with: iban } of dealings) ledger.open(iban, 250_000)

  const past: Omit<LedgerBooking, 'id'>[] = []
  for (let day = DAYS; day > 0; day--)
    for (let turn = random.whole(0, 4); turn > 0; turn--) {
      const at = new Date(now.getTime() - day * DAY + random.whole(0, 20) * HOUR + random.whole(0, 59) * MINUTE)
      const mine = random.pick(demoPlayer.accounts).iban
      past.push(dealing(mine, at, random))
    }
  for (const booking of past.sort((a, b) => a.at.getTime() - b.at.getTime())) ledger.record(booking)
}

function dealing(mine: string, at: Date, random: ReturnType<typeof createRandom>): Omit<LedgerBooking, 'id'> {
  const cash = random.chance(0.15)
  const income = random.chance(0.45)
  if (cash) {
    const amount = random.whole(5, 90) * 100
    return {
      source: mine,
      destination: mine,
      amount,
      type: income ? 'add' : 'remove',
      initiator: demoPlayer.name,
      info: income ? 'Einzahlung' : 'Auszahlung',
      at,
    }
  }
  const { with: other, out, in: back, most } = random.pick(dealings)
  const amount = random.whole(most / 20, most)
  const [source, destination] = income ? [other, mine] : [mine, other]
  const initiator = income ? 'Hansen Spedition' : demoPlayer.name
  return { source, destination, amount, type: 'transfer', initiator, info: income ? back : out, at }
}
