import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** The hash worker in a thread that dies in the middle of a batch: when a file named `deadly` is opened. */
const open = fs.openSync
fs.openSync = (path, ...rest) => {
  if (/[\\/]deadly$/.test(String(path))) process.exit(1)
  return open(path, ...rest)
}
syncBuiltinESMExports()
await import('../../src-main/mods/hash/worker.ts')
