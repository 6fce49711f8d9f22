import type { WebContents } from 'electron'

/** No page opens a window. Links to the outside go through the bridge's closed `openExternal`. */
export function refuseWindows(contents: WebContents, log: (line: string) => void): void {
  contents.setWindowOpenHandler(() => {
    log('security: window refused')
    return { action: 'deny' }
  })
}
