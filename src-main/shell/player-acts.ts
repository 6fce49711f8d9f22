import { dialog, type InputEvent, type WebContents } from 'electron'
import { Failure } from '../../src-preload/contract/failure.ts'
import type { PlayerActs } from '../bridge/index.ts'
import type { Ask } from '../lib/index.ts'

const presses = new Set<InputEvent['type']>(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart', 'gestureTap'])

/** Counts the system's own presses on a page; a script in it makes none. A key that is held down counts once. */
function countPresses(contents: WebContents): () => boolean {
  let isPressed = false
  contents.on('input-event', (_event, { type, modifiers }) => {
    if (presses.has(type) && !modifiers?.includes('isautorepeat')) isPressed = true
  })
  return () => {
    const wasPressed = isPressed
    isPressed = false
    return wasPressed
  }
}

/** A name that a page suggested, as a file's. */
const fileName = (name: string): string => name.replace(/[^\p{L}\p{N} ._-]/gu, '_')

async function pick(kind: 'folder' | 'save', startsAt = ''): Promise<string | undefined> {
  if (kind === 'save') {
    const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: fileName(startsAt) })
    return canceled || !filePath ? undefined : filePath
  }
  const defaultPath = startsAt || undefined
  return (await dialog.showOpenDialog({ properties: ['openDirectory'], defaultPath })).filePaths[0]
}

/** How main hears the player who uses this page: by main's own windows, the system's dialogs, and presses. One dialog at a time. */
export function playerActs(ask: Ask, page: WebContents): PlayerActs {
  const takePress = countPresses(page)
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
    takePress: (windowId) => windowId === page.id && takePress(),
  }
}
