import { rm } from 'node:fs/promises'

/** Removes a folder to which a process of the app or the test may still be writing. */
export const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 10 })
