import { createHash } from 'node:crypto'

const SUFFIX = '.loadout-part'
/** File systems allow names of 255 bytes. If a part name would be longer, it contains the name's digest instead. */
const MOST_BYTES = 255

/** The name of the part file that grows beside the file `name`. */
export function partNameOf(name: string): string {
  const part = `.${name}${SUFFIX}`
  if (Buffer.byteLength(part) <= MOST_BYTES) return part
  return `.${createHash('sha256').update(name).digest('hex').slice(0, 32)}${SUFFIX}`
}

/** True for the name of a part file, in any case. A part file is never an extra file and never a listed file. */
export const isPartName = (name: string): boolean => name.startsWith('.') && name.toLowerCase().endsWith(SUFFIX)
