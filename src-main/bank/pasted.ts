import { Failure } from '../../src-preload/contract/failure.ts'
import { XSRF_COOKIE, type TakenCookie } from './jar.ts'
import { wholePattern } from './validate.ts'

/** The one name that a pattern allows, if it is a plain name; undefined for a real pattern. */
function onlyName(pattern: string): string | undefined {
  const bare = pattern.replace(/^\^/, '').replace(/\$$/, '')
  return /^(?:[\w-]|\\[.-])+$/.test(bare) ? bare.replace(/\\/g, '') : undefined
}

/** Name and value around the first `=`, which may stand in values too. */
const split = (pasted: string): TakenCookie => {
  const at = pasted.indexOf('=')
  return { name: pasted.slice(0, Math.max(at, 0)), value: pasted.slice(at + 1) }
}

/**
 * A session cookie as it was pasted: `name=value`, or the value alone where the profile allows but one name.
 * `pattern` is the profile's for the name.
 * @throws Failure `bank-cookie-name` when the name has to be known and is not
 */
export function pastedSession(pasted: string, pattern: string): TakenCookie {
  const named = split(pasted)
  if (wholePattern(pattern).test(named.name) && named.value) return named
  const name = onlyName(pattern)
  if (name === undefined) throw new Failure('bank-cookie-name', {})
  return { name, value: pasted }
}

/** The XSRF cookie as it was pasted: `XSRF-TOKEN=value`, or the value alone. */
export const pastedXsrf = (pasted: string): TakenCookie => {
  const named = split(pasted)
  return named.name === XSRF_COOKIE ? named : { name: XSRF_COOKIE, value: pasted }
}
