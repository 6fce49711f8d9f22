/** A language, as the name of its folder in `resources/locales`: `en`, `de`. */
export type Language = string

/** The language to use: the player's choice if it is known, or the first known one of the system's languages, or else English. */
export const languageOf = (choice: string, system: readonly string[], known: readonly Language[]): Language =>
  (choice === 'system' ? system.map((tag) => tag.slice(0, 2).toLowerCase()) : [choice]).find((one) =>
    known.includes(one),
  ) ?? 'en'

interface NumberFormat {
  format: (value: number) => string
  formatToParts: (value: number) => Intl.NumberFormatPart[]
}

const made = new Map<string, NumberFormat>()

function make(language: Language, options: Intl.NumberFormatOptions): NumberFormat {
  const intl = new Intl.NumberFormat(language, options)
  // a number and its unit stay on one line
  return {
    format: (value) => intl.format(value).replaceAll(' ', '\u00A0'),
    formatToParts: (value) => intl.formatToParts(value),
  }
}

/** A number format of a language. Formats are expensive to create, so they are kept until the process ends. */
export function decimals(language: Language, options: Intl.NumberFormatOptions = {}): NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const known = made.get(key) ?? make(language, options)
  made.set(key, known)
  return known
}
