import type { GenericSchema, InferInput, InferOutput } from 'valibot'

/** Ask once, answer once. */
export interface Call<I extends GenericSchema, O> {
  readonly kind: 'call'
  readonly input: I
  readonly output?: O
}

/** Ask once, hear progress (at most ten a second), answer once; can be cancelled. */
export interface Job<I extends GenericSchema, P, O> {
  readonly kind: 'job'
  readonly input: I
  readonly progress?: P
  readonly output?: O
}

/** A value main announces whenever it changes; a new listener hears the present value first. */
export interface Topic<T> {
  readonly kind: 'topic'
  readonly value?: T
}

/** Declares a call: `call<Answer>()(inputSchema)`. */
export const call =
  <O>() =>
  <const I extends GenericSchema>(input: I): Call<I, O> => ({ kind: 'call', input })

/** Declares a job: `job<Progress, Answer>()(inputSchema)`. */
export const job =
  <P, O>() =>
  <const I extends GenericSchema>(input: I): Job<I, P, O> => ({ kind: 'job', input })

/** Declares a topic: `topic<Value>()`. */
export const topic = <T>(): Topic<T> => ({ kind: 'topic' })

export type Member = Call<GenericSchema, unknown> | Job<GenericSchema, unknown, unknown> | Topic<unknown>

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
  M extends Call<infer I, infer O>
    ? (input: InferInput<I>) => Promise<O>
    : M extends Job<infer I, infer P, infer O>
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

type HandlerMember<M> =
  M extends Call<infer I, infer O>
    ? (input: InferOutput<I>, asked: Asked) => Promise<O> | O
    : M extends Job<infer I, infer P, infer O>
      ? (input: InferOutput<I>, run: Run<P>) => Promise<O>
      : M extends Topic<infer T>
        ? (announce: (value: T) => void) => () => void
        : never

/** What main provides for one domain. Forget a member and it does not compile. */
export type DomainHandlers<D extends Domain> = { readonly [K in keyof D]: HandlerMember<D[K]> }
