import { isLoopback } from '../../settings/index.ts'

/** Why a mod's files cannot be fetched. */
export type SourceRefusal = 'no-source' | 'bad-source' | 'insecure-source'

/** Where a mod's files come from. */
export type Source = { ok: true; base: URL; insecure: boolean } | { ok: false; refusal: SourceRefusal }

/** True for an address that files may come from: https, or this machine; plain http only where the profile allows it. */
export const mayFetchFrom = (url: URL, allowHttp: boolean): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && (allowHttp || isLoopback(url.hostname)))

/** Reads a mod's download address. `insecure` is set where the profile allows plain http beyond this machine, and the address uses it. */
export function readSource(downloadUrl: string | undefined | null, allowHttp: boolean): Source {
  const text = downloadUrl?.trim() ?? ''
  if (text === '') return { ok: false, refusal: 'no-source' }
  if (!URL.canParse(text)) return { ok: false, refusal: 'bad-source' }
  const base = new URL(text)
  if (!/^https?:$/.test(base.protocol) || base.username || base.password) return { ok: false, refusal: 'bad-source' }
  if (!mayFetchFrom(base, allowHttp)) return { ok: false, refusal: 'insecure-source' }
  if (!base.pathname.endsWith('/')) base.pathname += '/'
  return { ok: true, base, insecure: base.protocol === 'http:' && !isLoopback(base.hostname) }
}

/** The address of one file: the base and the path's segments, each encoded; backslashes count as slashes. */
export function fileUrl(base: URL, path: string): URL {
  const url = new URL(base)
  const segments = path.split(/[\\/]+/).filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
  url.pathname += segments.map(encodeURIComponent).join('/')
  return url
}
