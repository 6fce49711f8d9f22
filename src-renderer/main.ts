import { mount } from 'svelte'
import { createPageClient } from './shared/bridge/page-client.svelte.ts'
import { I18n } from './shared/i18n/index.ts'
import './shared/theme/tokens.css'
import './shared/theme/base.css'
import './shared/theme/layout.css'
import { readStart } from './start.ts'
import { AppState } from './views/app.svelte.ts'
import { applyAppearance } from './views/appearance.ts'
import Root from './views/Root.svelte'

async function start(target: HTMLElement): Promise<void> {
  const i18n = new I18n()
  const app = new AppState(createPageClient(), readStart())
  await applyAppearance(app.settings.settings, i18n)
  mount(Root, { target, props: { app, i18n } })
}

// Not awaited at top level: the messages are a file that needs this one, and each would wait for the other.
const target = document.getElementById('app')
if (target) void start(target)
