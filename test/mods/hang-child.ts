import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * The hash worker in a thread whose disk does not answer for a file named `hanging`: it waits in a call of the system, which nothing
 * ends but a writer at the pipe `pipe` beside the file.
 */
const open = fs.openSync
fs.openSync = (path, ...rest) => {
  if (!String(path).endsWith('/hanging')) return open(path, ...rest)
  const pipe = String(path).replace(/hanging$/, 'pipe')
  fs.appendFileSync(`${pipe}-hits`, '.')
  return open(pipe, 'r')
}
syncBuiltinESMExports()
await import('../../src-main/mods/hash/worker.ts')
