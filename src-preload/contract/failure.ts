import type { Failures } from './failures.ts'

export type FailureCode = keyof Failures

/** A failure as it crosses the bridge: data, never an Error (both IPC and the context bridge strip those). */
export type WireFailure = { [C in FailureCode]: { code: C; facts: Failures[C] } }[FailureCode]

/** An expected failure: a stable code and the facts its sentence needs. Never match on `message`. */
export class Failure<C extends FailureCode = FailureCode> extends Error {
  override readonly name = 'Failure'
  readonly code: C
  readonly facts: Failures[C]

  constructor(code: C, facts: Failures[C], options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.facts = facts
  }

  /** Narrows to one code. */
  is<K extends FailureCode>(code: K): this is Failure<K> {
    const mine: FailureCode = this.code
    return mine === code
  }
}

/** True for any `Failure`; keeps the code's union where `instanceof` would give `any`. */
export const isFailure = (error: unknown): error is Failure => error instanceof Failure

/** True for what an abort throws. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** A failure as data, to stand in an answer. */
export const asWire = (failure: Failure): WireFailure => ({ code: failure.code, facts: failure.facts }) as WireFailure

/** Turns anything thrown into wire data. What is not a `Failure` becomes `bug`; `note` keeps its detail in main and returns an incident number. */
export function toWire(error: unknown, note: (error: unknown) => string): WireFailure {
  if (isFailure(error)) return asWire(error)
  if (isAbort(error)) return { code: 'cancelled', facts: {} }
  return { code: 'bug', facts: { incident: note(error) } }
}

/** Rebuilds the failure on the page's side. */
export const fromWire = (wire: WireFailure): Failure => new Failure(wire.code, wire.facts)
