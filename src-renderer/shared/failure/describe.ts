import { isFailure, type FailureCode, type WireFailure } from '../../../src-preload/contract/failure.ts'
import { formatBytes } from '../format/format.ts'
import type { I18n } from '../i18n/index.ts'
import { shownFacts, lastName } from '../privacy/index.ts'
import { failureActions, type FailureAction } from './actions.ts'

export interface FailureText {
  code: FailureCode
  sentence: string
  action: FailureAction
}

/** What was thrown, as data. Anything that is not a `Failure` is `bug`. */
export function wireOf(error: unknown): Pick<WireFailure, 'code' | 'facts'> {
  if (isFailure(error)) return error
  return isWire(error) ? error : { code: 'bug', facts: { incident: '?' } }
}

type Facts = Record<string, string | number>

/** The language that a sentence is said in. */
export type Speech = Pick<I18n, 't' | 'language'>

/** Facts named `…Bytes` as sizes, in the unit that fits; the sentence only says where they stand. */
const withSizes = (facts: Facts, language: I18n['language']): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      name.endsWith('Bytes') && typeof fact === 'number' ? formatBytes(language, fact) : fact,
    ]),
  )

/** What to tell the player about a failure, in the present language. */
export function describeFailure(error: unknown, { t, language }: Speech): FailureText {
  const { code, facts } = wireOf(error)
  const shown = withSizes(shownFacts(facts as Facts), language)
  if (code === 'profile-invalid') shown['why'] = t('profile.fault', shown) // as the profile editor says it at a field
  return {
    code,
    sentence: t(`failures.${code}`, shown),
    action: failureActions[code],
  }
}

const isWire = (error: unknown): error is WireFailure =>
  typeof error === 'object' && error !== null && 'code' in error && String(error.code) in failureActions

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
