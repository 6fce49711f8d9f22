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

/** A thrown value as data. Anything that is not a `Failure` is a `bug`. */
export function wireOf(error: unknown): Pick<WireFailure, 'code' | 'facts'> {
  if (isFailure(error)) return error
  return isWire(error) ? error : { code: 'bug', facts: { incident: '?' } }
}

type Facts = Record<string, string | number>

/** The language of a sentence. */
export type Speech = Pick<I18n, 't' | 'language'>

/** Facts whose name ends in `Bytes` become sizes in the best unit, so that messages only insert them. */
const withSizes = (facts: Facts, language: I18n['language']): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      name.endsWith('Bytes') && typeof fact === 'number' ? formatBytes(language, fact) : fact,
    ]),
  )

/** A failure in the player's language. */
export function describeFailure(error: unknown, { t, language }: Speech): FailureText {
  const { code, facts } = wireOf(error)
  const shown = withSizes(shownFacts(facts as Facts), language)
  if (code === 'profile-invalid') {
    const field = t('profile.fault.quoted', { field: String(shown['field']) })
    shown['why'] = t('profile.fault', { ...shown, field }) // as at a field of the profile editor
  }
  return {
    code,
    sentence: t(`failures.${code}`, shown),
    action: failureActions[code],
  }
}

const unreachable: ReadonlySet<FailureCode> = new Set(['offline', 'dns', 'timeout', 'connection-lost', 'http-status'])

/** True if a reading failed because the community cannot be reached, or only reports errors. */
export const isUnreachable = (error: unknown): boolean => error !== undefined && unreachable.has(wireOf(error).code)

/** Why the community's data could not be read: without addresses and numbers if it cannot be reached. */
export function describeReading(error: unknown, speech: Speech): string {
  const { code, sentence } = describeFailure(error, speech)
  return code !== 'offline' && isUnreachable(error) ? speech.t('common.unreachable') : sentence
}

const isWire = (error: unknown): error is WireFailure =>
  typeof error === 'object' && error !== null && 'code' in error && String(error.code) in failureActions

/**
 * A failure as text for somebody who helps: code, facts, sentence and time. Paths are shortened to their last name, because players
 * paste the text where others read it.
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
