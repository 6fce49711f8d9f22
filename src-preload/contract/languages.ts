/** A language by the name of its folder in `resources/locales`: `en`, `de`. */
export type Language = string

/** The language to speak of those `known`: the player's choice, else the first one of the system's that is known, else English. */
export const languageOf = (choice: string, system: readonly string[], known: readonly Language[]): Language =>
  (choice === 'system' ? system.map((tag) => tag.slice(0, 2).toLowerCase()) : [choice]).find((one) =>
    known.includes(one),
  ) ?? 'en'

const made = new Map<string, Intl.NumberFormat>()

/** Numbers in a language. Intl objects are dear to make, and live as long as the process. */
export function decimals(language: Language, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  const known = made.get(key) ?? new Intl.NumberFormat(language, options)
  made.set(key, known)
  return known
}
