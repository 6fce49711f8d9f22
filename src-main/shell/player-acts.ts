// Tested in Electron: hostile-deeds.spec.ts
import { app, type BrowserWindow, dialog } from 'electron'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { PlayerActs } from '../bridge/index.ts'
import { type Ask, steadyNow } from '../lib/index.ts'
import { followPresses } from './presses.ts'

/** A file name from a name that the page suggests. */
const fileName = (name: string): string => name.replace(/[^\p{L}\p{N} ._-]/gu, '_')

async function pick(kind: 'folder' | 'save', startsAt = ''): Promise<string | undefined> {
  if (kind === 'save') {
    // Windows and macOS ask by themselves before a file is replaced
    const options = { defaultPath: fileName(startsAt), properties: ['showOverwriteConfirmation' as const] }
    const { canceled, filePath } = await dialog.showSaveDialog(options)
    return canceled || !filePath ? undefined : filePath
  }
  const defaultPath = startsAt || app.getPath('home') // Electron 43 begins in the downloads
  return (await dialog.showOpenDialog({ properties: ['openDirectory'], defaultPath })).filePaths[0]
}

/** The acts of the player in this window: answers in main's own windows, the system's dialogs (one at a time), and presses. */
export function playerActs(ask: Ask, window: BrowserWindow): PlayerActs {
  const { id } = window.webContents
  const keepPress = followPresses(window, steadyNow)
  let isPicking = false
  return {
    ask,
    async pick(kind, startsAt) {
      if (isPicking) throw new Failure('question-open', {})
      isPicking = true
      try {
        return await pick(kind, startsAt)
      } finally {
        isPicking = false
      }
    },
    keepPress: (windowId) => (windowId === id ? keepPress() : () => false),
  }
}
