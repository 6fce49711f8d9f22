import type { WebContents } from 'electron'
import { isOurPage } from '../protocol.ts'

/** No page of ours leaves its address: not by a link, a form, a script, a frame or a redirect. `log` hears of each refusal. */
export function refuseNavigation(contents: WebContents, log: (line: string) => void): void {
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame && isOurPage(event.url)) return
    event.preventDefault()
    log('security: navigation refused')
  })
  contents.on('will-redirect', (event) => {
    event.preventDefault()
    log('security: redirect refused')
  })
}
