import { IntlMessageFormat } from 'intl-messageformat'
import { createContext } from 'svelte'
import type { Language } from '../../../src-preload/contract/languages.ts'
import { messagesOf, type MessageKey } from './messages.ts'

/** Right-to-left letters: Hebrew, Arabic and related scripts. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Control characters that change the direction of the text after them. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/** Isolates a value with right-to-left letters, so that its direction does not change the sentence around it. */
function isolated<T>(value: T): T | string {
  if (typeof value !== 'string') return value
  const bare = value.replace(TURNS, '')
  return FROM_RIGHT.test(bare) ? `\u2068${bare}\u2069` : bare
}

export type Arguments = Record<string, string | number | Date | boolean>

/** Gives a message: `t('mods.check.quick', { count: 3 })`. */
export type Translate = (key: MessageKey, args?: Arguments) => string

/** A message with only simple arguments: its braces contain names, and no apostrophe quotes anything. */
const PLAIN = /^(?:[^{}'<]|'(?!['{}#<>])|\{\w+\})*$/

/**
 * A message with simple arguments filled in; `undefined` if it needs ICU. ICU's parser is slow to start, and the page's start needs
 * none of it.
 */
function plainly(text: string, args: Arguments = {}): string | undefined {
  if (!text.includes('{') && !text.includes("'")) return text
  if (!PLAIN.test(text)) return undefined
  let isPlain = true
  const said = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = args[name]
    isPlain &&= typeof value === 'string' || typeof value === 'number'
    return String(isolated(value))
  })
  return isPlain ? said : undefined
}

/**
 * ICU's select allows no hyphen in its cases. If the message has a case for a value, the value gets underscores: `too_long` for
 * `too-long`. Other values may be part of the text, so they keep their hyphens.
 */
const selectable = (text: string, args: Arguments): Arguments =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (typeof value !== 'string' || !text.includes(`{${name}, select`)) return [name, isolated(value)]
      const word = value.replaceAll('-', '_')
      return [name, text.includes(`${word} {`) ? word : isolated(value)]
    }),
  )

/** The page's language with its ICU messages. It can change at any time. */
export class I18n {
  #language = $state<Language>('en')
  #messages = $state.raw<Partial<Record<string, string>> | undefined>()
  #formats: Partial<Record<string, IntlMessageFormat>> = {}
  /** The sign of the community's money. Each language has its own place for it. */
  readonly currency: string

  constructor(currency = '$') {
    this.currency = currency
  }

  get language(): Language {
    return this.#language
  }

  /** Loads a language and switches to it. Does nothing if the language is already in use. */
  async use(language: Language): Promise<void> {
    if (this.#messages && language === this.#language) return
    const messages = await messagesOf(language)
    this.#formats = {}
    this.#language = language
    this.#messages = messages
    document.documentElement.lang = language
  }

  /** The message in the present language. It reads state, so in a template it follows a change of language. */
  readonly t: Translate = (key, args) => {
    const text = this.#messages?.[key] ?? key
    const plain = plainly(text, args)
    if (plain !== undefined) return plain
    const format = (this.#formats[key] ??= new IntlMessageFormat(text, this.#language))
    return String(format.format(args && selectable(text, args)))
  }
}

export const [useI18n, provideI18n] = createContext<I18n>()
