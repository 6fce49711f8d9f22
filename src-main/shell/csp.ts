/** The page's content security policy. Checklist item 7. Styles may be inline: Svelte and charts set element styles. */
export const csp = (imageOrigins: readonly string[]): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: ${imageOrigins.join(' ')}`.trim(),
    `font-src 'self'`,
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types svelte-trusted-html dompurify loadout`,
  ].join('; ')
