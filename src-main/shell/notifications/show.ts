import { Notification } from 'electron'
import type { Say } from '../words.ts'
import type { Notice } from './notice.ts'
import type { Shown } from './notifier.ts'

/** Shown notifications are held until they are gone: a collected one hears no click. */
const open = new Set<Notification>()

const LINES = 5

/** The title and the lines of what is shown. `hide`: without what is private. */
export function wordsOf(shown: Shown, say: Say, title: string, hide = false): { title: string; body: string } {
  const line = (notice: Notice) => {
    if (hide && notice.isPrivate) return say(notice.class === 'transfer' ? 'notice.transfer-hidden' : 'notice.hidden')
    return say(noticeKey(notice.class), { ...notice.facts, name: notice.name })
  }
  if (shown.kind === 'notice') return { title, body: line(shown.notice) }
  const lines = shown.notices.slice(0, LINES).map(line)
  if (shown.notices.length > LINES) lines.push('…')
  return { title: say('notice.digest', { count: shown.notices.length }), body: lines.join('\n') }
}

const noticeKey = (what: Notice['class']) => `notice.${what}` as const

/** Shows an OS notification. False where the desktop has none. */
export function showNotification(words: { title: string; body: string }, onClick: () => void): boolean {
  if (!Notification.isSupported()) return false
  const notification = new Notification({ ...words, silent: true })
  const forget = () => open.delete(notification)
  open.add(notification)
  notification.on('click', () => {
    forget()
    onClick()
  })
  notification.on('close', forget)
  notification.on('failed', forget)
  notification.show()
  return true
}
