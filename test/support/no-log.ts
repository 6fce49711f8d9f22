/** A log for tests that do not look at it. */
export const noLog = (_line: string, _error?: unknown): void => undefined
