import { flushSync, mount } from 'svelte'
import { BEGUN, GAVE_UP } from '../src-preload/contract/page-failure.ts'
import { createPageClient } from './shared/bridge/page-client.svelte.ts'
import { I18n } from './shared/i18n/index.ts'
import { readStart } from './shared/page-start.ts'
import './shared/theme/tokens.css'
import './shared/theme/base.css'
import './shared/theme/layout.css'
import './shared/theme/placeholder.css'
import { AppState } from './views/app.svelte.ts'
import { applyAppearance } from './views/appearance.ts'
import Root from './views/Root.svelte'

/** The longest wait for the first paint, ms: an invisible window may never paint. */
const PAINT_MS = 1_000

/** Settles when the placeholder is on screen. */
const placeholderPainted = () =>
  new Promise<void>((done) => {
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      done()
    }).observe({ type: 'paint', buffered: true })
    setTimeout(done, PAINT_MS)
  })

/** Settles when the page's font is loaded or has failed, so that the first words do not change their font. */
const fontLoaded = () => document.fonts.load('1em "Inter Variable"').catch(() => undefined)

/** Replaces the placeholder with the live page. It waits until the placeholder is painted, because both compete for the processor. */
async function start(target: HTMLElement): Promise<void> {
  const given = readStart()
  const i18n = new I18n(given.profile.currency)
  await Promise.all([applyAppearance(given.settings.settings, i18n), placeholderPainted(), fontLoaded()])
  target.replaceChildren()
  mount(Root, { target, props: { app: new AppState(createPageClient(), given), i18n } })
  flushSync() // now the page handles events
  performance.mark('live')
}

const reasonOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))

// No top-level await: the messages are in a file that imports this one, so each would wait for the other.
const target = document.getElementById('app')
if (target) {
  performance.mark(BEGUN)
  start(target).catch((error: unknown) => {
    console.error(error)
    document.dispatchEvent(new CustomEvent(GAVE_UP, { detail: reasonOf(error) }))
  })
}
