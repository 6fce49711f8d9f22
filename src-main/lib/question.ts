/**
 * What only the player can answer, outside the page: it is shown in a window or dialog of main's own, whole, and asked again each time.
 */
export type Question = {
  /** A profile named on the command line brings a way of its own to find and start the game. */
  kind: 'own-recipe'
  /** The community's name, as its profile says. */
  community: string
  game: string
  appId: number
  /** True where another recipe of this community was agreed to before. */
  changed: boolean
  /** Every program, argument, registry value and log folder: what it is for, and each of them. */
  parts: { part: RecipePart; values: string[] }[]
}

export type RecipePart =
  | 'programs'
  | 'processes'
  | 'versioned'
  | 'via-steam'
  | 'by-link'
  | 'registry'
  | 'arguments'
  | 'not-in-file'
  | 'logs'
  | 'signatures'

/** Asks the player; false unless they said yes. */
export type Ask = (question: Question) => Promise<boolean>
