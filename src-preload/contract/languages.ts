/** A language, as the name of its folder in `resources/locales`: `en`, `de`. */
export type Language = string

/** The language to use: the player's choice if it is known, or the first known one of the system's languages, or else English. */
export const languageOf = (choice: string, system: readonly string[], known: readonly Language[]): Language =>
  (choice === 'system' ? system.map((tag) => tag.slice(0, 2).toLowerCase()) : [choice]).find((one) =>
    known.includes(one),
  ) ?? 'en'

const made = new Map<string, Intl.NumberFormat>()

/** A number format of a language. Formats are expensive to create, so they are kept until the process ends. */
export function decimals(language: Language, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const known = made.get(key) ?? new Intl.NumberFormat(language, options)
  made.set(key, known)
  return known
}
