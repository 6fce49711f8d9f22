import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron'
import { extname, join, sep } from 'node:path'

/** The page's address. It has its own scheme instead of file://. */
export const PAGE_URL = 'app://ui/'

/** True for an address of our page, as the engine spells it. */
export const isOurPage = (url: string): boolean => url.startsWith(PAGE_URL)

/** True if a message comes from the main frame of a window that shows our page, and not from a frame inside it or one that is gone. */
export function isTrustedSender({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean {
  if (!senderFrame || sender.isDestroyed() || sender.getType() !== 'window') return false
  return senderFrame === sender.mainFrame && isOurPage(senderFrame.url)
}

/** Media types of the page's files. Other files are not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** The file of an address in the page's folder, by its absolute path; undefined for one outside of it or of an unknown type. */
export function pageFileOf(folder: string, url: string) {
  const { pathname } = new URL(url)
  let wanted: string
  try {
    wanted = decodeURIComponent(pathname === '/' ? '/index.html' : pathname)
  } catch {
    return undefined
  }
  if (wanted.includes('\0')) return undefined
  const path = join(folder, wanted)
  const kind = extname(path).toLowerCase()
  const type = types[kind]
  return type && path.startsWith(folder + sep) ? { path, type, isDocument: kind === '.html' } : undefined
}
