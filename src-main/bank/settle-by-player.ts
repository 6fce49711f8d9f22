import { Failure } from '../../src-preload/contract/failure.ts'
import type { Journal, JournalEntry } from './journal.ts'
import type { Whose } from './whose.ts'

/**
 * The player's word on a transfer. Only an unknown one of theirs takes it, and only once it can no longer be in flight.
 * @throws Failure `transfer-draft-gone` for any other
 */
export async function settleByPlayer(
  { journal, whose, now }: { journal: Journal; whose: Whose; now: () => Date },
  entryId: string,
  as: 'happened' | 'not-happened' | 'override',
): Promise<JournalEntry> {
  await whose.known()
  const entry = journal.find(entryId)
  if (entry?.state !== 'unknown' || !whose.isMine(entry)) throw new Failure('transfer-draft-gone', {})
  if (as === 'override') return journal.conclude(entryId, { overridden: true })
  const settled = { settledBy: 'player' as const, settledAt: now().getTime() }
  return as === 'happened'
    ? journal.conclude(entryId, { ...settled, state: 'succeeded' })
    : journal.conclude(entryId, { ...settled, state: 'refused', reason: 'player' })
}
