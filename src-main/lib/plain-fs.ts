import fs from 'node:fs'
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/**
 * The file system as it is. Electron's own takes every `x.asar` for a folder that it reads out of an archive, and fails where
 * it is none; a mod's files may be called so. (Threads switch that off for themselves.)
 */
export const plainFs: typeof fs =
  isMainThread && process.versions.electron !== undefined
    ? (createRequire(import.meta.url)('original-fs') as typeof fs)
    : fs
