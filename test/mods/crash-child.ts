import fs from 'node:fs'
import { createRequire, syncBuiltinESMExports } from 'node:module'

/** The hash worker in a thread that dies in the middle of a batch: when a file named `deadly` is opened, whichever way. */
const dieIf = (path: unknown) => {
  if (String(path).endsWith('/deadly')) process.exit(1)
}

const open = fs.openSync
fs.openSync = (path, ...rest) => {
  dieIf(path)
  return open(path, ...rest)
}
syncBuiltinESMExports()

interface Wasi {
  wasiImport: { path_open(...given: number[]): number }
  initialize(instance: { exports: { memory: { buffer: SharedArrayBuffer } } }): void
}
const module = createRequire(import.meta.url)('node:wasi') as { WASI: new (options: object) => Wasi }
module.WASI = class extends module.WASI {
  override initialize(instance: { exports: { memory: { buffer: SharedArrayBuffer } } }): void {
    super.initialize(instance)
    const { path_open: really } = this.wasiImport
    this.wasiImport.path_open = (...given) => {
      const [, , path = 0, length = 0] = given
      dieIf(Buffer.from(instance.exports.memory.buffer, path, length).toString())
      return really(...given)
    }
  }
}
await import('../../src-main/mods/hash-worker.ts')
