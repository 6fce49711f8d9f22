import type { Language } from '../../src-preload/contract/languages.ts'
import { type Answer, escapeHtml } from '../lib/index.ts'
import { coloursOf } from './colours.ts'
import type { Sheet, SheetRow } from './question-sheet.ts'

/** The address of a question's buttons. Nothing is there: main stops the navigation and reads the answer from it. */
const ANSWER = 'loadout-answer:'

/** An earlier press may have been meant for what was there before the window. */
export const LEAST_SHOWN_MS = 500

/** Enables the buttons for the mouse. Main adds it once an answer counts. */
export const READY_STYLE = 'button { pointer-events: auto !important }'

/**
 * Reads an answer from the address that a question's document navigates to; undefined if it is none or came too early.
 * @param quietMs how long the question is visible without a press
 */
export function answerOf(url: string, quietMs: number): Answer | undefined {
  if (quietMs < LEAST_SHOWN_MS) return undefined
  const answer = /^loadout-answer:(yes|other|no)\??$/.exec(url)?.[1]
  return answer === 'other' || answer === undefined ? answer : answer === 'yes'
}

export interface QuestionStyle {
  language: Language
  theme: 'light' | 'dark' | 'contrast'
  /** The player's scale of the page; 1 is 100 %. */
  scale: number
  /** The app's font, as a `data:` address. */
  font: string
}

const style = ({ theme, scale, font }: QuestionStyle) => `
@font-face { font-family: Inter; font-weight: 100 900; src: url('${font}') }
:root { ${coloursOf(theme === 'contrast' ? 1 : 0)} color-scheme: ${theme === 'light' ? 'light' : 'dark'}; font: ${16 * scale}px/1.5 Inter, system-ui, 'Segoe UI', sans-serif }
* { box-sizing: border-box; margin: 0 }
html, body { height: 100% }
body { display: flex; flex-direction: column; background: var(--surface-raised); color: var(--text); overflow: hidden }
main { overflow-wrap: anywhere; flex: 1; min-height: 0; display: flex; flex-direction: column; padding: 1.25rem 1.5rem 0 }
h1 { font-size: 1.375rem; font-weight: 600; line-height: 1.3 }
section { flex: 1; min-height: 0; margin: .5rem -.5rem 0; padding: 0 .5rem .75rem; overflow: auto; border-radius: .375rem }
.lead { margin-top: .25rem; font-size: 2rem; font-weight: 600; line-height: 1.2; letter-spacing: -.02em; font-variant-numeric: tabular-nums }
.note { color: var(--text-2); hyphens: auto }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr); gap: .5rem 1.5rem; margin-top: 1rem }
dt { color: var(--text-2) }
dd { white-space: pre-wrap; unicode-bidi: isolate; user-select: text }
dd b { display: block; font-weight: 600; unicode-bidi: isolate }
.warning { margin-top: 1rem; padding: .5rem .75rem; border: 1px solid; border-radius: .5rem; background: var(--warn-soft); color: var(--warn) }
form { display: flex; justify-content: flex-end; gap: .75rem; padding: .75rem 1.5rem 1.25rem }
button { padding: .5rem .75rem; border: 1px solid var(--border-strong); border-radius: .5rem; font: inherit; font-weight: 500;
  background: var(--surface); color: var(--text); cursor: pointer; pointer-events: none }
.hold { padding: 0; border: 0; background: none; font-weight: inherit; text-align: start; white-space: inherit; overflow-wrap: inherit }
.hold .whole, .hold:active .dots { display: none }
.hold:active .whole { display: inline }
button[value=yes] { border-color: transparent; background: var(--accent); color: var(--on-accent) }
button[value=yes].danger { border-color: transparent; background: var(--danger); color: var(--on-danger) }
button[value=other] { border-color: transparent; background: none; color: var(--bad) }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px }
`

const textOf = ({ value, more }: { value: string; more?: string }) =>
  `${more === undefined ? '' : `<b dir="auto">${escapeHtml(more)}</b>`}${escapeHtml(value).replace(/[\\/]/g, '$&<wbr>')}`

/** A value that is hidden in streamer mode is a button, which shows it while pressed. Without scripts, it does nothing else. */
const row = ({ label, held, ...shown }: SheetRow, hold: string) =>
  `<dt>${escapeHtml(label)}</dt><dd>${
    held === undefined
      ? textOf(shown)
      : `<button type="button" class="hold" title="${escapeHtml(hold)}"><span class="dots">${textOf(shown)}</span><span class="whole">${textOf(held)}</span></button>`
  }</dd>`

/** The document of a question: no script, nothing to load, and a button for each answer. No has the focus. */
export function questionHtml(sheet: Sheet, how: QuestionStyle): string {
  const { title, lead, note, rows, warning, yes, other, no, hold, danger } = sheet
  const paragraph = (name: string, text: string | undefined) =>
    text === undefined ? '' : `<p class="${name}">${escapeHtml(text)}</p>`
  return `<!doctype html><html lang="${how.language}"><head><meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; font-src data:; style-src 'unsafe-inline'; form-action ${ANSWER}; base-uri 'none'">
<title>${escapeHtml(title)}</title><style>${style(how)}</style></head><body>
<main><h1 id="title">${escapeHtml(title)}</h1><section tabindex="0" aria-labelledby="title">
${paragraph('lead', lead)}${paragraph('note', note)}${rows.length === 0 ? '' : `<dl>${rows.map((each) => row(each, hold)).join('')}</dl>`}${paragraph('warning', warning)}
</section></main>
<form><button value="no" formaction="${ANSWER}no" autofocus>${escapeHtml(no)}</button>
${other === undefined ? '' : `<button value="other" formaction="${ANSWER}other">${escapeHtml(other)}</button>\n`}<button value="yes"${danger ? ' class="danger"' : ''} formaction="${ANSWER}yes">${escapeHtml(yes)}</button></form></body></html>`
}
