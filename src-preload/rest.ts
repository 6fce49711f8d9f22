import { webFrame } from 'electron'

/** How long Chromium keeps a picture that is not shown any more, to draw on it again, ms; and some more. */
const LET_GO_MS = 6_000
/** A frame, and some more. */
const DRAWN_MS = 250

/**
 * Has the title drawn once more, just as it is. The process that shows pictures hears which of them were let go of only along
 * with a new one, and an app at rest draws none: half of what the start drew would stay.
 */
const drawAgain = () =>
  document.querySelector('h1')?.animate({ textShadow: ['0 0 transparent', '0 0 transparent'] }, 50)

/** Gives back what the page keeps of its start: told by main when the app has come to rest. */
export function giveBack(): void {
  drawAgain()
  // once that is drawn, since it fills caches, and in a pause of the page: what Chromium keeps of a start and nobody needs
  setTimeout(() => requestIdleCallback(() => webFrame.clearCache()), DRAWN_MS)
  setTimeout(drawAgain, LET_GO_MS) // what was drawn last may not have been let go of before
}
