export type { MessageKey } from './en.ts'
export { I18n, languageOf, provideI18n, useI18n, type Language, type Translate } from './i18n.svelte.ts'
// Here so that it comes with the page's first file, and a language is one more file, not two.
export { prefixed } from './prefix.ts'
