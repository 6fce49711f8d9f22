import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isFailure } from '../../../src-preload/contract/failure.ts'
import type { GameRecipe, VoiceRecipe } from '../../settings/index.ts'
import type { GamePlatform } from '../platform/index.ts'
import type { ModCheck, ModListing } from '../ports.ts'
import { type CheckOutcome, outcome } from './checks.ts'

/** The mod's files: how many differ, by which check and how long ago. */
export function checkMods(check: ModCheck | Error | undefined): CheckOutcome {
  if (check === undefined) return outcome('mods', 'good', 'mods-none')
  if (check instanceof Error) {
    const why = isFailure(check) ? check.code : 'bug'
    return outcome('mods', 'unknown', 'mods-unchecked', { facts: { why }, fix: 'check-files' })
  }
  const { mod, ready, problems, tier, at } = check
  return ready
    ? outcome('mods', 'good', 'mods-ready', { facts: { tier }, at })
    : outcome('mods', 'bad', 'mods-problems', { facts: { mod, problems, tier }, fix: 'repair', at })
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
 * It is not known whether a server checks, and a join goes ahead with extra packages: they are a warning only.
 */
export async function checkSignatures(
  gameFolder: string | undefined,
  listing: ModListing | undefined,
  rule: GameRecipe['signatures'],
): Promise<CheckOutcome[]> {
  if (rule === null) return []
  const { packed, signature } = { packed: fold(rule.packed), signature: fold(rule.signature) }
  const onDisk = gameFolder === undefined || !listing ? undefined : await filesBelow(gameFolder, listing.folder)
  if (!onDisk || !listing)
    return [outcome('foreign', 'unknown', 'foreign-unknown'), outcome('signatures', 'unknown', 'signatures-unknown')]

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
      ? outcome('foreign', 'care', 'foreign-some', { facts: { count: foreign.length }, files: foreign, fix: 'repair' })
      : outcome('foreign', 'good', 'foreign-none'),
    signaturesOutcome(gone, strange),
  ]
}

function signaturesOutcome(gone: readonly string[], strange: readonly string[]): CheckOutcome {
  if (gone.length > 0)
    return outcome('signatures', 'bad', 'signatures-missing', {
      facts: { count: gone.length },
      files: gone,
      fix: 'repair',
    })
  if (strange.length > 0)
    return outcome('signatures', 'bad', 'signatures-unknown-key', {
      facts: { count: strange.length },
      files: strange,
      fix: 'repair',
    })
  return outcome('signatures', 'good', 'signatures-ok')
}

const ALGORITHMS: Readonly<Record<number, string>> = { 32: 'md5', 40: 'sha1', 64: 'sha256' }

async function digestOf(path: string, algorithm: string): Promise<string | undefined> {
  const hash = createHash(algorithm)
  try {
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}

/**
 * Whether the voice plugin's files are really there and have the profile's digests (MD5, SHA-1 or SHA-256 by their length);
 * no outcome where the profile names none.
 */
export async function checkPlugin(voice: VoiceRecipe, platform: GamePlatform): Promise<CheckOutcome[]> {
  if (!voice.plugin) return []
  const { name, files } = voice.plugin
  const folder = platform.voicePlugins()
  const missing: string[] = []
  const different: string[] = []
  for (const [path, digest] of Object.entries(files)) {
    const found = await digestOf(platform.path.join(folder, path), ALGORITHMS[digest.length] ?? 'md5')
    if (found === undefined) missing.push(path)
    else if (found !== digest.toLowerCase()) different.push(path)
  }
  const facts = { name }
  if (missing.length > 0) return [outcome('plugin', 'care', 'plugin-missing', { facts, files: missing })]
  return different.length > 0
    ? [outcome('plugin', 'care', 'plugin-differs', { facts, files: different })]
    : [outcome('plugin', 'good', 'plugin-ok', { facts })]
}
