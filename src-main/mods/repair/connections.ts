import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Connections } from '../../http/index.ts'
import { networkPlace } from '../../lib/index.ts'
import { Trouble } from './trouble.ts'

export const CONNECT_MS = 15_000

/**
 * True if files may come from an address. Addresses of this computer or its network are allowed only if the community's service has such an
 * address itself. Its name does not count, because the owner of a name decides what it resolves to.
 */
function mayComeFrom(address: string, serviceHost: string): boolean {
  const place = networkPlace(address)
  return (
    place === 'public' || (place === networkPlace(serviceHost) && (place === 'loopback' || address === serviceHost))
  )
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '')

/** Resolves a name to its allowed addresses. Connections go only to these. */
const lookupFor =
  (serviceHost: string, lookup: typeof systemLookup): LookupFunction =>
  (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '')
      const [first, ...others] = found.filter(({ address }) => mayComeFrom(address, serviceHost))
      if (!first) return callback(new Trouble({ kind: 'private-source', host: name }), '')
      return options.all ? callback(null, [first, ...others]) : callback(null, first.address, first.family)
    })

/** Refuses an IP address that is not allowed. It is never looked up, so this must check it. */
function admitByAddress(url: URL, serviceHost: string): void {
  const host = bare(url.hostname)
  if (isIP(host) !== 0 && !mayComeFrom(host, serviceHost)) throw new Trouble({ kind: 'private-source', host })
}

/** Creates connections to download sources. @param service address of the community's service, or the player's replacement for it */
export function openSourceConnections(service: string, lookup: typeof systemLookup = systemLookup): Connections {
  const serviceHost = bare(new URL(service).hostname)
  return new Connections({
    connectMs: CONNECT_MS,
    lookup: lookupFor(serviceHost, lookup),
    admit: (url) => admitByAddress(url, serviceHost),
  })
}
