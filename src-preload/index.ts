import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { Exposed, Reply } from './contract/wire.ts'
import { watchPageStart } from './page-failure.ts'

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

watchPageStart(exposed.ask)
