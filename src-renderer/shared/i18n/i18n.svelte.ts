import { IntlMessageFormat } from 'intl-messageformat'
import { createContext } from 'svelte'
import type { Language } from '../../../src-preload/contract/languages.ts'
import { messagesOf, type MessageKey } from './messages.ts'

/** Letters that are written from the right: Hebrew, Arabic and their neighbours. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Marks that turn the direction of all that follows them. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/** What somebody named, so that its direction orders its own letters alone and not the sentence around it. */
function isolated<T>(value: T): T | string {
  if (typeof value !== 'string') return value
  const bare = value.replace(TURNS, '')
  return FROM_RIGHT.test(bare) ? `\u2068${bare}\u2069` : bare
}

export type Arguments = Record<string, string | number | Date | boolean>

/** What a message may be asked for by: `t('mods.check.quick', { count: 3 })`. */
export type Translate = (key: MessageKey, args?: Arguments) => string

/** A message with plain arguments alone: all that its braces hold is names, and no apostrophe quotes anything. */
const PLAIN = /^(?:[^{}'<]|'(?!['{}#<>])|\{\w+\})*$/

/**
 * A message that names its arguments and does nothing else with them, put together; `undefined` where ICU is needed. The
 * reader of ICU messages is slow to begin, and the page's start needs none.
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
 * ICU's select knows no hyphen in its words: what a message selects by comes as `too_long` for `too-long`. What none of its
 * words is may be said as it stands, and keeps its hyphens.
 */
const selectable = (text: string, args: Arguments): Arguments =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (typeof value !== 'string' || !text.includes(`{${name}, select`)) return [name, isolated(value)]
      const word = value.replaceAll('-', '_')
      return [name, text.includes(`${word} {`) ? word : isolated(value)]
    }),
  )

/** The page's language: messages (ICU), and the formatters that go with it. Switchable live. */
export class I18n {
  #language = $state<Language>('en')
  #messages = $state.raw<Partial<Record<string, string>> | undefined>()
  #formats: Partial<Record<string, IntlMessageFormat>> = {}
  /** Sign of the community's money, which every language has in its own place. */
  readonly currency: string

  constructor(currency = '$') {
    this.currency = currency
  }

  get language(): Language {
    return this.#language
  }

  /** Loads a language and switches to it, English where it lacks a message; nothing where it is in use already. */
  async use(language: Language): Promise<void> {
    if (this.#messages && language === this.#language) return
    const [english, own] = await Promise.all([messagesOf('en'), messagesOf(language)])
    this.#formats = {}
    this.#language = language
    this.#messages = { ...english, ...own }
    document.documentElement.lang = language
  }

  /** The message in the present language. Reads state: used in a template it follows a switch. */
  readonly t: Translate = (key, args) => {
    const text = this.#messages?.[key] ?? key
    const plain = plainly(text, args)
    if (plain !== undefined) return plain
    const format = (this.#formats[key] ??= new IntlMessageFormat(text, this.#language))
    return String(format.format(args && selectable(text, args)))
  }
}

export const [useI18n, provideI18n] = createContext<I18n>()
