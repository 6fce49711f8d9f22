import type { RepairCause } from '../../src-preload/contract/repair.ts'
import { printable } from './terminal.ts'

/** Why a file did not come, in a sentence for the terminal and for `--json`. */
export function causeText(cause: RepairCause): string {
  switch (cause.kind) {
    case 'source-busy':
    case 'source-error':
    case 'source-refused':
      return `server answers ${cause.status}`
    case 'offline':
      return 'this computer has no network'
    case 'name-not-found':
      return `the name ${printable(cause.host)} cannot be found`
    case 'private-source':
      return `${printable(cause.host)} is on this computer or in its own network, the community is not`
    case 'bad-certificate':
      return `the certificate of ${printable(cause.host)} is not trusted (${cause.errno})`
    case 'unreachable':
      return `server cannot be reached (${cause.errno})`
    case 'stalled':
      return 'nothing comes any more'
    case 'too-slow':
      return 'server sends too slowly'
    case 'broken-off':
      return 'the connection broke off'
    default:
      return cause.kind.replaceAll('-', ' ')
  }
}
