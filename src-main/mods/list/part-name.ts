import { createHash } from 'node:crypto'

const SUFFIX = '.loadout-part'
/** File systems allow 255 bytes a name; a longer part name is made from the name's digest. */
const MOST_BYTES = 255

/** The name of the part file that grows beside the file `name`. */
export function partNameOf(name: string): string {
  const part = `.${name}${SUFFIX}`
  if (Buffer.byteLength(part) <= MOST_BYTES) return part
  return `.${createHash('sha256').update(name).digest('hex').slice(0, 32)}${SUFFIX}`
}

/** True for the name of a part file, in any case: never an extra, never a listed file. */
export const isPartName = (name: string): boolean => name.startsWith('.') && name.toLowerCase().endsWith(SUFFIX)
