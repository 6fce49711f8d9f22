import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isFailure } from '../../../src-preload/contract/failure.ts'
import type { GameRecipe } from '../../settings/index.ts'
import type { ModCheck, ModListing } from '../ports.ts'
import { lamp, type Lamp } from './light.ts'

/** The mod's files: how many differ, by which check and how long ago. */
export function modsLight(check: ModCheck | Error | undefined): Lamp {
  if (check === undefined) return lamp('mods', 'good', 'mods-none')
  if (check instanceof Error) {
    const why = isFailure(check) ? check.code : 'bug'
    return lamp('mods', 'unknown', 'mods-unchecked', { facts: { why }, fix: 'check-files' })
  }
  const { mod, ready, problems, tier, at } = check
  return ready
    ? lamp('mods', 'good', 'mods-ready', { facts: { tier }, at })
    : lamp('mods', 'bad', 'mods-problems', { facts: { mod, problems, tier }, fix: 'repair', at })
}

/** Files below a folder, relative to the game's folder with forward slashes; undefined when it cannot be read. */
async function filesBelow(gameFolder: string, folder: string): Promise<string[] | undefined> {
  const root = join(gameFolder, folder)
  try {
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(gameFolder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  } catch {
    return undefined
  }
}

const fold = (path: string) => path.normalize('NFC').toLowerCase()

/** The key that signed: `x.pbo.KEY.bisign`, lower case; undefined for any other name. */
function keyOf(path: string, packed: string, signature: string): string | undefined {
  const name = fold(path)
  const from = name.lastIndexOf(`${packed}.`)
  if (from < 0 || !name.endsWith(signature)) return undefined
  return name.slice(from + packed.length + 1, name.length - signature.length)
}

/**
 * Packages that the list does not name, and signatures that are missing or of an unknown key: a checking server kicks for both.
 * Nobody tells whether a server checks, and a join goes ahead over packages that are too many: they call for care, no more.
 */
export async function signatureLights(
  gameFolder: string | undefined,
  listing: ModListing | undefined,
  rule: GameRecipe['signatures'],
): Promise<Lamp[]> {
  if (rule === null) return []
  const { packed, signature } = { packed: fold(rule.packed), signature: fold(rule.signature) }
  const onDisk = gameFolder === undefined || !listing ? undefined : await filesBelow(gameFolder, listing.folder)
  if (!onDisk || !listing)
    return [lamp('foreign', 'unknown', 'foreign-unknown'), lamp('signatures', 'unknown', 'signatures-unknown')]

  const listed = new Set(listing.paths.map(fold))
  const here = new Set(onDisk.map(fold))
  const foreign = onDisk.filter((path) => fold(path).endsWith(packed) && !listed.has(fold(path)))
  const keys = new Set(listing.paths.map((path) => keyOf(path, packed, signature)))
  const strange = onDisk.filter((path) => {
    const key = keyOf(path, packed, signature)
    return key !== undefined && !keys.has(key)
  })
  const gone = listing.paths.filter((path) => fold(path).endsWith(signature) && !here.has(fold(path)))
  return [
    foreign.length > 0
      ? lamp('foreign', 'care', 'foreign-some', { facts: { count: foreign.length }, files: foreign, fix: 'repair' })
      : lamp('foreign', 'good', 'foreign-none'),
    signatureLight(gone, strange),
  ]
}

function signatureLight(gone: readonly string[], strange: readonly string[]): Lamp {
  if (gone.length > 0)
    return lamp('signatures', 'bad', 'signatures-missing', {
      facts: { count: gone.length },
      files: gone,
      fix: 'repair',
    })
  if (strange.length > 0)
    return lamp('signatures', 'bad', 'signatures-unknown-key', {
      facts: { count: strange.length },
      files: strange,
      fix: 'repair',
    })
  return lamp('signatures', 'good', 'signatures-ok')
}
