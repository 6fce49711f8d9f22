export type { MessageKey } from './en.ts'
export { I18n, languageOf, provideI18n, useI18n, type Language, type Translate } from './i18n.svelte.ts'
