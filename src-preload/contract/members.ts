import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { Proposal } from './player-act.ts'

/**
 * What a page can cause with a member. `reads`: nothing. `harmless`: nothing that touches files, money or trust, with any input; at
 * worst the player must sign in or choose again. `player`: everything else; main does it only after an act of the player that no page
 * can fake.
 */
export type Access = 'reads' | 'harmless' | 'player'

/** One request and one answer. */
export interface Call<A extends Access, I extends GenericSchema, O> {
  readonly kind: 'call'
  readonly access: A
  readonly input: I
  readonly output?: O
}

/** One request, progress (at most ten reports a second) and one answer. Can be cancelled. */
export interface Job<A extends Access, I extends GenericSchema, P, O> {
  readonly kind: 'job'
  readonly access: A
  readonly input: I
  readonly progress?: P
  readonly output?: O
}

/** A value that main announces with each change. A new listener first gets the present value. */
export interface Topic<T> {
  readonly kind: 'topic'
  readonly access: 'reads'
  readonly value?: T
}

/** Declares a call: `call<Answer>()(access, inputSchema)`. */
export const call =
  <O>() =>
  <A extends Access, const I extends GenericSchema>(access: A, input: I): Call<A, I, O> => ({
    kind: 'call',
    access,
    input,
  })

/** Declares a job: `job<Progress, Answer>()(access, inputSchema)`. */
export const job =
  <P, O>() =>
  <A extends Access, const I extends GenericSchema>(access: A, input: I): Job<A, I, P, O> => ({
    kind: 'job',
    access,
    input,
  })

/** Declares a topic: `topic<Value>()`. */
export const topic = <T>(): Topic<T> => ({ kind: 'topic', access: 'reads' })

export type Member =
  Call<Access, GenericSchema, unknown> | Job<Access, GenericSchema, unknown, unknown> | Topic<unknown>

export type Domain = Readonly<Record<string, Member>>

/** All domains by name. A member's name on the wire is `domain/name`. */
export type Contract = Readonly<Record<string, Domain>>

/** What a page may pass to a job. */
export interface Watch<P> {
  signal?: AbortSignal
  onProgress?: (progress: P) => void
}

type ClientMember<M> =
  M extends Call<Access, infer I, infer O>
    ? (input: InferInput<I>) => Promise<O>
    : M extends Job<Access, infer I, infer P, infer O>
      ? (input: InferInput<I>, watch?: Watch<P>) => Promise<O>
      : M extends Topic<infer T>
        ? (listener: (value: T) => void, onfailure?: (failure: unknown) => void) => () => void
        : never

/** The contract for the page: every member is a function. */
export type Client<C extends Contract> = {
  readonly [D in keyof C]: { readonly [K in keyof C[D]]: ClientMember<C[D][K]> }
}

/** The caller's window, and a signal that aborts when the caller cancels. */
export interface Asked {
  signal: AbortSignal
  windowId: number
}

/** A running job, with a function that reports progress. */
export interface Run<P> extends Asked {
  report: (progress: P) => void
}

/** A handler's answer. For a `player` member it is a proposal. */
type Answered<A extends Access, O> = A extends 'player' ? Proposal<O> : O

type HandlerMember<M> =
  M extends Call<infer A, infer I, infer O>
    ? (input: InferOutput<I>, asked: Asked) => Promise<Answered<A, O>> | Answered<A, O>
    : M extends Job<infer A, infer I, infer P, infer O>
      ? (input: InferOutput<I>, run: Run<P>) => Promise<Answered<A, O>>
      : M extends Topic<infer T>
        ? (announce: (value: T) => void) => void
        : never

/** Main's handlers of one domain. A missing member does not compile. */
export type DomainHandlers<D extends Domain> = { readonly [K in keyof D]: HandlerMember<D[K]> }
