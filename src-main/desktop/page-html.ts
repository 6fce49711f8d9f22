import type { Language } from '../../src-preload/contract/languages.ts'
import { opensSetup, type PageStart } from '../../src-preload/contract/settings.ts'
import { FAILED_ID, pageFailureActions, type PageFailureAction } from '../../src-preload/contract/page-failure.ts'
import { brandStyle } from './brand.ts'
import { escapeHtml } from '../lib/index.ts'
import { coloursOf } from './colours.ts'
import { type NativeKey, plainWord } from './texts.ts'

export interface DocumentParts {
  start: PageStart
  language: Language
  highContrast: boolean
}

/** The build marks the files of a language with this attribute. */
const OF_A_LANGUAGE = /<link[^>]*data-language="(\w+)"[^>]*>\s*/g

/** JSON for a document. Without `<`, nothing in it can end its element. */
const embedded = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The root tag with the player's appearance. The page's script sets the same, so nothing changes then. */
function rootTag({ settings, profile }: PageStart, language: string, highContrast: boolean) {
  const { theme, reducedMotion, uiScalePercent } = settings.settings
  const pinned = theme !== 'system' ? theme : highContrast ? 'contrast' : undefined
  const data = [
    pinned && ` data-theme="${pinned}"`,
    reducedMotion && ' data-motion="none"',
    opensSetup(settings.settings) && ' data-setup',
    profile.images.banner && ' data-banner',
  ]
  return `<html lang="${language}"${data.filter(Boolean).join('')} style="--ui-scale: ${uiScalePercent / 100}">`
}

/**
 * The served document: the built one in the player's appearance, with the data that the script needs at once, the messages of its
 * language, and the panel that is shown if the page's script does not run.
 */
export const pageHtml = (html: string, { start, language, highContrast }: DocumentParts): string =>
  html
    .replace(/<html[^>]*>/, rootTag(start, language, highContrast))
    .replace(OF_A_LANGUAGE, (link, of: string) => (of === language ? link : ''))
    // Functions, since `$` has a meaning in a replacement text.
    .replace('</head>', () => `${start.profile.colour ? brandStyle(start.profile.colour) : ''}</head>`)
    .replace('</head>', () => `<script type="application/json" id="start">${embedded(start)}</script></head>`)
    .replace('</body>', () => `${pageFailedHtml(language)}</body>`)

/** The panel has its own colours, because the style sheet may be missing. Without the style sheet's backdrop, it covers the unstyled page. */
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

const labels: Record<PageFailureAction, NativeKey> = { reload: 'page.reload', copy: 'page.copy', log: 'start.log' }

/**
 * The panel for a page whose script does not run, hidden until the preload shows it. It needs nothing that the page loads, because
 * that may be what failed.
 */
function pageFailedHtml(language: Language): string {
  const say = (key: NativeKey) => escapeHtml(plainWord(language, key))
  const buttons = pageFailureActions.map(
    (action) => `<button type="button" data-do="${action}">${say(labels[action])}</button>`,
  )
  return `<section id="${FAILED_ID}" role="alertdialog" aria-modal="true" aria-labelledby="${FAILED_ID}-title" aria-describedby="${FAILED_ID}-why" hidden>
<style>${style}</style>
<div><b id="${FAILED_ID}-title">${say('page.failed')}</b><p id="${FAILED_ID}-why">${say('page.failed-why')}</p>
<div>${buttons.join('')}</div>
<p role="status" data-copied="${say('page.copied')}" data-no-log="${say('page.no-log')}"></p></div></section>`
}
