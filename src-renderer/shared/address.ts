/** True for text with the form of an IPv4 or IPv6 address. */
export const isIpAddress = (text: string): boolean =>
  /^\d{1,3}(\.\d{1,3}){3}$/.test(text) || (text.includes(':') && /^[0-9a-f:]{3,39}$/i.test(text))

/** An address to copy, `host:port`; `''` if the service names no host. */
export function addressOf({ host, port }: { host: string; port: number | null }): string {
  if (!host) return ''
  const written = host.includes(':') ? `[${host}]` : host
  return port === null ? written : `${written}:${port}`
}
