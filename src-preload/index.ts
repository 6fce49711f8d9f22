import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { Exposed, Reply } from './contract/wire.ts'
import { watchPageStart } from './page-failure.ts'

// Each running job adds a listener; Node warns from eleven on.
ipcRenderer.setMaxListeners(0)

const exposed: Exposed = {
  invoke: (name, id, input) => ipcRenderer.invoke('invoke', name, id, input) as Promise<Reply>,
  cancel: (id) => ipcRenderer.send('cancel', id),
  subscribe: (channel, listener) => {
    const handle = (_event: unknown, published: string, payload: unknown) => {
      if (published === channel) listener(payload)
    }
    ipcRenderer.on('publish', handle)
    return () => ipcRenderer.off('publish', handle)
  },
  // A dropped or picked file has a path; one that a script creates has none.
  handOver: (file) => ipcRenderer.invoke('hand-over', webUtils.getPathForFile(file as File)) as Promise<number>,
}

contextBridge.exposeInMainWorld('loadout', exposed)

watchPageStart(exposed.invoke)
