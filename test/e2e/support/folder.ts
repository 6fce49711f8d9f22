import { rm } from 'node:fs/promises'

/** Removes a folder into which what the app or the test started may still write a last file. */
export const removeFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 10 })
