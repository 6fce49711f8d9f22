import { urlOf } from '../lib/index.ts'

/** The origin of a picture address, if a policy can contain it: a host with odd characters could end a directive. */
const policyOrigin = (address = ''): string[] => {
  const origin = urlOf(address)?.origin ?? ''
  return /^https?:\/\/[a-z0-9.[\]:-]+$/.test(origin) ? [origin] : []
}

/** The origins that pictures may come from, each once. */
export const imageOriginsOf = (addresses: Iterable<string | undefined>): string[] => [
  ...new Set([...addresses].flatMap((address) => policyOrigin(address))),
]

/** The page's content security policy. Styles may be inline: Svelte and charts set element styles. */
export const csp = (imageOrigins: readonly string[]): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: ${imageOriginsOf(imageOrigins).join(' ')}`.trim(),
    `font-src 'self'`,
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-src 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
    `worker-src 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types svelte-trusted-html dompurify loadout`,
  ].join('; ')
