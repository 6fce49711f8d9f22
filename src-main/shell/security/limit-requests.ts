import type { Session } from 'electron'
import { isOurPage } from '../protocol.ts'

/** True for what the page may load: itself, inline pictures, and pictures of the profile's origins. */
function mayLoad(url: string, kind: string, imageOrigins: readonly string[]): boolean {
  if (isOurPage(url)) return true
  if (url.startsWith('data:')) return kind === 'image'
  if (url.startsWith('devtools:')) return true
  return kind === 'image' && URL.canParse(url) && imageOrigins.includes(new URL(url).origin)
}

/** Second fence behind the content security policy: the page's session loads nothing else, whoever asks. */
export function limitRequests(
  session: Session,
  imageOrigins: () => readonly string[],
  log: (line: string) => void,
): void {
  session.webRequest.onBeforeRequest((details, answer) => {
    const cancel = !mayLoad(details.url, details.resourceType, imageOrigins())
    if (cancel) log(`security: request refused (${details.resourceType})`)
    answer({ cancel })
  })
}
