import { json, type DemoRoute } from '../route.ts'
import type { Ledger } from './ledger.ts'

interface Held {
  iban?: unknown
  balance?: unknown
}

/** Gives every account in a player's record the balance that stands in the books. */
function refresh(value: unknown, ledger: Ledger): void {
  if (typeof value !== 'object' || value === null) return
  const held = value as Held
  const balance = typeof held.iban === 'string' && 'balance' in held ? ledger.balanceOf(held.iban) : undefined
  if (balance !== undefined) held.balance = balance
  for (const inner of Object.values(value)) refresh(inner, ledger)
}

/** The player's record with the bank's present balances: after a transfer both tell the same. */
export const withBalances =
  (route: DemoRoute, ledger: Ledger): DemoRoute =>
  async (request) => {
    const answer = await route(request)
    if (!answer || 'raw' in answer || (answer.status ?? 200) !== 200) return answer
    const record = JSON.parse(Buffer.from(answer.body).toString('utf8')) as { data?: Record<string, unknown>[] }
    refresh(record.data, ledger)
    const [player] = record.data ?? []
    const [main] = (player?.bank_main ?? []) as Held[]
    if (player && main) player.bankacc = main.balance
    return json(record)
  }
