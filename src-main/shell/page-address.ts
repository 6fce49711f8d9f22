import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron'

/** The page's address: an own scheme instead of file://. */
export const PAGE_URL = 'app://ui/'

/** True for an address of our page's, as the engine spells it, and nothing else. */
export const isOurPage = (url: string): boolean => url.startsWith(PAGE_URL)

/** True when a message comes from the main frame of a window that shows our page; a frame inside it, or one that is gone, does not count. */
export function isTrustedSender({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean {
  if (!senderFrame || sender.isDestroyed() || sender.getType() !== 'window') return false
  return senderFrame === sender.mainFrame && isOurPage(senderFrame.url)
}
