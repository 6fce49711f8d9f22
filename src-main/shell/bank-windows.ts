// Tested in Electron: bank-screens.spec.ts
import { BrowserWindow, type Session, type WebContents } from 'electron'
import { randomUUID } from 'node:crypto'
import pLimit from 'p-limit'
import { isAtHost, isLogin, type SignIn, type TakenCookie } from '../bank/index.ts'
import { urlOf } from '../lib/index.ts'
import { foreignSession, pagePreferences } from './security/index.ts'

export interface BankLogin {
  parent?: BrowserWindow
  home: URL
  start: URL
  /** Hosts besides the bank's that the sign-in may lead through. */
  loginHosts: readonly string[]
  signIn: SignIn
  over: AbortSignal
  log: (line: string) => void
}

/** True for an address the sign-in window may show: the bank's own origin, or its login provider over https. */
function mayShow(address: string, home: URL, loginHosts: readonly string[]): boolean {
  const url = urlOf(address)
  if (!url) return false
  if (url.origin === home.origin) return true
  return url.protocol === 'https:' && isAtHost(url, loginHosts)
}

/** A session that may only show pages and is emptied at the end. Its requests wait for `free`. */
function lockedSession({ home, loginHosts, log }: BankLogin, free: () => Promise<void>): Session {
  const session = foreignSession(`bank-login-${randomUUID()}`)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest((details, answer) => {
    const isPage = details.resourceType === 'mainFrame' || details.resourceType === 'subFrame'
    const isSafe = /^(https|wss|data|blob):/.test(details.url) || mayShow(details.url, home, [])
    const cancel = isPage ? !mayShow(details.url, home, loginHosts) : !isSafe
    if (cancel) log(`bank sign-in: ${details.resourceType} refused`)
    void free().then(() => answer({ cancel }))
  })
  return session
}

/** Keeps the window on the site and its login provider. */
function lockIn(contents: WebContents, { home, loginHosts, log }: BankLogin): void {
  const keepIn = (event: { url: string; preventDefault: () => void }) => {
    if (mayShow(event.url, home, loginHosts)) return
    event.preventDefault()
    log('bank sign-in: navigation refused')
  }
  contents.on('will-frame-navigate', keepIn)
  contents.on('will-redirect', keepIn)
}

/** Shows the site as the window's title, which pages cannot change. The path is left out, because it names an account. */
function showSite(window: BrowserWindow): void {
  window.on('page-title-updated', (event) => event.preventDefault())
  window.webContents.on('did-navigate', (_event, url) => window.setTitle(new URL(url).origin))
}

/** Puts cookies into a session, for the bank's address. */
async function giveBack(session: Session, home: URL, cookies: readonly TakenCookie[]): Promise<void> {
  for (const { domain, hostOnly, ...cookie } of cookies)
    await session.cookies.set({ ...cookie, url: home.href, domain: hostOnly ? undefined : domain })
}

/** Closes the window on abort, whatever its page does to prevent it. */
function closeWith(window: BrowserWindow, over: AbortSignal): void {
  const close = () => window.destroy()
  over.addEventListener('abort', close)
  window.once('closed', () => over.removeEventListener('abort', close))
}

/** Opens the community's own sign-in in a locked-down window. Resolves when it has led to a session or the window is closed. */
export async function openBankLogin(login: BankLogin): Promise<void> {
  const { home, start, loginHosts, signIn, over, parent, log } = login
  if (over.aborted) return
  const inTurn = pLimit(1)
  const session = lockedSession(login, () => inTurn(() => undefined))
  const window = new BrowserWindow({
    width: 900,
    height: 720,
    title: start.origin,
    parent,
    autoHideMenuBar: true,
    webPreferences: pagePreferences({ session, devTools: false }),
  })
  lockIn(window.webContents, login)
  showSite(window)
  closeWith(window, over)
  const closed = new Promise<void>((resolve) => window.once('closed', () => resolve()))
  /** Tries the present cookies. Only one side may use them at a time, so the page's requests wait, and continue with the changed cookies. */
  const look = async () => {
    if (window.isDestroyed()) return
    const url = new URL(window.webContents.getURL() || 'about:blank')
    if (url.origin !== home.origin || isLogin(url, home, loginHosts)) return
    try {
      const cookies = await session.cookies.get({ url: home.href })
      const works = await signIn.take(cookies, (changed) => giveBack(session, home, changed))
      if (works && !window.isDestroyed()) window.close()
    } catch {
      log('bank sign-in: cookies not taken')
    }
  }
  window.webContents.on('did-finish-load', () => void inTurn(look))
  await window.loadURL(start.href).catch(() => undefined) // the window shows the error itself
  await closed
  await session.clearStorageData()
  await session.clearCache()
}

/** Prints a page of our own as PDF, in a hidden window without scripts, network or Node. */
export async function printPdf(html: string): Promise<Buffer> {
  const window = new BrowserWindow({
    show: false,
    // The same partition each time, because Electron keeps every session until the app ends.
    webPreferences: pagePreferences({ partition: 'print', javascript: false }),
  })
  try {
    window.webContents.session.webRequest.onBeforeRequest(({ url }, answer) =>
      answer({ cancel: !url.startsWith('data:') }),
    )
    await window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`)
    return await window.webContents.printToPDF({ pageSize: 'A4', printBackground: true })
  } finally {
    window.destroy()
  }
}
