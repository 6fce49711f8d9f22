import { rememberFocus } from './focus-return.ts'

/** The open dialogs, the top one last. */
const shown: HTMLDialogElement[] = []

/**
 * Shows a dialog as a modal while it is drawn. Then the focus returns to its former element, or near it. Escape and a click beside the
 * dialog call `close`, and the owner decides if the dialog closes. A click beside does nothing once the player has typed into a form. The
 * browser does not get the Escape key, because a second Escape would close the dialog against the owner's decision.
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
  const typed = new Set<HTMLInputElement>()
  dialog.addEventListener(
    'input',
    ({ target }) => target instanceof HTMLInputElement && target.form && typed.add(target),
    { signal },
  )
  const isTyped = () => [...typed].some((one) => one.isConnected && one.value !== '' && !one.closest('[hidden]'))
  dialog.addEventListener('pointerdown', ({ target }) => target === dialog && !isTyped() && close(), { signal })
  dialog.showModal()
  shown.push(dialog)
  return () => {
    away.abort()
    shown.splice(shown.indexOf(dialog), 1)
    dialog.close()
    giveFocusBack()
  }
}
