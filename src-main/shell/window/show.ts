import type { BrowserWindow } from 'electron'

/** Brings the window to the front, wherever it was: hidden, minimised or behind others. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
