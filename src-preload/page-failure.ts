import { BEGUN, FAILED_ID, GAVE_UP, MOST_REASON, type PageFailureAction } from './contract/page-failure.ts'
import type { Wire } from './contract/wire.ts'

/** Copies when the player presses the button. It uses a copy event, because the page has no clipboard permission. */
function copy(text: string): boolean {
  const fill = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', fill, { once: true })
  return document.execCommand('copy')
}

/** Shows the document's panel over the placeholder. */
function show(reason: string, invoke: Wire['invoke']): void {
  const panel = document.getElementById(FAILED_ID)
  if (!panel?.hidden) return // shown already
  const note = panel.querySelector<HTMLElement>('[role="status"]')
  const say = (word: 'copied' | 'noLog') => note?.replaceChildren(note.dataset[word] ?? '')
  let incident = ''
  void invoke('diagnostics/pageFailed', 'page-failed', { reason: reason.slice(0, MOST_REASON) }).then(
    (reply) => (incident = reply.ok ? `incident: ${String(reply.value)}` : reply.failure.code),
    (error: unknown) => (incident = String(error)),
  )
  const actions: Record<PageFailureAction, () => void> = {
    reload: () => location.reload(),
    copy: () => {
      if (copy([`Loadout: ${panel.id}`, incident, reason, new Date().toISOString()].join('\n'))) say('copied')
    },
    log: () =>
      void invoke('diagnostics/openLogFolder', `page-failed-log-${Date.now()}`, undefined).then(
        (reply) => reply.ok || say('noLog'),
        () => say('noLog'),
      ),
  }
  for (const button of panel.querySelectorAll<HTMLElement>('[data-do]'))
    button.addEventListener('click', () => actions[button.dataset['do'] as PageFailureAction]())
  document.getElementById('app')?.setAttribute('inert', '')
  panel.hidden = false
  panel.querySelector<HTMLElement>('[data-do]')?.focus()
}

/** Shows the panel if the page's script does not load, does not run, or fails before the page is live. */
export function watchPageStart(invoke: Wire['invoke']): void {
  let missing = ''
  const hearMissing = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement) missing = `: ${target.src}`
  }
  addEventListener('error', hearMissing, true)
  addEventListener('DOMContentLoaded', () => {
    removeEventListener('error', hearMissing, true)
    if (performance.getEntriesByName(BEGUN).length === 0) show(`the page's script did not run${missing}`, invoke)
  })
  document.addEventListener(GAVE_UP, (event) => show(String((event as CustomEvent).detail), invoke))
}
