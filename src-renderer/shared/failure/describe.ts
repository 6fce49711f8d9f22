import { isFailure, type FailureCode, type WireFailure } from '../../../src-preload/contract/failure.ts'
import type { Translate } from '../i18n/index.ts'
import { shownFacts } from '../privacy/index.ts'
import { failureActions, type FailureAction } from './actions.ts'

export interface FailureText {
  code: FailureCode
  sentence: string
  action: FailureAction
}

/** What to tell the player about a failure, in the present language. Anything that is not a `Failure` is told as `bug`. */
export function describeFailure(error: unknown, t: Translate): FailureText {
  const failure: Pick<WireFailure, 'code' | 'facts'> = isFailure(error)
    ? error
    : isWire(error)
      ? error
      : { code: 'bug', facts: { incident: '?' } }
  return {
    code: failure.code,
    sentence: t(`failures.${failure.code}`, shownFacts(failure.facts as Record<string, string | number>)),
    action: failureActions[failure.code],
  }
}

const isWire = (error: unknown): error is WireFailure =>
  typeof error === 'object' && error !== null && 'code' in error && String(error.code) in failureActions
