import { vi } from 'vitest'

/** Repeats `work` until it succeeds, for as long as a busy computer may need. */
export const soon = <T>(work: () => T | Promise<T>): Promise<T> => vi.waitFor(work, 60_000)
