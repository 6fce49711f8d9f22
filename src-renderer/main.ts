import { mount } from 'svelte'
import { createPageClient } from './shared/bridge/page-client.svelte.ts'
import { I18n, languageOf } from './shared/i18n/index.ts'
import './shared/theme/tokens.css'
import './shared/theme/base.css'
import { AppState } from './views/app.svelte.ts'
import Root from './views/Root.svelte'

const i18n = new I18n()
const app = new AppState(createPageClient())
await i18n.use(languageOf('system', navigator.languages))
const target = document.getElementById('app')
if (target) mount(Root, { target, props: { app, i18n } })
