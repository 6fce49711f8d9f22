import type { Language } from '../../src-preload/contract/languages.ts'
import { opensSetup, type PageStart } from '../../src-preload/contract/settings.ts'
import { brandStyle } from './brand.ts'
import { pageFailedHtml } from './page-failed-html.ts'

/** What the page's document is made of. */
export interface DocumentParts {
  start: PageStart
  language: Language
  /** The system asks for more contrast. */
  highContrast: boolean
}

/** The build marks what belongs to one language with this attribute. */
const OF_A_LANGUAGE = /<link[^>]*data-language="(\w+)"[^>]*>\s*/g

/** JSON that can stand in a document: no `<`, so nothing in it can end its element. */
const embedded = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The player's appearance on the document's root, as the page's script would put it there: nothing changes when it does. */
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
 * The page's document as it is served: in the player's appearance, with what the script needs at once, its language's
 * messages and the English ones, and what is shown should the page not come alive.
 */
export const pageHtml = (html: string, { start, language, highContrast }: DocumentParts): string =>
  html
    .replace(/<html[^>]*>/, rootTag(start, language, highContrast))
    .replace(OF_A_LANGUAGE, (link, of: string) => (of === language || of === 'en' ? link : ''))
    // Functions, since a `$` in a name would mean something in a replacement's text.
    .replace('</head>', () => `${start.profile.colour ? brandStyle(start.profile.colour) : ''}</head>`)
    .replace('</head>', () => `<script type="application/json" id="start">${embedded(start)}</script></head>`)
    .replace('</body>', () => `${pageFailedHtml(language)}</body>`)
