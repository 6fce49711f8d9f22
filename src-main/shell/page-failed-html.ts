import type { Language } from '../../src-preload/contract/languages.ts'
import { FAILED_ID, failedDeeds, type FailedDeed } from '../../src-preload/contract/page-failure.ts'
import { escapeHtml } from '../lib/index.ts'
import { plainWord, type NativeKey } from '../desktop/index.ts'
import { coloursOf } from './colours.ts'

/** The panel brings its colours along: the style sheet may be what did not come. Where it is missing, so is its backdrop: then what is left of the page, a heap of bare words, is covered. */
const style = `
#page-failed { ${coloursOf(0)} color-scheme: light dark; position: fixed; inset: 0; z-index: 100; box-sizing: border-box; padding: 1em;
  overflow: auto; font: calc(16px * var(--ui-scale, 1))/1.5 var(--font, system-ui, sans-serif); background: var(--backdrop, var(--bg)) }
#page-failed:not([hidden]) { display: grid; place-items: center }
:root:has(#page-failed:not([hidden])) { overflow: hidden }
[data-theme=light] #page-failed { color-scheme: light }
[data-theme=dark] #page-failed { color-scheme: dark }
[data-theme=contrast] #page-failed { ${coloursOf(1)} color-scheme: dark }
#page-failed > div { box-sizing: border-box; max-width: 37em; padding: 1.5em; border-radius: 1em;
  border: 1px solid var(--border); background: var(--surface-raised); color: var(--text) }
#page-failed b { display: block; margin-bottom: .4em; font-size: 1.375em; font-weight: 600; line-height: 1.3 }
#page-failed p { margin: 0; color: var(--text-2) }
#page-failed div div { display: flex; flex-wrap: wrap; gap: .5em; margin-top: 1.25em }
#page-failed button { padding: .5em 1em; border: 1px solid var(--border-strong); border-radius: .5em; font: inherit;
  font-weight: 500; background: var(--surface); color: var(--text); cursor: pointer }
#page-failed button:first-child { border-color: transparent; background: var(--accent); color: var(--on-accent) }
#page-failed button:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
#page-failed [role=status] { min-height: 1.5em; margin-top: .6em; font-size: .875em }
`

const labels: Record<FailedDeed, NativeKey> = { reload: 'page.reload', copy: 'page.copy', log: 'start.log' }

/**
 * The part of the document that says that the page did not come alive, hidden until the preload shows it. Draws on nothing that
 * the page loads: that may be what failed.
 */
export function pageFailedHtml(language: Language): string {
  const say = (key: NativeKey) => escapeHtml(plainWord(language, key))
  const buttons = failedDeeds.map((deed) => `<button type="button" data-do="${deed}">${say(labels[deed])}</button>`)
  return `<section id="${FAILED_ID}" role="alertdialog" aria-modal="true" aria-labelledby="${FAILED_ID}-title" aria-describedby="${FAILED_ID}-why" hidden>
<style>${style}</style>
<div><b id="${FAILED_ID}-title">${say('page.failed')}</b><p id="${FAILED_ID}-why">${say('page.failed-why')}</p>
<div>${buttons.join('')}</div>
<p role="status" data-copied="${say('page.copied')}" data-no-log="${say('page.no-log')}"></p></div></section>`
}
