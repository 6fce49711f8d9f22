import { vi } from 'vitest'

/** Waits until `work` goes well, for as long as a busy computer may need. */
export const soon = <T>(work: () => T | Promise<T>): Promise<T> => vi.waitFor(work, 60_000)
