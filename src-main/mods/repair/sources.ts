import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { Connections } from '../../http/index.ts'
import { networkPlace, urlOf } from '../../lib/index.ts'
import { isLoopback } from '../../settings/index.ts'
import { Trouble } from './trouble.ts'

/** Why a mod's files cannot be fetched. */
export type SourceRefusal = 'no-source' | 'bad-source' | 'insecure-source'

/** The download addresses of a mod: the one from the service, and others from the profile. */
export type Addresses = { ok: true; bases: [URL, ...URL[]]; insecure: boolean } | { ok: false; refusal: SourceRefusal }

/** True for an address that files may come from: https, or this computer. Plain http only if the profile allows it. */
export const mayFetchFrom = (url: URL, allowHttp: boolean): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && (allowHttp || isLoopback(url.hostname)))

/** True for plain http to another computer. The player sees this before anything is fetched. */
export const isInsecure = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && !isLoopback(hostname)

/**
 * Reads a mod's download addresses, and leaves out unusable ones. If none is left, the result is the refusal of the first one. `insecure`
 * is true if an address uses plain http to another computer, which the profile must allow.
 */
export function readAddresses(downloadUrls: readonly string[], allowHttp: boolean): Addresses {
  const read = downloadUrls.filter((text) => text.trim() !== '').map((text) => readAddress(text.trim(), allowHttp))
  const [first, ...others] = read.filter((one) => one instanceof URL)
  if (first) return { ok: true, bases: [first, ...others], insecure: [first, ...others].some(isInsecure) }
  return { ok: false, refusal: read.find((one) => typeof one === 'string') ?? 'no-source' }
}

function readAddress(text: string, allowHttp: boolean): URL | SourceRefusal {
  const base = urlOf(text)
  if (!base) return 'bad-source'
  if (!/^https?:$/.test(base.protocol) || base.username || base.password) return 'bad-source'
  if (!mayFetchFrom(base, allowHttp)) return 'insecure-source'
  if (!base.pathname.endsWith('/')) base.pathname += '/'
  return base
}

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

/** The address of one file: the base and the path's segments, each of them encoded. Backslashes count as slashes. */
export function fileUrl(base: URL, path: string): URL {
  const url = new URL(base)
  const segments = path.split(/[\\/]+/).filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
  url.pathname += segments.map(encodeURIComponent).join('/')
  return url
}

/** Fewer bytes than this say nothing about a source's speed. */
const TELLING_BYTES = 256 << 10

const LEAST_SHARE = 1 / 8
/** A limit, because the second source's bytes wait in memory. */
const MOST_SHARE = 2

/** A download address of a mod, with its failures and its speed in this repair. */
export class Source {
  readonly base: URL
  /** True if it has block lists; undefined until one was requested. */
  hasBlockLists: boolean | undefined
  /** The number of failures since its last success. */
  #failures = 0
  /** The number of files that are being fetched from it. */
  #busy = 0
  /** Bytes per millisecond of one transfer. The last transfers count most. */
  #speed: number | undefined

  constructor(base: URL) {
    this.base = base
  }

  get isFine(): boolean {
    return this.#failures === 0
  }

  failed(): void {
    this.#failures++
  }

  /** Counts `work` as a load of this source. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    this.#busy++
    try {
      return await work()
    } finally {
      this.#busy--
    }
  }

  /** Notes a success: the number of bytes, and the milliseconds that it took. */
  gave(bytes: number, ms: number): void {
    this.#failures = 0
    if (bytes < TELLING_BYTES && this.#speed !== undefined) return
    const speed = bytes / Math.max(ms, 1)
    this.#speed = ((this.#speed ?? speed) + speed) / 2
  }

  /** How much it delivers while `other` delivers 1. 0 if it fails, or is so slow that everything would wait for it. */
  shareBeside(other: Source): number {
    const [own, others] = [this.#speed, other.#speed]
    const share = own === undefined || others === undefined ? 1 : own / others
    return this.#failures > 0 || share < LEAST_SHARE ? 0 : Math.min(share, MOST_SHARE)
  }

  /** An unknown speed is worth a try, but no more while that takes its time. */
  get #hope(): number {
    return this.#speed ?? (this.#busy > 0 ? 0 : Infinity)
  }

  /** Orders sources: first those with the fewest failures, then those that were not tried yet, then the fastest. */
  static compare(this: void, one: Source, other: Source): number {
    return one.#failures - other.#failures || other.#hope - one.#hope || one.#busy - other.#busy
  }
}

/** The next source to use, of those that have not refused the file; undefined if all have. */
export const pickSource = (sources: readonly Source[], refused: ReadonlySet<Source>): Source | undefined =>
  sources.filter((source) => !refused.has(source)).sort(Source.compare)[0]
