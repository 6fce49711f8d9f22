import type { RepairCause } from '../../src-preload/contract/repair.ts'
import { printable } from './terminal.ts'

/** Why a file did not come, in a sentence for the terminal and for `--json`. */
export function causeText(cause: RepairCause): string {
  switch (cause.kind) {
    case 'source-busy':
    case 'source-error':
    case 'source-refused':
      return `the server reports an error (${cause.status})`
    case 'offline':
      return 'no internet connection'
    case 'name-not-found':
      return `the host ${printable(cause.host)} was not found`
    case 'private-source':
      return `${printable(cause.host)} is on this computer or in its network, but the community is not`
    case 'bad-certificate':
      return `the certificate of ${printable(cause.host)} is not trusted (${cause.errno})`
    case 'unreachable':
      return `the server cannot be reached (${cause.errno})`
    case 'stalled':
      return 'the download stalled'
    case 'too-slow':
      return 'the server sends too slowly'
    case 'broken-off':
      return 'the connection kept dropping'
    case 'foreign-part':
      return `${printable(cause.part)} next to it may be a link to another file; move it away`
    default:
      return cause.kind.replaceAll('-', ' ')
  }
}
