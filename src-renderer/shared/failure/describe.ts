import { isFailure, type FailureCode, type WireFailure } from '../../../src-preload/contract/failure.ts'
import type { Translate } from '../i18n/index.ts'
import { shownFacts } from '../privacy/index.ts'
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

/** What to tell the player about a failure, in the present language. */
export function describeFailure(error: unknown, t: Translate): FailureText {
  const { code, facts } = wireOf(error)
  return {
    code,
    sentence: t(`failures.${code}`, shownFacts(facts as Record<string, string | number>)),
    action: failureActions[code],
  }
}

const isWire = (error: unknown): error is WireFailure =>
  typeof error === 'object' && error !== null && 'code' in error && String(error.code) in failureActions
