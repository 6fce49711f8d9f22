import type { TakenCookie } from './jar.ts'
import type { BankSession } from './session.ts'

/** A sign-in that is being made on the bank's own pages. */
export interface SignIn {
  /** Aborts once it is of no use: the player has gone, has signed in by other means, or the bank is closed. */
  readonly over: AbortSignal
  /** Where it begins: the page of the player's first account. @throws Failure `bank-none`, `bank-needs-player`, `bank-no-account` */
  start(): Promise<URL>
  /** Takes the cookies if the bank answers to them with bookings; a guest's look the same but do not. Never once it is over. */
  take(cookies: readonly TakenCookie[]): Promise<boolean>
}

export interface SignInNeeds {
  session: BankSession
  closing: AbortSignal
  start: () => Promise<URL>
  /** Asks the bank with these cookies alone, in a session that nothing else sees. */
  wouldWork: (cookies: readonly TakenCookie[]) => Promise<boolean>
}

/** Begins a sign-in for whoever is here now. */
export function beginSignIn({ session, closing, start, wouldWork }: SignInNeeds): SignIn {
  const over = AbortSignal.any([session.current().signal, closing])
  return {
    over,
    start,
    async take(cookies) {
      if (over.aborted || !(await wouldWork(cookies)) || over.aborted) return false
      await session.adopt(cookies)
      return true
    },
  }
}
