/** A language by the name of its folder in `resources/locales`: `en`, `de`. */
export type Language = string

/** The language to speak of those `known`: the player's choice, else the first one of the system's that is known, else English. */
export const languageOf = (choice: string, system: readonly string[], known: readonly Language[]): Language =>
  (choice === 'system' ? system.map((tag) => tag.slice(0, 2).toLowerCase()) : [choice]).find((one) =>
    known.includes(one),
  ) ?? 'en'
