import * as v from 'valibot'
import { asFault } from './field-fault.ts'

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
  v.transform((text) => text.replace(/\/+$/, '')),
)
