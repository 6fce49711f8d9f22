/** A log for who must not care what was logged. */
export const noLog = (_line: string, _error?: unknown): void => undefined
