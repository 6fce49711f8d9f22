import type { MessageKey, Translate } from '#shared/i18n/index.ts'
import type { Area, Router } from '#shared/router/index.ts'

/** What the frame's keys do. */
export interface FrameActions {
  router: Router
  /** The areas that Ctrl+1 to Ctrl+9 open. */
  areas: readonly Area[]
  openArea: (area: Area) => void
  search: () => void
  help: () => void
  refresh: () => void
}

const isMac = navigator.userAgent.includes('Macintosh')

/** A key's name on the player's keyboard. */
export const keyName = (key: string, t: Translate): string =>
  key === 'Ctrl' ? (isMac ? '⌘' : t('frame.key.ctrl')) : key

/** The entries of the shortcut sheet. */
export const shortcuts: readonly { keys: string; does: MessageKey }[] = [
  { keys: 'Ctrl K', does: 'frame.key.search' },
  { keys: '/', does: 'frame.key.find' },
  { keys: 'Alt ←', does: 'frame.key.back' },
  { keys: 'Alt →', does: 'frame.key.forward' },
  { keys: 'F5', does: 'frame.key.refresh' },
  { keys: 'Ctrl 1…9', does: 'frame.key.screens' },
  { keys: 'Ctrl +\u00A0/\u00A0−', does: 'frame.key.zoom' },
  { keys: 'Ctrl 0', does: 'frame.key.zoom-reset' },
  { keys: 'Esc', does: 'frame.key.close' },
  { keys: '?', does: 'frame.key.help' },
]

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')

function actionOf(event: KeyboardEvent, actions: FrameActions): (() => void) | undefined {
  const { key } = event
  const command = event.ctrlKey || event.metaKey
  if (command && key.toLowerCase() === 'k') return actions.search
  if (key === 'F5' || (command && key.toLowerCase() === 'r')) return actions.refresh
  if (command && /^[1-9]$/.test(key)) {
    const area = actions.areas[Number(key) - 1]
    return area && (() => actions.openArea(area))
  }
  if (event.altKey && key === 'ArrowLeft') return () => actions.router.back()
  if (event.altKey && key === 'ArrowRight') return () => actions.router.forward()
  if (command || event.altKey || isTyping(event.target)) return undefined
  if (key === '?') return actions.help
  const field = key === '/' ? document.querySelector<HTMLElement>('main [data-search]') : null
  return field ? () => field.focus() : undefined
}

/** Runs the action of a key. Does nothing while a dialog is open. */
export function onFrameKey(event: KeyboardEvent, actions: FrameActions): void {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return
  const act = actionOf(event, actions)
  if (!act) return
  event.preventDefault()
  act()
}

/** Handles the back and forward buttons of a mouse. */
export function onFramePointer(event: MouseEvent, router: Router): void {
  if (event.button === 3) router.back()
  if (event.button === 4) router.forward()
}
