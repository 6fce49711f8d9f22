import { join } from 'node:path'
import { plainFs } from '../../lib/index.ts'
import { foldKey } from '../list/index.ts'

/** How the names of a game's signed packages and of their signatures end. */
export interface SignatureRule {
  packed: string
  signature: string
}

/** Files with the same fault: their number, and the paths of the first. */
interface SomeFiles {
  count: number
  files: string[]
}

export interface SignatureFaults {
  /** Packages that the list does not have. */
  foreign: SomeFiles
  /** Listed signatures that are not on the disk. */
  missing: SomeFiles
  /** Signatures by a key that no listed signature has. */
  unknownKey: SomeFiles
}

/** No more are shown. */
const MOST_FILES = 20

const some = (files: string[]): SomeFiles => ({ count: files.length, files: files.slice(0, MOST_FILES) })

/** The signing key in a signature's folded name `x.pbo.KEY.bisign`; undefined for any other name. */
function keyOf(name: string, packed: string, signature: string): string | undefined {
  const from = name.lastIndexOf(`${packed}.`)
  if (from < 0 || !name.endsWith(signature)) return undefined
  return name.slice(from + packed.length + 1, name.length - signature.length)
}

/** Paths of the files in `folder`, below the game folder. @throws an errno error if a folder cannot be read */
function filesBelow(gameDir: string, folder: string): string[] {
  const found: string[] = []
  const folders = [folder]
  for (const path of folders)
    // the list grows during the loop
    for (const entry of plainFs.readdirSync(join(gameDir, path), { withFileTypes: true })) {
      const below = `${path}/${entry.name}`
      if (entry.isDirectory()) folders.push(below)
      else if (entry.isFile()) found.push(below)
    }
  return found
}

/** Compares the packages and signatures in a mod's folder with the list's paths. Undefined if a folder cannot be read. */
export function findSignatureFaults(
  gameDir: string,
  modFolder: string,
  paths: readonly string[],
  rule: SignatureRule,
): SignatureFaults | undefined {
  let onDisk: string[]
  try {
    onDisk = filesBelow(gameDir, modFolder)
  } catch {
    return undefined
  }
  const [packed, signature] = [foldKey(rule.packed), foldKey(rule.signature)]
  const listed = new Set<string>()
  const keys = new Set<string | undefined>()
  const missing = new Map<string, string>()
  for (const path of paths) {
    const name = foldKey(path)
    listed.add(name)
    keys.add(keyOf(name, packed, signature))
    if (name.endsWith(signature)) missing.set(name, path)
  }
  const foreign: string[] = []
  const unknownKey: string[] = []
  for (const path of onDisk) {
    const name = foldKey(path)
    missing.delete(name)
    if (name.endsWith(packed) && !listed.has(name)) foreign.push(path)
    const key = keyOf(name, packed, signature)
    if (key !== undefined && !keys.has(key)) unknownKey.push(path)
  }
  return { foreign: some(foreign), missing: some([...missing.values()]), unknownKey: some(unknownKey) }
}
