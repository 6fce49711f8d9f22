import { lastName } from '../privacy/index.ts'
import { describeFailure, wireOf, type Speech } from './describe.ts'

/**
 * A failure as text for whoever helps: its code, its facts, its sentence, and when it was copied. Folders are told by their last name alone, since
 * this is made to be pasted where others read it.
 */
export function failureDetails(error: unknown, speech: Speech, at: Date): string {
  const { code, facts } = wireOf(error)
  const short = (fact: unknown) => (typeof fact === 'string' ? lastName(fact) : fact)
  const known = Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, short(fact)]))
  const { sentence } = describeFailure({ code, facts: known }, speech)
  const lines = Object.entries(known).map(
    ([name, fact]) => `${name}: ${typeof fact === 'string' ? fact : JSON.stringify(fact)}`,
  )
  return [`Loadout: ${code}`, sentence, ...lines, at.toISOString()].join('\n')
}
