import fs from 'node:fs'
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/**
 * Node's plain file system. Electron's own opens every `x.asar` as an archive and fails if it is not one, and a mod may have files with
 * such names. (Threads switch this off for themselves.)
 */
export const plainFs: typeof fs =
  isMainThread && process.versions.electron !== undefined
    ? (createRequire(import.meta.url)('original-fs') as typeof fs)
    : fs
