import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { networkPlace, noPauseAtEnd } from '../../lib/index.ts'
import { Trouble } from './trouble.ts'

const CONNECT_MS = 15_000

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
const byAddress =
  (serviceHost: string): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    const host = bare(new URL(String(options.origin)).hostname)
    if (isIP(host) !== 0 && !mayComeFrom(host, serviceHost)) throw new Trouble({ kind: 'private-source', host })
    return dispatch(options, handler)
  }

/**
 * Connections to download sources. Stalls are watched where the bytes are taken, since a pause is none.
 * @param service address of the community's service, or what the player named in its place
 */
export function openSourceAgent(service: string, lookup: typeof systemLookup = systemLookup): Dispatcher {
  const serviceHost = bare(new URL(service).hostname)
  const connect = { timeout: CONNECT_MS, lookup: lookupFor(serviceHost, lookup) }
  return new Agent({ headersTimeout: 0, bodyTimeout: 0, connect }).compose(noPauseAtEnd, byAddress(serviceHost))
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
  #agent: Dispatcher

  /** `service` as for {@link openSourceAgent}; `onRenewed` runs after each wake, before the former connections are destroyed. */
  constructor(wakes: Wakes, service: string, onRenewed: () => void) {
    this.#service = service
    this.#agent = openSourceAgent(service)
    this.#wakes = wakes
    this.#onRenewed = onRenewed
    wakes.on('resume', this.#renew)
  }

  get agent(): Dispatcher {
    return this.#agent
  }

  readonly #renew = (): void => {
    const before = this.#agent
    this.#agent = openSourceAgent(this.#service)
    this.#onRenewed()
    void before.destroy()
  }

  close(): Promise<void> {
    this.#wakes.off('resume', this.#renew)
    return this.#agent.destroy()
  }
}
