import { type InputEvent, webContents } from 'electron'

const presses = new Set<InputEvent['type']>(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart', 'gestureTap'])

/**
 * Calls `listener` at each press that the system sends to a window; a script in the page cannot make one. A key that is held
 * down counts once. Returns the way to stop.
 */
export function onPress(windowId: number, listener: () => void): () => void {
  const contents = webContents.fromId(windowId)
  const hear = (_event: unknown, { type, modifiers }: InputEvent) => {
    if (presses.has(type) && !modifiers?.includes('isautorepeat')) listener()
  }
  contents?.on('input-event', hear)
  return () => {
    if (contents && !contents.isDestroyed()) contents.off('input-event', hear)
  }
}
