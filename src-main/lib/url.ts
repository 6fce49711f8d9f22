import { BlockList, isIP } from 'node:net'

/**
 * Parses an address; undefined if the text is not one. After some thousand calls, `URL.canParse` refuses addresses with letters such as `ö`
 * (Node 20, when its call is optimised).
 */
export function urlOf(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Where an address leads: this computer, its local network, or the internet. */
export type NetworkPlace = 'loopback' | 'private' | 'public'

const listOf = (...subnets: [net: string, prefix: number, family: 'ipv4' | 'ipv6'][]): BlockList => {
  const list = new BlockList()
  for (const [net, prefix, family] of subnets) list.addSubnet(net, prefix, family)
  return list
}
// The list treats an IPv4 address inside an IPv6 one (`::ffff:127.0.0.1`) as IPv4. The "any" addresses lead to this computer.
const loopback = listOf(['127.0.0.0', 8, 'ipv4'], ['0.0.0.0', 8, 'ipv4'], ['::', 127, 'ipv6'])
const nearby = listOf(
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
)

/**
 * The place of a parsed URL's host, or of a connection's address. A name counts as public unless it can only mean this computer, because
 * its address is known only after a connection is made.
 */
export function networkPlace(host: string): NetworkPlace {
  const name = host.toLowerCase().replace(/^\[|\]$|\.$/g, '')
  const [address = ''] = name.split('%', 1) // without its zone
  const version = isIP(address)
  if (version === 0) return name === 'localhost' || name.endsWith('.localhost') ? 'loopback' : 'public'
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (loopback.check(address, family)) return 'loopback'
  return nearby.check(address, family) ? 'private' : 'public'
}

/**
 * How long a connection may take before the next address of the name is tried. Node's own quarter of a second is too short for a busy line:
 * it gives up the address that works for one that does not, such as an IPv6 address at home.
 */
export const NEXT_ADDRESS_MS = 2_000
