import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { Proposal } from './player-act.ts'

/**
 * What a page may bring about with a member. `reads`: nothing. `harmless`: what touches no file, no money
 * and nobody's trust, whatever the input; at worst the player signs in or chooses again. `player`: anything else; main does it only
 * after an act of the player that no page can make.
 */
export type Access = 'reads' | 'harmless' | 'player'

/** Ask once, answer once. */
export interface Call<A extends Access, I extends GenericSchema, O> {
  readonly kind: 'call'
  readonly access: A
  readonly input: I
  readonly output?: O
}

/** Ask once, hear progress (at most ten a second), answer once; can be cancelled. */
export interface Job<A extends Access, I extends GenericSchema, P, O> {
  readonly kind: 'job'
  readonly access: A
  readonly input: I
  readonly progress?: P
  readonly output?: O
}

/** A value main announces whenever it changes; a new listener hears the present value first. */
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

/** Declares a topic, which always only reads: `topic<Value>()`. */
export const topic = <T>(): Topic<T> => ({ kind: 'topic', access: 'reads' })

export type Member =
  Call<Access, GenericSchema, unknown> | Job<Access, GenericSchema, unknown, unknown> | Topic<unknown>

/** One domain's members by name. */
export type Domain = Readonly<Record<string, Member>>

/** All domains by name; a member is called `domain/name` on the wire. */
export type Contract = Readonly<Record<string, Domain>>

/** What a page may pass along with a job. */
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

/** What the page holds: every member as a function. */
export type Client<C extends Contract> = {
  readonly [D in keyof C]: { readonly [K in keyof C[D]]: ClientMember<C[D][K]> }
}

/** Who asked, and the means to hear a cancel. `windowId` is the asking window's number. */
export interface Asked {
  signal: AbortSignal
  windowId: number
}

/** A running job: also the way to report progress. */
export interface Run<P> extends Asked {
  report: (progress: P) => void
}

/** What a handler answers with: of a `player` member only what it would do. */
type Answered<A extends Access, O> = A extends 'player' ? Proposal<O> : O

type HandlerMember<M> =
  M extends Call<infer A, infer I, infer O>
    ? (input: InferOutput<I>, asked: Asked) => Promise<Answered<A, O>> | Answered<A, O>
    : M extends Job<infer A, infer I, infer P, infer O>
      ? (input: InferOutput<I>, run: Run<P>) => Promise<Answered<A, O>>
      : M extends Topic<infer T>
        ? (announce: (value: T) => void) => () => void
        : never

/** What main provides for one domain. Forget a member and it does not compile. */
export type DomainHandlers<D extends Domain> = { readonly [K in keyof D]: HandlerMember<D[K]> }
