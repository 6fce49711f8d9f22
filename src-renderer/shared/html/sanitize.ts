import DOMPurify from 'dompurify'

/** Text formatting and links. Nothing that loads, runs, submits or styles. */
const allowed = {
  ALLOWED_TAGS:
    'a b i u s em strong small p br hr ul ol li span div code pre blockquote h1 h2 h3 h4 table thead tbody tr td th'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'title'],
  ALLOWED_URI_REGEXP: /^https:/i,
  RETURN_TRUSTED_TYPE: true,
} as const

/** The service's HTML made safe. At run time it is a `TrustedHTML`, but the DOM's types expect a string. */
export const sanitizeHtml = (html: string): string =>
  DOMPurify.sanitize(html, { ...allowed, ALLOWED_ATTR: [...allowed.ALLOWED_ATTR] }) as unknown as string

/** The text of HTML without its tags. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html
  return DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true }).textContent ?? ''
}
