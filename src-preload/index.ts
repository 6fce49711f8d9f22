import { contextBridge, ipcRenderer, webFrame, webUtils } from 'electron'
import type { Exposed, Reply } from './contract/wire.ts'

// Each running job has an ear of its own; ten are soon passed.
ipcRenderer.setMaxListeners(0)

const exposed: Exposed = {
  ask: (name, id, input) => ipcRenderer.invoke('ask', name, id, input) as Promise<Reply>,
  cancel: (id) => ipcRenderer.send('cancel', id),
  hear: (channel, listener) => {
    const ear = (_event: unknown, heard: string, payload: unknown) => {
      if (heard === channel) listener(payload)
    }
    ipcRenderer.on('hear', ear)
    return () => ipcRenderer.off('hear', ear)
  },
  pathOf: (file) => webUtils.getPathForFile(file as File),
}

contextBridge.exposeInMainWorld('loadout', exposed)

/** How long Chromium keeps a picture that is not shown any more, to draw on it again, ms; and some more. */
const LET_GO_MS = 6_000
/** A frame, and some more. */
const DRAWN_MS = 250

/**
 * Has the title drawn once more, just as it is. The process that shows pictures hears which of them were let go of only along
 * with a new one, and an app at rest draws none: half of what the start drew would stay.
 */
const drawAgain = () =>
  document.querySelector('h1')?.animate({ textShadow: ['0 0 transparent', '0 0 transparent'] }, 50)

ipcRenderer.on('rest', () => {
  drawAgain()
  // once that is drawn, since it fills caches, and in a pause of the page: what Chromium keeps of a start and nobody needs
  setTimeout(() => requestIdleCallback(() => webFrame.clearCache()), DRAWN_MS)
  setTimeout(drawAgain, LET_GO_MS) // what was drawn last may not have been let go of before
})
