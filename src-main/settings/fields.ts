import * as v from 'valibot'
import { fieldFaults, type FieldFault } from '../../src-preload/contract/settings.ts'
import type { FieldWrong } from '../../src-preload/contract/profile-editor.ts'
import { networkPlace, urlOf } from '../lib/index.ts'

/** Our faults by valibot's own checks. Our checks have their fault as the message. */
const byType: Record<string, FieldFault> = {
  min_length: 'empty',
  max_length: 'too-long',
  max_entries: 'too-long',
  integer: 'range',
  min_value: 'range',
  max_value: 'range',
  picklist: 'choice',
  url: 'address',
  strict_object: 'own-recipe', // only a profile's game refuses other fields
}

/** The dotted path of a wrong field, empty for the whole, and what it breaks. */
export function faultOf(issue: v.BaseIssue<unknown>): FieldWrong & { fault: FieldFault } {
  const field = v.getDotPath(issue) ?? ''
  const own = fieldFaults.find((fault) => fault === issue.message)
  const missing = issue.kind === 'schema' && issue.received === 'undefined'
  return { field, fault: own ?? (missing ? 'missing' : (byType[issue.type] ?? 'kind')) }
}

/** A check's message: the fault that it finds. */
export const asFault = (fault: FieldFault): FieldFault => fault

/** True for a host name of this computer itself, however it is spelled. `host`: of a parsed URL. */
export const isLoopback = (host: string): boolean => networkPlace(host) === 'loopback'

/** What is wrong with an address that secrets may go to. */
function faultOfAddress(text: string): FieldFault | undefined {
  const url = urlOf(text)
  if (!url) return 'address'
  const { protocol, hostname, username, password, search, hash } = url
  if (username || password || search || hash) return 'bare-address'
  if (isLoopback(hostname) && /^https?:$/.test(protocol)) return 'local-address'
  return protocol === 'https:' ? undefined : 'address'
}

const noFault = (but?: FieldFault) =>
  v.check<string, (issue: { input: string }) => string>(
    (text) => [undefined, but].includes(faultOfAddress(text)),
    ({ input }) => faultOfAddress(input) ?? '',
  )

/** The address in one form: as the URL writes it, without slashes at the end. */
const plainAddress = (text: string): string => new URL(text).href.replace(/(?<!\/)\/+$/, '')
const addressText = v.pipe(v.string(), v.trim(), v.maxLength(500), v.url())

/** An address that secrets may go to: https, and not this computer. */
export const SafeAddress = v.pipe(addressText, noFault(), v.transform(plainAddress))

/** A public web page, with query and fragment: it is only opened in the player's browser. */
export const PageAddress = v.pipe(
  addressText,
  v.check((text) => faultOfAddress(text.split(/[?#]/, 1)[0] ?? '') === undefined, asFault('address')),
)

/** As {@link SafeAddress}, or a service on this computer, also by http: only for a profile on the command line and for the demo. */
export const LocalAddress = v.pipe(addressText, noFault('local-address'), v.transform(plainAddress))
