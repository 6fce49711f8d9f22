import fs from 'node:fs'
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/**
 * Node's plain file system. Electron's own treats every `x.asar` as an archive and fails if it is none, and a mod may have files of
 * that name. (Threads switch that off for themselves.)
 */
export const plainFs: typeof fs =
  isMainThread && process.versions.electron !== undefined
    ? (createRequire(import.meta.url)('original-fs') as typeof fs)
    : fs
