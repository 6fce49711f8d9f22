import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
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

/** Creates connections to download sources. @param service address of the community's service, or the player's replacement for it */
export function openSourceConnections(service: string, lookup: typeof systemLookup = systemLookup): Connections {
  const serviceHost = bare(new URL(service).hostname)
  const refusal = (host: string) => new Trouble({ kind: 'private-source', host })
  return new Connections({
    connectMs: CONNECT_MS,
    // connections go only to the allowed addresses of a name
    lookup: (name, options, callback) =>
      lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
        if (error) return callback(error, '')
        const [first, ...others] = found.filter(({ address }) => mayComeFrom(address, serviceHost))
        if (!first) return callback(refusal(name), '')
        return options.all ? callback(null, [first, ...others]) : callback(null, first.address, first.family)
      }),
    // an IP address is never looked up
    admit(url) {
      const host = bare(url.hostname)
      if (isIP(host) !== 0 && !mayComeFrom(host, serviceHost)) throw refusal(host)
    },
  })
}
