import { extname, join, sep } from 'node:path'

/** Media types of what the page is made of; nothing else is served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

export interface PageFile {
  /** Absolute path, inside the page's folder. */
  path: string
  type: string
  isDocument: boolean
}

/** Which file of the page's folder an address means; nothing for an address outside of it or of an unknown kind. */
export function pageFileOf(folder: string, url: string): PageFile | undefined {
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
