import type { PageStart } from '../../src-preload/contract/settings.ts'

/** The build marks what belongs to one language with this attribute. */
const OF_A_LANGUAGE = /<link[^>]*data-language="(\w+)"[^>]*>\s*/g

/** JSON that can stand in a document: no `<`, so nothing in it can end its element. */
const embedded = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The page's document as it is served: with what the first picture needs, and the messages of one language only. */
export const pageHtml = (html: string, start: PageStart, language: string): string =>
  html
    .replace(OF_A_LANGUAGE, (link, of: string) => (of === language ? link : ''))
    // A function, since a `$` in a name would mean something in a replacement's text.
    .replace('</head>', () => `<script type="application/json" id="start">${embedded(start)}</script></head>`)
