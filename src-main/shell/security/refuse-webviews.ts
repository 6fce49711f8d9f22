import type { WebContents } from 'electron'

/** No page embeds a webview, whatever options it asks for. */
export function refuseWebviews(contents: WebContents, log: (line: string) => void): void {
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
    log('security: webview refused')
  })
}
