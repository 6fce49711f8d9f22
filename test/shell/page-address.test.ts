import type { IpcMainInvokeEvent } from 'electron'
import { expect, it } from 'vitest'
import { isOurPage, isTrustedSender, PAGE_URL } from '../../src-main/shell/page-address.ts'

it.each([PAGE_URL, 'app://ui/#/bank', 'app://ui/a/b?c'])('%s is the page', (url) => {
  expect(isOurPage(url)).toBe(true)
})

it.each([
  '',
  'app:',
  'app://',
  'app://uix/',
  'app://ui.evil/',
  'app://ui@evil/',
  'app://evil@ui/',
  'app://:evil@ui/',
  'app://ui:1/',
])('%s is not', (url) => expect(isOurPage(url)).toBe(false))

it.each(['about:blank', 'https://ui/', 'file:///ui/', 'data:text/html,app://ui/', 'devtools://ui/'])(
  'nor is %s',
  (url) => expect(isOurPage(url)).toBe(false),
)

/** What Electron tells of a message: its frame, and the page that the frame is in. */
function eventFrom(url: string, more: { type?: string; destroyed?: boolean; frame?: object | null } = {}) {
  const mainFrame = { url }
  const sender = { mainFrame, getType: () => more.type ?? 'window', isDestroyed: () => more.destroyed ?? false }
  return { sender, senderFrame: more.frame === undefined ? mainFrame : more.frame } as unknown as IpcMainInvokeEvent
}

it('only the main frame of a window with our page is heard', () => {
  expect(isTrustedSender(eventFrom(PAGE_URL))).toBe(true)
  expect(isTrustedSender(eventFrom('https://bank.example/'))).toBe(false)
  expect(isTrustedSender(eventFrom(PAGE_URL, { frame: { url: PAGE_URL } }))).toBe(false) // a frame inside the page
  expect(isTrustedSender(eventFrom(PAGE_URL, { frame: null }))).toBe(false) // one that is gone
  expect(isTrustedSender(eventFrom(PAGE_URL, { destroyed: true }))).toBe(false)
  for (const type of ['webview', 'browserView', 'backgroundPage', 'remote', 'offscreen'])
    expect(isTrustedSender(eventFrom(PAGE_URL, { type }))).toBe(false)
})
