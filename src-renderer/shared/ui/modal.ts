import { rememberFocus } from './focus-return.ts'

/** The dialogs that are open, the one on top last. */
const shown: HTMLDialogElement[] = []

/**
 * Shows a dialog as a modal for as long as it is drawn, and gives the focus back to where it was, or near it, when it goes. `close` hears
 * Escape and a press beside it; whether the dialog goes is its owner's to say. No Escape reaches the browser, which at a
 * second one would close the dialog whatever its owner says.
 */
export const modal = (close: () => void) => (dialog: HTMLDialogElement) => {
  const giveFocusBack = rememberFocus()
  const away = new AbortController()
  const { signal } = away
  const onkeydown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || shown.at(-1) !== dialog) return
    event.preventDefault()
    close()
  }
  document.addEventListener('keydown', onkeydown, { signal })
  dialog.addEventListener('pointerdown', ({ target }) => target === dialog && close(), { signal })
  dialog.showModal()
  shown.push(dialog)
  return () => {
    away.abort()
    shown.splice(shown.indexOf(dialog), 1)
    dialog.close()
    giveFocusBack()
  }
}
