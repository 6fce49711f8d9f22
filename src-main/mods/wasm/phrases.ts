import * as w from './instructions.ts'

/** What programs say again and again. */
type Code = w.Code

export const character = (one: string): Code => w.num(one.charCodeAt(0))
export const is = (value: Code, one: string): Code => w.eq(value, character(one))
export const any = (...conditions: Code[]): Code => conditions.reduce((a, b) => w.or(a, b))
export const isOneOf = (value: Code, characters: string): Code =>
  any(...Array.from(characters, (one) => is(value, one)))

/** A word at a fixed place. */
export const word = (at: number): Code => w.load(w.num(at))
export const setWord = (at: number, value: Code): Code => w.store(w.num(at), value)
export const addWord = (at: number, value: Code): Code => setWord(at, w.add(word(at), value))

export const plus = (local: number, value: number): Code => w.set(local, w.add(w.get(local), w.num(value)))
/** Ends with 0 if something is not as it should be. */
export const fail = (condition: Code): Code => w.when(condition, w.give(w.num(0)))

export const ints = (count: number): number[] => new Array<number>(count).fill(w.I32)
/** A function that takes so many numbers and gives one. */
export const program = (takes: number, locals: number, code: Code, name?: string): w.Program => ({
  ...{ takes: ints(takes), gives: [w.I32], locals, code },
  ...(name === undefined ? {} : { name }),
})
