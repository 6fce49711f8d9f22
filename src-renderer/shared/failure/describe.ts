import { isFailure, type FailureCode, type WireFailure } from '../../../src-preload/contract/failure.ts'
import type { Translate } from '../i18n/index.ts'
import { failureActions, type FailureAction } from './actions.ts'

export interface FailureText {
  code: FailureCode
  sentence: string
  action: FailureAction
  actionLabel: string
}

/** What to tell the player about a failure, in the present language. Anything that is not a `Failure` is told as `bug`. */
export function describeFailure(error: unknown, t: Translate): FailureText {
  const failure: Pick<WireFailure, 'code' | 'facts'> = isFailure(error)
    ? error
    : isWire(error)
      ? error
      : { code: 'bug', facts: { incident: '?' } }
  const action = failureActions[failure.code]
  return {
    code: failure.code,
    sentence: t(`failures.${failure.code}`, selectable(failure.facts as Facts)),
    action,
    actionLabel: t(`failures.action.${action}`),
  }
}

type Facts = Record<string, string | number>

/** A reason that a message selects by: ICU knows no hyphen in such words, so messages write `too_long` for `too-long`. */
const selectable = (facts: Facts): Facts =>
  typeof facts.reason === 'string' && /^[a-z]+(-[a-z]+)+$/.test(facts.reason)
    ? { ...facts, reason: facts.reason.replaceAll('-', '_') }
    : facts

const isWire = (error: unknown): error is WireFailure =>
  typeof error === 'object' && error !== null && 'code' in error && String(error.code) in failureActions
