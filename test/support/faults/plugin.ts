import fs from 'node:fs'
import { dirname, resolve } from 'node:path'
import { normalizePath, type Plugin } from 'vite'

/** Resolved from the project's folder, where every build runs, because this file is bundled with the configuration. */
const at = (...path: string[]) => normalizePath(resolve(...path))
const sources = at('src-main')

/** Modules of the app that have a stand-in beside this file. */
const standIns: Record<string, string> = {
  [`${sources}/lib/plain-fs.ts`]: at('test/support/faults/plain-fs.ts'),
  [`${sources}/lib/clock.ts`]: at('test/support/faults/clock.ts'),
}

const isOurs = (path: string) => path.startsWith(`${sources}/`) && !(path in standIns)

const PREFIX = 'faulty:'

/** A module with the same exports as Node's own, whose functions have the planted faults. */
function faultyModule(name: string): string {
  const [make, real] = name === 'node:fs' ? ['faultyFs', fs] : ['faultyPromises', fs.promises]
  const names = Object.keys(real).filter((one) => /^[a-z]/.test(one))
  return `import real from '${name}'
import { ${make} } from ${JSON.stringify(at('test/support/faults/faulty-fs.ts'))}
const fs = ${make}(real)
export default fs
export const { ${names.join(', ')} } = fs`
}

/**
 * Makes a test build of the app's main process. Where its sources import the file system or the clock, they get one with the faults
 * that a test plants (faults.ts). The sources themselves contain nothing of this.
 */
export const faults: Plugin = {
  name: 'faults',
  enforce: 'pre',
  // Node's own modules count as external before plugins resolve anything, so they are renamed.
  transform: (code, id) =>
    isOurs(id) ? code.replace(/(from ')(node:fs(?:\/promises)?')/g, `$1${PREFIX}$2`) : undefined,
  resolveId(id, importer) {
    if (id.startsWith(PREFIX)) return `\0${id}`
    return importer && isOurs(importer) && id.startsWith('.') ? standIns[at(dirname(importer), id)] : undefined
  },
  load: (id) => (id.startsWith(`\0${PREFIX}`) ? faultyModule(id.slice(PREFIX.length + 1)) : undefined),
}
