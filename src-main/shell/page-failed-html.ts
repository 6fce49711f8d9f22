import { FAILED_ID, failedDeeds, type FailedDeed } from '../../src-preload/contract/page-failure.ts'
import { escapeHtml } from '../lib/index.ts'
import { plainWord, type NativeKey } from './words.ts'

/** In the page's colours where its style is there, else in the system's own, light or dark as the player chose. */
const style = `
#page-failed { position: fixed; inset: 0; z-index: 100; box-sizing: border-box; padding: 1rem; overflow: auto;
  font: 1rem/1.5 var(--font, system-ui, sans-serif); color-scheme: light dark;
  background: var(--backdrop, color-mix(in srgb, Canvas 70%, transparent)) }
#page-failed:not([hidden]) { display: grid; place-items: center }
[data-theme=light] #page-failed { color-scheme: light }
[data-theme=dark] #page-failed, [data-theme=contrast] #page-failed { color-scheme: dark }
#page-failed > div { box-sizing: border-box; max-width: 37rem; padding: 1.5rem; border-radius: 1rem;
  border: 1px solid var(--border, GrayText); background: var(--surface-raised, Canvas); color: var(--text, CanvasText) }
#page-failed b { display: block; margin-bottom: .5rem; font-size: 1.375rem; font-weight: 600; line-height: 1.3 }
#page-failed p { margin: 0; color: var(--text-2, CanvasText) }
#page-failed div div { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: 1.25rem }
#page-failed button { padding: .5rem 1rem; border: 1px solid var(--border-strong, ButtonBorder); border-radius: .5rem; font: inherit;
  font-weight: 500; background: var(--surface, ButtonFace); color: var(--text, ButtonText); cursor: pointer }
#page-failed button:first-child { border-color: transparent; background: var(--accent, CanvasText); color: var(--on-accent, Canvas) }
#page-failed button:focus-visible { outline: 2px solid var(--focus, CanvasText); outline-offset: 2px }
#page-failed [role=status] { min-height: 1.5em; margin-top: .5rem; font-size: .875rem }
`

const labels: Record<FailedDeed, NativeKey> = { reload: 'page.reload', copy: 'page.copy', log: 'start.log' }

/**
 * The part of the document that says that the page did not come alive, hidden until the preload shows it. Draws on nothing that
 * the page loads: that may be what failed.
 */
export function pageFailedHtml(language: 'en' | 'de'): string {
  const say = (key: NativeKey) => escapeHtml(plainWord(language, key))
  const buttons = failedDeeds.map((deed) => `<button type="button" data-do="${deed}">${say(labels[deed])}</button>`)
  return `<section id="${FAILED_ID}" role="alertdialog" aria-modal="true" aria-labelledby="${FAILED_ID}-title" aria-describedby="${FAILED_ID}-why" hidden>
<style>${style}</style>
<div><b id="${FAILED_ID}-title">${say('page.failed')}</b><p id="${FAILED_ID}-why">${say('page.failed-why')}</p>
<div>${buttons.join('')}</div>
<p role="status" data-copied="${say('page.copied')}" data-no-log="${say('page.no-log')}"></p></div></section>`
}
