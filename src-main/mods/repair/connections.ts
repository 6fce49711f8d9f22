import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Connections } from '../../http/index.ts'
import { networkPlace } from '../../lib/index.ts'
import { Trouble } from './trouble.ts'

export const CONNECT_MS = 15_000

/**
 * Whether files may come from an address. This computer and its network answer only where the community's own service is there, as its
 * address says: what its name resolves to is up to whoever has the name.
 */
function mayComeFrom(address: string, serviceHost: string): boolean {
  const place = networkPlace(address)
  return (
    place === 'public' || (place === networkPlace(serviceHost) && (place === 'loopback' || address === serviceHost))
  )
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '')

/** Resolves a name to the addresses that files may come from, which are the only ones that are connected to. */
const lookupFor =
  (serviceHost: string, lookup: typeof systemLookup): LookupFunction =>
  (name, options, callback) =>
    lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '')
      const [first, ...others] = found.filter(({ address }) => mayComeFrom(address, serviceHost))
      if (!first) return callback(new Trouble({ kind: 'private-source', host: name }), '')
      return options.all ? callback(null, [first, ...others]) : callback(null, first.address, first.family)
    })

/** An address in place of a name is not looked up, and refused here. */
function admitByAddress(url: URL, serviceHost: string): void {
  const host = bare(url.hostname)
  if (isIP(host) !== 0 && !mayComeFrom(host, serviceHost)) throw new Trouble({ kind: 'private-source', host })
}

/**
 * Connections to download sources.
 * @param service address of the community's service, or what the player named in its place
 */
export function openSourceConnections(service: string, lookup: typeof systemLookup = systemLookup): Connections {
  const serviceHost = bare(new URL(service).hostname)
  return new Connections({
    connectMs: CONNECT_MS,
    lookup: lookupFor(serviceHost, lookup),
    admit: (url) => admitByAddress(url, serviceHost),
  })
}

/** Tells that the computer has woken: Electron's power monitor. */
export interface Wakes {
  on(event: 'resume', listener: () => void): unknown
  off(event: 'resume', listener: () => void): unknown
}

/** Connections to download sources that are replaced when the computer wakes: those from before may be dead without a word. */
export class SourceConnections {
  readonly #wakes: Wakes
  readonly #onRenewed: () => void
  readonly #service: string
  #present: Connections

  /** `service` as for {@link openSourceConnections}; `onRenewed` runs after each wake, before the former connections are destroyed. */
  constructor(wakes: Wakes, service: string, onRenewed: () => void) {
    this.#service = service
    this.#present = openSourceConnections(service)
    this.#wakes = wakes
    this.#onRenewed = onRenewed
    wakes.on('resume', this.#renew)
  }

  get present(): Connections {
    return this.#present
  }

  readonly #renew = (): void => {
    const before = this.#present
    this.#present = openSourceConnections(this.#service)
    this.#onRenewed()
    void before.close()
  }

  close(): void {
    this.#wakes.off('resume', this.#renew)
    void this.#present.close()
  }
}
