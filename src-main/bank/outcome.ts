import type { RefusalReason } from '../../src-preload/contract/bank.ts'
import { urlOf } from '../lib/index.ts'
import type { CommunityProfile } from '../settings/index.ts'
import type { BankResponse } from './connection.ts'
import { type BankPage, countTexts } from './page.ts'

export type OutcomeTexts = CommunityProfile['bank']['texts']

/** How often each outcome text is on the bank's page before the transfer is sent. */
export type TextsBefore = Record<keyof OutcomeTexts, number>

export type Claim = { state: 'succeeded' } | { state: 'refused'; reason: RefusalReason } | { state: 'unknown' }

export type Outcome =
  | Exclude<Claim, { state: 'succeeded' }>
  /** The answer is a page, whose words tell the outcome. */
  | { state: 'page'; html: string }
  | { state: 'look'; at: URL }

const refusals: Record<Exclude<keyof OutcomeTexts, 'success'>, RefusalReason> = {
  wrongFormat: 'wrong-format',
  notEnough: 'not-enough',
  noSuchAccount: 'no-such-account',
}

/**
 * What a page says about a transfer. That is not yet its result (`transfer-result.ts`). Only texts that were not there before count,
 * since anybody can write the words of a success into a booking. Anything but one clear text is `unknown`.
 */
export function claimOfPage(page: BankPage, texts: OutcomeTexts, before: TextsBefore): Claim {
  const now = countTexts(page.words, texts)
  const isNew = (key: keyof OutcomeTexts) => now[key] > before[key]
  const refused = (Object.keys(refusals) as (keyof typeof refusals)[]).filter(isNew)
  const [first] = refused
  if (isNew('success')) return refused.length === 0 ? { state: 'succeeded' } : { state: 'unknown' }
  return first && refused.length === 1 ? { state: 'refused', reason: refusals[first] } : { state: 'unknown' }
}

export function redirectOf(answer: BankResponse, from: URL): URL | undefined {
  const { location } = answer.headers
  if (answer.status < 300 || answer.status > 399 || !location) return undefined
  return urlOf(location, from)
}

/** True for one of these hosts, or a host below one. */
export const isAtHost = ({ hostname }: URL, hosts: readonly string[]): boolean =>
  hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))

/**
 * True for an address that asks for a sign-in: a login page of the bank, or one of its login hosts. `bank`: an address of the bank's
 * that does not, whatever its path says. The bank's host may be among the login hosts, and its other pages ask for none.
 */
export function isLogin(url: URL, bank: URL, loginHosts: readonly string[]): boolean {
  if (url.host !== bank.host) return isAtHost(url, loginHosts)
  const known = bank.pathname.split('/')
  return url.pathname.split('/').some((part) => /^(?:login|signin|sign-in|auth)$/i.test(part) && !known.includes(part))
}

/**
 * What the answer to a transfer's POST says. `page`: its words tell the outcome. `look`: a redirect within the bank, whose target
 * tells it.
 */
export function outcomeOfAnswer(
  answer: BankResponse,
  { url, loginHosts }: { url: URL; loginHosts: readonly string[] },
): Outcome {
  if (answer.status === 419) return { state: 'refused', reason: 'token-expired' }
  if (answer.status === 401) return { state: 'refused', reason: 'signed-out' }
  const target = redirectOf(answer, url)
  if (target && isLogin(target, url, loginHosts)) return { state: 'refused', reason: 'signed-out' }
  if (target && answer.status <= 303)
    return target.origin === url.origin ? { state: 'look', at: target } : { state: 'unknown' }
  return answer.status === 200 ? { state: 'page', html: answer.text } : { state: 'unknown' }
}
