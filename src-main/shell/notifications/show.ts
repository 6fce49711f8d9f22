import { Notification } from 'electron'

/** Shown notifications are held until they are gone: a collected one hears no click. */
const open = new Set<Notification>()

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
