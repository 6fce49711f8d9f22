import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { FileFault } from './parse.ts'

type Deed = (...args: unknown[]) => Promise<unknown>

const failing = (errno: string, deed: string, path: string) =>
  Object.assign(new Error(`${errno}: injected, ${deed} '${path}'`), { code: errno, syscall: deed, path })

/** Makes deeds of `node:fs/promises` fail in this process. Returns the way to put them right again. */
export function injectFileFaults(faults: readonly FileFault[]): () => void {
  const promises = fs.promises as unknown as Record<string, Deed>
  const undo: (() => void)[] = []
  for (const { deed, errno, match, times } of faults) {
    const real = promises[deed]
    if (!real) continue
    let left = times
    promises[deed] = (...args) => {
      const hit = args.slice(0, 2).find((arg): arg is string => typeof arg === 'string' && arg.includes(match))
      if (hit === undefined || left <= 0) return real(...args)
      left--
      return Promise.reject(failing(errno, deed, hit))
    }
    undo.unshift(() => (promises[deed] = real))
  }
  syncBuiltinESMExports() // what was imported by name follows
  return () => {
    for (const step of undo) step()
    syncBuiltinESMExports()
  }
}
