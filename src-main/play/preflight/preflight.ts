import { Failure } from '../../../src-preload/contract/failure.ts'
import type { ServerLogEntry } from '../../../src-preload/contract/community/index.ts'
import type {
  GameInstall,
  InstallsView,
  Preflight,
  ServerLive,
  VoiceClient,
} from '../../../src-preload/contract/play.ts'
import { foldersIn } from '../../../src-preload/contract/server-mods.ts'
import type { VoiceRecipe } from '../../settings/index.ts'
import type { FindParts } from '../installs/find.ts'
import { absentFolders } from '../installs/mod-folders.ts'
import { startsViaSteam } from '../launch/plan.ts'
import type { SignatureFaults } from '../../mods/index.ts'
import type { ModCheck, PlayServer } from '../ports.ts'
import type { VoiceStanding } from '../voice.ts'
import {
  checkDisk,
  checkInstall,
  checkPassword,
  checkSeats,
  checkServer,
  checkVersion,
  checkVoice,
  outcome,
  type PreflightOutcome,
  worst,
} from './checks.ts'
import { checkMods, checkOwnMods, checkPlugin, checkSignatures, type FaultsUnknown } from './file-checks.ts'
import { checkBattlEye, checkProton, checkRestart, checkSteam, type SteamFacts } from './steam-checks.ts'

/** One of the community's mods that the server loads. */
export interface ServerMod {
  name: string
  folder: string
  check: ModCheck | Failure
  /** Faults of its signatures, or why they are unknown; null if the game has none. */
  faults: SignatureFaults | FaultsUnknown | null
}

export interface PreflightFacts extends FindParts {
  server: PlayServer
  /** When the service listed the server, ms since 1970. */
  serverAt: number
  install: GameInstall | undefined
  /** The folder that contains the mods. */
  modsDir: string | undefined
  installs: InstallsView
  live: ServerLive | undefined
  mods: readonly ServerMod[]
  /** The folder of the mod that the server's record names. */
  modFolder: string | undefined
  /** The player's own mods for this server, the keys that the server accepts, if known, and the folders with mods. */
  own: { names: readonly string[]; keys: readonly string[] | undefined; dirs: readonly string[] }
  voiceClient: VoiceClient
  voiceStanding: VoiceStanding
  voice: VoiceRecipe
  /** The server's log of player numbers; empty if it is unknown. */
  log: readonly ServerLogEntry[]
  now: () => Date
}

/** Checks of Steam, Proton and BattlEye. The demo has none of them. */
async function steamChecks(facts: SteamFacts): Promise<PreflightOutcome[]> {
  if (facts.install.source === 'demo') return []
  return (await Promise.all([checkSteam(facts), checkProton(facts), checkBattlEye(facts)])).flat()
}

/** True if what starts the game is not there: Steam's program, or else Steam by its links, as on Windows and for another game. */
async function isSteamMissing({ install, platform }: PreflightFacts, viaSteam: boolean): Promise<boolean> {
  if (install?.source === 'demo') return false
  if (!viaSteam) return (await platform.answersLinks('steam')) === false
  return install !== undefined && (await platform.steamProgram?.(install.source)) === undefined
}

/** Without an install, its missing folder is the problem, and no repair helps. */
const withInstall = (mods: PreflightOutcome, install: GameInstall | undefined): PreflightOutcome =>
  install || mods.state === 'good'
    ? mods
    : outcome('mods', 'unknown', 'mods-unchecked', { facts: { why: 'folder' }, fix: 'choose-install' })

/** The state of all checks. A warning is no more than that; but files that nobody has checked are not "ready" with it. */
function stateOf(outcomes: readonly PreflightOutcome[]): Preflight['state'] {
  const state = worst(outcomes.map((one) => one.state))
  const isUnchecked = outcomes.some(({ id, state }) => id === 'mods' && state === 'unknown')
  return state === 'care' && isUnchecked ? 'unknown' : state
}

/** All checks of one server, in the order of a join. */
export async function preflightOf(facts: PreflightFacts): Promise<Preflight> {
  const { server, serverAt, install, installs, modsDir, live, mods, modFolder, recipe, voice, platform } = facts
  const ours = server.appId === null || server.appId === recipe.appId
  const missing = mods.map(({ check }) => (check instanceof Failure || check.ready ? 0 : check.missingBytes))
  const missingBytes = missing.reduce((sum, bytes) => sum + bytes, 0)
  const viaSteam = ours && startsViaSteam(recipe, platform)
  // the folder of a mod of the community is judged with its files
  const judged = mods.map(({ folder }) => folder.toLowerCase())
  const absent = async (folders: readonly string[]) =>
    ours && install
      ? (await absentFolders(folders, facts.own.dirs)).filter((name) => !judged.includes(name.toLowerCase()))
      : []
  const [plugin, disk, steamMissing, ofSteam, own, ofServer] = await Promise.all([
    checkPlugin(voice, platform),
    checkDisk(modsDir, missingBytes),
    isSteamMissing(facts, viaSteam),
    ours && install ? steamChecks({ ...facts, install }) : [],
    ours ? checkOwnMods(facts.own, recipe.signatures) : undefined,
    checkServer(server, live, serverAt, { viaSteam, modFolder, absent }),
  ])
  const now = facts.now().getTime()
  const files = checkMods(mods, ours && foldersIn(server.startParameters).length > 0)
  const outcomes = [
    ...(ours ? [checkInstall(install, installs.warnings, steamMissing), checkVersion(install, live)] : []),
    ...(!ours && steamMissing ? [outcome('steam', 'bad', 'steam-missing', { fix: 'retry' })] : []),
    ours ? withInstall(files, install) : files,
    ...checkSignatures(mods.flatMap(({ faults }) => faults ?? [])),
    ...(own ? [own] : []),
    ...ofSteam,
    ofServer,
    ...checkRestart(facts.log, now),
    checkSeats(server, live, serverAt),
    checkPassword(server, live, serverAt),
    checkVoice(facts.voiceClient, facts.voiceStanding),
    ...plugin,
    ...(ours ? [disk] : []),
  ]
  return {
    serverId: server.id,
    checks: outcomes.map((one) => ({ ...one, at: one.at ?? now })),
    state: stateOf(outcomes),
  }
}
