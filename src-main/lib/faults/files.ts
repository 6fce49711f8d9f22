import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { plainFs } from '../plain-fs.ts'
import type { FileFault } from './parse.ts'

type Deed = (...args: unknown[]) => unknown
type Deeds = Record<string, Deed>

const failing = (errno: string, deed: string, path: string) =>
  Object.assign(new Error(`${errno}: injected, ${deed} '${path}'`), { code: errno, syscall: deed, path })

/** Puts a stand-in for a function. Returns the way to put it right again; nothing where there is no such function. */
function standIn(owner: Deeds, name: string, make: (real: Deed) => Deed): () => void {
  const real = owner[name]
  if (!real) return () => undefined
  owner[name] = make(real)
  return () => void (owner[name] = real)
}

function injectOne({ deed, errno, match, times }: FileFault): (() => void)[] {
  let left = times
  const hitOf = (args: readonly unknown[]) => {
    const hit = args.slice(0, 2).find((arg): arg is string => typeof arg === 'string' && arg.includes(match))
    return hit === undefined || left-- <= 0 ? undefined : hit
  }
  const rejecting: (real: Deed) => Deed =
    (real) =>
    (...args) => {
      const hit = hitOf(args)
      return hit === undefined ? real(...args) : Promise.reject(failing(errno, deed, hit))
    }
  const throwing: (real: Deed) => Deed =
    (real) =>
    (...args) => {
      const hit = hitOf(args)
      if (hit !== undefined) throw failing(errno, deed, hit)
      return real(...args)
    }
  // what goes past Electron's reading of archives fails as well
  return [...new Set([fs, plainFs])].flatMap((owner) => [
    standIn(owner.promises as unknown as Deeds, deed, rejecting),
    standIn(owner as unknown as Deeds, `${deed}Sync`, throwing),
  ])
}

/** Makes deeds of the file system fail in this thread. Returns the way to put them right again. */
export function injectFileFaults(faults: readonly FileFault[]): () => void {
  const undo = faults.flatMap(injectOne).reverse()
  syncBuiltinESMExports() // what was imported by name follows
  return () => {
    for (const step of undo) step()
    syncBuiltinESMExports()
  }
}
