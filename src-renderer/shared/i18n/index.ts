export { languageName, languages, type MessageKey } from './messages.ts'
export { I18n, provideI18n, useI18n, type Translate } from './i18n.svelte.ts'
