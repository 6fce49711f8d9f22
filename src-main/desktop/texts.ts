import { IntlMessageFormat } from 'intl-messageformat'
import de from '../../resources/locales/de/native.json' with { type: 'json' }
import en from '../../resources/locales/en/native.json' with { type: 'json' }
import type { PlayerSettings } from '../../src-preload/contract/settings.ts'

export type NativeKey = keyof typeof en
/** Gives a text of the native surfaces (tray, menus, notifications, dialogs) in the player's language. */
export type Say = (key: NativeKey, facts?: Readonly<Record<string, string | number>>) => string

const messages: Record<'en' | 'de', Record<NativeKey, string>> = { en, de }

/** Makes a {@link Say}. The language is read each time, so a switch needs no restart. */
export const createSay =
  (language: () => 'en' | 'de'): Say =>
  (key, facts) =>
    String(new IntlMessageFormat(messages[language()][key], language()).format(facts))

/** A text without facts. It does not load the ICU parser, which would delay the first paint. */
export const plainWord = (language: 'en' | 'de', key: NativeKey): string => messages[language][key]

/** The language of the native surfaces: the player's choice, else the first one of the system's that the app has. */
export function nativeLanguage(choice: PlayerSettings['language'], system: readonly string[]): 'en' | 'de' {
  if (choice !== 'system') return choice
  const known = system.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === 'de' || tag === 'en')
  return known === 'de' ? 'de' : 'en'
}
