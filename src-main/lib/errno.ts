/** The errno name of a thrown value, or `''` where it has none. What an abort throws has a number for a code, which is no errno. */
export const errnoOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
