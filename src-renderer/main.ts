import { flushSync, hydrate } from 'svelte'
import { BEGUN, GAVE_UP } from '../src-preload/contract/page-failure.ts'
import { holdInput } from './held-input.ts'
import { firstPicture } from './shared/bridge/first-picture.ts'
import { createPageClient } from './shared/bridge/page-client.svelte.ts'
import { I18n } from './shared/i18n/index.ts'
import './shared/theme/tokens.css'
import './shared/theme/base.css'
import './shared/theme/layout.css'
import { readStart } from './start.ts'
import { AppState } from './views/app.svelte.ts'
import { applyAppearance } from './views/appearance.ts'
import Root from './views/Root.svelte'

/** Makes the first picture, which the document brought, the live page. Not before it is painted: both want the same processor. */
async function start(target: HTMLElement): Promise<void> {
  const given = readStart()
  const i18n = new I18n(given.profile.currency)
  await Promise.all([applyAppearance(given.settings.settings, i18n), firstPicture()])
  hydrate(Root, { target, props: { app: new AppState(createPageClient(), given), i18n } })
  flushSync() // now it listens
  performance.mark('live')
}

const reasonOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))

// Not awaited at top level: the messages are a file that needs this one, and each would wait for the other.
const target = document.getElementById('app')
if (target) {
  performance.mark(BEGUN)
  const input = holdInput()
  start(target).then(input.release, (error: unknown) => {
    input.drop()
    console.error(error)
    document.dispatchEvent(new CustomEvent(GAVE_UP, { detail: reasonOf(error) }))
  })
}
