import type { ServerLogEntry } from '../../../src-preload/contract/community/index.ts'
import type { GameInstall } from '../../../src-preload/contract/play.ts'
import { nextRestart } from '../../../src-preload/contract/server-log.ts'
import type { FindParts } from '../installs/find.ts'
import { readTable, steamInstalls } from '../installs/steam-library.ts'
import { vdfText } from '../installs/vdf.ts'
import { type PreflightOutcome, outcome } from './checks.ts'

export interface SteamFacts extends FindParts {
  install: GameInstall
}

/** App id of the runtime that BattlEye needs under Proton. */
const BATTLEYE_RUNTIME = 1_161_040
/** Versions of Proton that do not support BattlEye. */
const OLD_PROTON = /^proton_(?:37|316|42|411|5|513|63)$/
const NEW_PROTON = /^proton_(?:experimental|hotfix|next|\d+)/

/** Checks that Steam runs and somebody is signed in, if that is known. Steam may be off, because the game starts it. */
export async function checkSteam({ platform }: SteamFacts): Promise<PreflightOutcome[]> {
  const state = await platform.steamState()
  if (state === undefined) return []
  const states = { off: 'unknown', 'signed-out': 'care', runs: 'good', 'signed-in': 'good' } as const
  return [outcome('steam', states[state], `steam-${state}`, { fix: 'retry' })]
}

const usesProton = ({ install, platform }: SteamFacts) =>
  platform.name === 'linux' && install.executable?.endsWith('.exe') === true

/** Checks that BattlEye's files are there, and its service or runtime. */
export async function checkBattlEye(facts: SteamFacts): Promise<PreflightOutcome[]> {
  const { install, recipe, platform, files } = facts
  const proton = usesProton(facts)
  if (!recipe.arguments.includes('-useBE') || !(proton || platform.name === 'win32')) return []
  if (!(await files.isFolder(platform.path.join(install.path, 'BattlEye'))))
    return [outcome('battleye', 'care', 'battleye-missing', { fix: 'validate-game' })]
  if (proton) {
    const [runtime] = await steamInstalls(BATTLEYE_RUNTIME, platform, files)
    return [runtime ? outcome('battleye', 'good', 'battleye-ok') : outcome('battleye', 'care', 'battleye-runtime')]
  }
  return (await platform.hasService?.('BEService')) === true
    ? [outcome('battleye', 'good', 'battleye-ok')]
    : [outcome('battleye', 'unknown', 'battleye-service')]
}

/** The compatibility tool that the game's Steam has chosen for it. */
async function protonOf({ install, recipe, platform, files }: SteamFacts): Promise<string | undefined> {
  for (const { path, source } of await platform.steamRoots()) {
    if (install.source !== source && install.source.startsWith('steam')) continue
    const config = await readTable(files, platform.path.join(path, 'config/config.vdf'))
    const chosen = (app: string) =>
      config && vdfText(config, 'InstallConfigStore', 'Software', 'Valve', 'Steam', 'CompatToolMapping', app, 'name')
    if (config) return chosen(String(recipe.appId)) || chosen('0') || undefined
  }
  return undefined
}

/** The tool that made the game's Windows folder. If none is chosen, Steam itself chooses one at the first start. */
async function lastProton({ install, recipe, platform, files }: SteamFacts): Promise<string | undefined> {
  const made = platform.path.join(install.path, '../../compatdata', String(recipe.appId), 'version')
  const [, major, minor = ''] = /^(\d+)\.(\d+)-/.exec((await files.readText(made)) ?? '') ?? []
  return major && `proton_${major}${Number(major) < 7 && minor !== '0' ? minor : ''}`
}

/** As Steam names it: `proton_63` is Proton 6.3. */
const nameOf = (tool: string): string =>
  tool
    .replace(/^proton_(\w)/, (_, first: string) => `Proton ${first.toUpperCase()}`)
    .replace(/^(Proton [3-6])(?=\d)/, '$1.')

/** Checks that the game is known to run under its Proton. No outcome if that is unknown. */
export async function checkProton(facts: SteamFacts): Promise<PreflightOutcome[]> {
  const name = usesProton(facts) ? ((await protonOf(facts)) ?? (await lastProton(facts))) : undefined
  if (name === undefined) return []
  const more = { facts: { name: nameOf(name) } }
  if (OLD_PROTON.test(name)) return [outcome('proton', 'care', 'proton-old', more)]
  return NEW_PROTON.test(name)
    ? [outcome('proton', 'good', 'proton-ok', more)]
    : [outcome('proton', 'unknown', 'proton-other', more)]
}

const SOON_MS = 15 * 60_000

/** Warns of a restart within minutes, which the log of player numbers predicts. No outcome for a later one. */
export function checkRestart(log: readonly ServerLogEntry[], now: number): PreflightOutcome[] {
  const at = nextRestart(log, now)
  if (at === undefined || at - now > SOON_MS) return []
  return [
    outcome('restart', 'care', 'restart-soon', { facts: { minutes: Math.max(1, Math.ceil((at - now) / 60_000)) } }),
  ]
}
