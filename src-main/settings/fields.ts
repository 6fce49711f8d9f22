import * as v from 'valibot'
import { fieldFaults, type FieldFault } from '../../src-preload/contract/settings.ts'

/** A field that is wrong, and what it breaks. */
interface WrongField {
  /** Dotted path; empty for the whole. */
  field: string
  fault: FieldFault
}

/** What valibot's own checks are in our words; a check of ours says its fault itself, as its message. */
const byType: Record<string, FieldFault> = {
  min_length: 'empty',
  max_length: 'too-long',
  integer: 'range',
  min_value: 'range',
  max_value: 'range',
  picklist: 'choice',
  url: 'address',
}

/** Reads one complaint of valibot. */
export function faultOf(issue: v.BaseIssue<unknown>): WrongField {
  const field = v.getDotPath(issue) ?? ''
  const own = fieldFaults.find((fault) => fault === issue.message)
  const missing = issue.kind === 'schema' && issue.received === 'undefined'
  return { field, fault: own ?? (missing ? 'missing' : (byType[issue.type] ?? 'kind')) }
}

/** A check's message: the fault that it finds. */
export const asFault = (fault: FieldFault): FieldFault => fault

/** True for a host name of this computer itself. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** An address that secrets may go to: https, or http on this machine. */
export const SafeAddress = v.pipe(
  v.string(),
  v.trim(),
  v.url(),
  v.check((text) => {
    if (!URL.canParse(text)) return false // a pipe goes on after its first complaint
    const { protocol, hostname, username, password } = new URL(text)
    return !username && !password && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
  }, asFault('address')),
  v.transform((text) => text.replace(/(?<!\/)\/+$/, '')),
)
