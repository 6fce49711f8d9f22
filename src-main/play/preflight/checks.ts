import { statfs } from 'node:fs/promises'
import { isFailure } from '../../../src-preload/contract/failure.ts'
import type {
  Fix,
  GameInstall,
  InstallWarning,
  PreflightCheck,
  PreflightCheckId,
  PreflightReason,
  PreflightState,
  ServerLive,
  VoiceClient,
} from '../../../src-preload/contract/play.ts'
import { refusedFolders, safeServer, toFields } from '../launch/server-fields.ts'
import type { PlayServer } from '../ports.ts'
import { seatsOf } from '../servers.ts'
import type { VoiceStanding } from '../voice.ts'

/** The outcome of one check, perhaps without its time. */
export type PreflightOutcome = Omit<PreflightCheck, 'at'> & { at?: number }

const MOST_FILES = 20

export function outcome(
  id: PreflightCheckId,
  state: PreflightState,
  reason: PreflightReason,
  more: { facts?: PreflightCheck['facts']; fix?: Fix; files?: readonly string[]; at?: number } = {},
): PreflightOutcome {
  const { facts = {}, fix, files, at } = more
  return { id, state, reason, facts, fix, files: files?.slice(0, MOST_FILES), at }
}

const ORDER: readonly PreflightState[] = ['good', 'unknown', 'care', 'bad']

export const worst = (states: readonly PreflightState[]): PreflightState =>
  states.reduce<PreflightState>((one, other) => (ORDER.indexOf(other) > ORDER.indexOf(one) ? other : one), 'good')

/** Free space that must remain after a repair, because the game writes caches and logs. */
const SPARE_BYTES = 1 << 30

/** Checks that the game is installed, can start, and is the right one of several installs. */
export function checkInstall(
  install: GameInstall | undefined,
  warnings: readonly InstallWarning[],
  steamMissing: boolean,
): PreflightOutcome {
  const fix = 'choose-install'
  if (!install) {
    const isGone = warnings.some(({ kind }) => kind === 'folder-gone')
    return outcome('install', 'bad', isGone ? 'install-gone' : 'install-missing', { fix })
  }
  const { path: folder, executable } = install
  if (executable === undefined) return outcome('install', 'bad', 'install-incomplete', { facts: { folder }, fix })
  if (steamMissing) return outcome('install', 'bad', 'steam-missing', { fix: 'retry' })
  const other = warnings.find((one) => one.kind === 'steam-starts-other' || one.kind === 'other-runs')
  if (other) {
    const starts = other.kind === 'other-runs' ? other.runs : other.starts
    return outcome('install', 'bad', 'install-other', { facts: { used: folder, starts }, fix })
  }
  return warnings.some(({ kind }) => kind === 'several')
    ? outcome('install', 'care', 'install-several', { facts: { folder }, fix })
    : outcome('install', 'good', 'install-ok', { facts: { folder } })
}

/** A version in a form that is equal for all programs of a build: `2.18` and the build's digits. */
const comparable = (version: string) => {
  const [major = '', minor = '', ...build] = version.split('.')
  return [Number(major), Number(minor), build.join('')].join(' ')
}

/** Compares the install's version with the server's. */
export function checkVersion(install: GameInstall | undefined, live: ServerLive | undefined): PreflightOutcome {
  if (install?.updateWaiting) return outcome('version', 'care', 'version-update', { fix: 'validate-game' })
  const mine = install?.version
  if (mine === undefined) return outcome('version', 'unknown', 'version-unknown', { facts: { why: 'game' } })
  if (!live?.answered) return outcome('version', 'unknown', 'version-unknown', { facts: { why: 'away' }, fix: 'retry' })
  if (live.version === '') return outcome('version', 'unknown', 'version-unknown', { facts: { why: 'server' } })
  const facts = { mine, theirs: live.version }
  return comparable(mine) === comparable(live.version)
    ? outcome('version', 'good', 'version-ok', { facts, at: live.at })
    : outcome('version', 'care', 'version-differs', { facts, fix: 'validate-game', at: live.at })
}

/** Checks the free space on the disk of the mods. Part files may already hold much of it; the repair itself counts them. */
export async function checkDisk(folder: string | undefined, missingBytes: number): Promise<PreflightOutcome> {
  const disk = folder === undefined ? undefined : await statfs(folder).catch(() => undefined)
  if (!disk)
    return outcome('disk', 'unknown', 'disk-unknown', { facts: { why: folder === undefined ? 'folder' : 'disk' } })
  const free = disk.bavail * disk.bsize
  const facts = { free, needed: missingBytes }
  return free < missingBytes + SPARE_BYTES
    ? outcome('disk', 'care', 'disk-low', { facts })
    : outcome('disk', 'good', 'disk-ok', { facts })
}

/**
 * Checks that the server's record is safe to use, and that the server is online. The server's own answer counts more than the service's
 * list. `viaSteam`: Steam starts the game. `modFolder`: the folder of the server's mod. `absent` returns those of the server's mod folders
 * that are not on this computer.
 */
export async function checkServer(
  server: PlayServer,
  live: ServerLive | undefined,
  at: number,
  {
    viaSteam,
    modFolder,
    absent,
  }: { viaSteam: boolean; modFolder?: string; absent: (folders: readonly string[]) => Promise<string[]> },
): Promise<PreflightOutcome> {
  const fields = toFields(server, modFolder)
  let folders: readonly string[]
  try {
    folders = safeServer(fields, viaSteam).mods
  } catch (error) {
    if (!isFailure(error) || !error.is('server-field-refused')) throw error
    const { field } = error.facts
    const isMods = field === 'StartParameters'
    return isMods
      ? outcome('server', 'care', 'server-mods', { facts: { field }, files: refusedFolders(fields), at })
      : outcome('server', 'bad', 'server-refused', { facts: { field }, at })
  }
  if (live?.answered === false && live.noNetwork)
    return outcome('server', 'bad', 'server-no-network', { fix: 'retry', at: live.at })
  if (!live?.answered && !server.online) return outcome('server', 'bad', 'server-offline', { fix: 'watch-server', at })
  const files = await absent(folders)
  if (files.length > 0) return outcome('server', 'care', 'server-absent', { facts: { count: files.length }, files, at })
  if (live?.answered)
    return outcome('server', 'good', 'server-online', { facts: { ping: live.pingMs, map: live.map }, at: live.at })
  return live
    ? outcome('server', 'care', 'server-unsure', { fix: 'retry', at: live.at })
    : outcome('server', 'unknown', 'server-unsure', { at })
}

export function checkSeats(server: PlayServer, live: ServerLive | undefined, at: number): PreflightOutcome {
  const seats = seatsOf(server, live)
  if (!seats) return outcome('seats', 'unknown', 'seats-unknown', { fix: 'retry', at })
  const { players, slots, fromServer } = seats
  const more = { facts: { players, slots }, at: fromServer && live ? live.at : at }
  return players >= slots
    ? outcome('seats', 'care', 'seats-full', { ...more, fix: 'watch-seat' })
    : outcome('seats', 'good', 'seats-free', more)
}

export function checkPassword(server: PlayServer, live: ServerLive | undefined, at: number): PreflightOutcome {
  if (server.password !== '') return outcome('password', 'good', 'password-known', { at })
  return live?.answered && live.password
    ? outcome('password', 'care', 'password-missing', { at: live.at })
    : outcome('password', 'good', 'password-none', { at })
}

/** Checks that the voice client is on the right server. If it is on none, that is good too, because a join opens the right one. */
export function checkVoice({ state }: VoiceClient, standing: VoiceStanding): PreflightOutcome {
  if (standing.state === 'untold')
    return outcome('voice', 'unknown', 'voice-untold', { facts: { why: standing.why }, fix: 'open-voice' })
  if (standing.state === 'elsewhere') return outcome('voice', 'care', 'voice-elsewhere', { fix: 'open-voice' })
  if (standing.state === 'on' || standing.state === 'idle') return outcome('voice', 'good', `voice-${standing.state}`)
  if (state === 'installed')
    return outcome('voice', 'good', standing.state === 'closed' ? 'voice-closed' : 'voice-ready')
  return state === 'missing'
    ? outcome('voice', 'care', 'voice-missing', { fix: 'get-voice-client' })
    : outcome('voice', 'unknown', 'voice-unknown')
}
