import type { Failures } from './failures.ts'

export type FailureCode = keyof Failures

/** A failure on the bridge. It is data, because IPC and the context bridge strip Errors. */
export type WireFailure = { [C in FailureCode]: { code: C; facts: Failures[C] } }[FailureCode]

/** An expected failure: a stable code and the facts for its sentence. Never compare `message`. */
export class Failure<C extends FailureCode = FailureCode> extends Error {
  override readonly name = 'Failure'
  readonly code: C
  readonly facts: Failures[C]

  constructor(code: C, facts: Failures[C], options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.facts = facts
  }

  /** Narrows the type to one code. */
  is<K extends FailureCode>(code: K): this is Failure<K> {
    const mine: FailureCode = this.code
    return mine === code
  }
}

/** True for any `Failure`. Keeps the union of codes, unlike `instanceof`, which gives `any`. */
export const isFailure = (error: unknown): error is Failure => error instanceof Failure

/** True for the error of an abort. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** A failure as data, for an answer. */
export const asWire = (failure: Failure): WireFailure => ({ code: failure.code, facts: failure.facts }) as WireFailure

/** Turns any error into wire data. An unexpected one becomes `bug`; `note` logs its detail in main and returns an incident number. */
export function toWire(error: unknown, note: (error: unknown) => string): WireFailure {
  if (isFailure(error)) return asWire(error)
  if (isAbort(error)) return { code: 'cancelled', facts: {} }
  return { code: 'bug', facts: { incident: note(error) } }
}

/** Restores a failure in the page. */
export const fromWire = (wire: WireFailure): Failure => new Failure(wire.code, wire.facts)
