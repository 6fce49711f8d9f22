import { IntlMessageFormat } from 'intl-messageformat'
import type en from '../../resources/locales/en/native.json'
import { languageOf, type Language } from '../../src-preload/contract/languages.ts'

export type NativeKey = keyof typeof en
/** Gives a text of tray, menus, notifications and dialogs in the player's language. */
export type Say = (key: NativeKey, facts?: Readonly<Record<string, string | number>>) => string

const files = import.meta.glob<Partial<Record<NativeKey, string>>>('../../resources/locales/*/native.json', {
  eager: true,
  import: 'default',
})
const byLanguage = new Map(Object.entries(files).map(([path, messages]) => [path.split('/').at(-2) ?? '', messages]))

/** A text without facts; the English one if the language does not have it. It does not load the ICU parser, which would delay the first paint. */
export const plainWord = (language: Language, key: NativeKey): string =>
  byLanguage.get(language)?.[key] ?? byLanguage.get('en')?.[key] ?? key

/** Makes a {@link Say}. It reads the language each time, so that a change needs no restart. */
export const createSay =
  (language: () => Language): Say =>
  (key, facts) =>
    String(new IntlMessageFormat(plainWord(language(), key), language()).format(facts))

export const nativeLanguage = (choice: string, system: readonly string[]): Language =>
  languageOf(choice, system, [...byLanguage.keys()])
