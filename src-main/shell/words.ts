import { IntlMessageFormat } from 'intl-messageformat'
import de from '../../resources/locales/de/native.json' with { type: 'json' }
import en from '../../resources/locales/en/native.json' with { type: 'json' }

export type NativeKey = keyof typeof en
/** Says a message of the system's own surfaces (tray, menus, notifications) in the player's language. */
export type Say = (key: NativeKey, facts?: Readonly<Record<string, string | number>>) => string

const messages: Record<'en' | 'de', Record<NativeKey, string>> = { en, de }

/** Makes the sayer; the language is asked for each time, so a switch needs no restart. */
export const createSay =
  (language: () => 'en' | 'de'): Say =>
  (key, facts) =>
    String(new IntlMessageFormat(messages[language()][key], language()).format(facts))

/** A message that takes no facts, as it stands: the reader of ICU messages is slow to begin, and the first paint waits. */
export const plainWord = (language: 'en' | 'de', key: NativeKey): string => messages[language][key]
