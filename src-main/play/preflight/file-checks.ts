import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../../src-preload/contract/failure.ts'
import { isForPlayer, isUnloaded } from '../../../src-preload/contract/mods.ts'
import type { Fix, PreflightCheckId, PreflightReason, PreflightState } from '../../../src-preload/contract/play.ts'
import type { GameRecipe, VoiceRecipe } from '../../settings/index.ts'
import { judgeOwnMods } from '../installs/mod-folders.ts'
import type { GamePlatform } from '../platform/index.ts'
import type { SignatureFaults } from '../../mods/index.ts'
import type { ModCheck } from '../ports.ts'
import { type PreflightOutcome, outcome, worst } from './checks.ts'

/** Judges a check that failed. Bad, not unknown, because a join stops here too. */
function failedCheck(failure: Failure): PreflightOutcome {
  const unchecked = (why: string, fix: Fix) => outcome('mods', 'bad', 'mods-unchecked', { facts: { why }, fix })
  if (failure.is('mods-unchecked')) {
    const { facts } = failure
    const reason = isUnloaded(facts.why) ? 'mods-not-loaded' : 'mods-not-trusted'
    return outcome('mods', 'bad', reason, { facts, fix: isForPlayer(facts.why) ? 'check-files' : 'retry' })
  }
  if (failure.is('mod-busy')) return outcome('mods', 'bad', 'mods-busy')
  if (failure.is('game-dir-unusable')) return outcome('mods', 'bad', 'mods-no-folder', { fix: 'retry' })
  if (failure.is('game-dir-not-chosen')) return unchecked('folder', 'choose-install')
  return unchecked(failure.is('game-running') ? 'playing' : 'bug', 'check-files')
}

function checkMod(check: ModCheck | Failure): PreflightOutcome {
  if (check instanceof Failure) return failedCheck(check)
  const { mod, ready, problems, why, tier, at, fullAt } = check
  if (ready) return outcome('mods', 'good', 'mods-ready', { facts: { tier, ...(fullAt && { fullAt }) }, at })
  if (problems === 0) return outcome('mods', 'unknown', 'mods-stale', { fix: 'check-files', at })
  return why
    ? outcome('mods', 'bad', `mods-${why}`, { facts: { mod }, fix: 'repair', at })
    : outcome('mods', 'bad', 'mods-problems', { facts: { mod, problems, tier }, fix: 'repair', at })
}

/** How much the checks of a mod have read: nothing whole, everything once, everything now. */
const read = ({ facts }: PreflightOutcome): number => (facts.tier === 'full' ? 2 : facts.fullAt === undefined ? 0 : 1)

/**
 * Judges the files of all mods of the community that a server loads. The worst state counts, and first what no repair mends; of right files
 * the check that says least. `namesFolders`: the server names mod folders.
 */
export function checkMods(
  mods: readonly { name: string; check: ModCheck | Failure }[],
  namesFolders: boolean,
): PreflightOutcome {
  const judged = mods.map(({ name, check }) => ({ name, told: checkMod(check) }))
  const state = worst(judged.map(({ told }) => told.state))
  const worstOnes = judged.filter(({ told }) => told.state === state)
  const names = (ones: typeof judged) => ones.map(({ name }) => name)
  const [first] = worstOnes
  if (!first) return namesFolders ? outcome('mods', 'unknown', 'mods-foreign') : outcome('mods', 'good', 'mods-none')
  if (state === 'good') {
    const byCertainty = worstOnes.toSorted((a, b) => read(a.told) - read(b.told) || (a.told.at ?? 0) - (b.told.at ?? 0))
    const [least = first] = byCertainty
    return least.told
  }
  const odd = state === 'bad' ? worstOnes.find(({ told }) => told.fix !== 'repair') : first
  if (odd) return { ...odd.told, ...(mods.length > 1 && { files: names([odd]) }) }
  if (worstOnes.length === 1) return first.told
  const damaged = worstOnes.filter(({ told }) => told.reason === 'mods-problems').length
  const more = { facts: { count: worstOnes.length, damaged }, files: names(worstOnes), fix: 'repair' } as const
  return outcome('mods', 'bad', 'mods-several', more)
}

/**
 * Judges packages that are not in the list, and signatures that are missing or by an unknown key. A server that checks signatures kicks
 * for both. Extra packages are only a warning, because not every server checks and they do not stop a join. No outcomes without `all`, the
 * faults of each mod.
 */
export function checkSignatures(all: readonly (SignatureFaults | FaultsUnknown)[]): PreflightOutcome[] {
  const known = all.filter((faults) => typeof faults !== 'string')
  const unknown = all.filter((faults) => typeof faults === 'string')
  const judged = [...(known.length > 0 ? [sumOf(known)] : []), ...unknown]
  return [judged.map(foreignIn), judged.map(signaturesIn)].flatMap((outcomes) => {
    const state = worst(outcomes.map((one) => one.state))
    return outcomes.find((one) => one.state === state) ?? []
  })
}

/** Why the faults of a mod's signatures are unknown. */
export type FaultsUnknown = 'folder' | 'list' | 'disk'

const sumOf = (all: readonly SignatureFaults[]): SignatureFaults => {
  const of = (kind: keyof SignatureFaults) => ({
    count: all.reduce((sum, faults) => sum + faults[kind].count, 0),
    files: all.flatMap((faults) => faults[kind].files),
  })
  return { foreign: of('foreign'), missing: of('missing'), unknownKey: of('unknownKey') }
}

const whyUnknown = (why: FaultsUnknown) =>
  ({ facts: { why }, fix: why === 'folder' ? 'choose-install' : 'retry' }) as const

function foreignIn(faults: SignatureFaults | FaultsUnknown): PreflightOutcome {
  if (typeof faults === 'string') return outcome('foreign', 'unknown', 'foreign-unknown', whyUnknown(faults))
  const { foreign } = faults
  return foreign.count > 0
    ? withFiles('foreign', 'care', 'foreign-some', foreign)
    : outcome('foreign', 'good', 'foreign-none')
}

function signaturesIn(faults: SignatureFaults | FaultsUnknown): PreflightOutcome {
  if (typeof faults === 'string') return outcome('signatures', 'unknown', 'signatures-unknown', whyUnknown(faults))
  const { missing, unknownKey } = faults
  if (missing.count > 0) return withFiles('signatures', 'bad', 'signatures-missing', missing)
  return unknownKey.count > 0
    ? withFiles('signatures', 'bad', 'signatures-unknown-key', unknownKey)
    : outcome('signatures', 'good', 'signatures-ok')
}

/** Judges the player's own mods by the keys that the server accepts, if they are known. Undefined without such mods. */
export async function checkOwnMods(
  { names, keys, dirs }: { names: readonly string[]; keys: readonly string[] | undefined; dirs: readonly string[] },
  rule: GameRecipe['signatures'],
): Promise<PreflightOutcome | undefined> {
  if (names.length === 0 || rule === null) return undefined
  const facts = { count: names.length }
  const { kicked, unreadable } = await judgeOwnMods(keys ?? [], names, dirs, rule)
  const warning = (reason: PreflightReason, files: string[]) =>
    outcome('own-mods', 'care', reason, { facts: { count: files.length }, files })
  if (keys && kicked.length > 0) return warning('own-kick', kicked)
  if (unreadable.length > 0) return warning('own-unreadable', unreadable)
  return keys
    ? outcome('own-mods', 'good', 'own-allowed', { facts })
    : outcome('own-mods', 'unknown', 'own-unknown', { facts, files: names })
}

/** An outcome with files that a repair fixes. */
const withFiles = (
  id: PreflightCheckId,
  state: PreflightState,
  reason: PreflightReason,
  { count, files }: SignatureFaults['foreign'],
): PreflightOutcome => outcome(id, state, reason, { facts: { count }, files, fix: 'repair' })

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
 * Compares the voice plugin's files with the profile's digests: MD5, SHA-1 or SHA-256, by their length. No outcome if the profile names
 * no plugin.
 */
export async function checkPlugin(voice: VoiceRecipe, platform: GamePlatform): Promise<PreflightOutcome[]> {
  if (!voice.plugin) return []
  const { name, files, package: handed } = voice.plugin
  const more = { facts: { name }, ...(handed && { fix: 'install-plugin' as const }) }
  if (Object.keys(files).length === 0) return [outcome('plugin', 'unknown', 'plugin-untold', more)]
  const folder = platform.path.join(platform.voiceFolder(), 'plugins')
  const missing: string[] = []
  const different: string[] = []
  for (const [path, digest] of Object.entries(files)) {
    const found = await digestOf(platform.path.join(folder, path), ALGORITHMS[digest.length] ?? 'md5')
    if (found === undefined) missing.push(path)
    else if (found !== digest.toLowerCase()) different.push(path)
  }
  if (missing.length > 0) return [outcome('plugin', 'care', 'plugin-missing', { ...more, files: missing })]
  return different.length > 0
    ? [outcome('plugin', 'care', 'plugin-differs', { ...more, files: different })]
    : [outcome('plugin', 'good', 'plugin-ok', { facts: { name } })]
}
