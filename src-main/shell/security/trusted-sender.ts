import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron'

/** True when a message comes from the main frame of a window that shows our page; a frame inside it, or one that is gone, is nobody. */
export function isTrustedSender(
  event: IpcMainEvent | IpcMainInvokeEvent,
  isOurPage: (url: string) => boolean,
): boolean {
  const frame = event.senderFrame
  if (!frame || event.sender.isDestroyed() || event.sender.getType() !== 'window') return false
  return frame === event.sender.mainFrame && isOurPage(frame.url)
}
