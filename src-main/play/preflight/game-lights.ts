import { statfs } from 'node:fs/promises'
import type { GameInstall, InstallWarning, ServerLive } from '../../../src-preload/contract/play.ts'
import { lamp, type Lamp } from './light.ts'

/** Free space to keep besides what a repair fetches: the game writes caches and logs. */
const SPARE_BYTES = 1 << 30

/** Whether the game is there, and the right one of several. */
export function installLight(
  install: GameInstall | undefined,
  warnings: readonly InstallWarning[],
  several: boolean,
): Lamp {
  if (!install) return lamp('install', 'bad', 'install-missing', { fix: several ? 'choose-install' : 'find-installs' })
  if (install.executable === undefined)
    return lamp('install', 'bad', 'install-incomplete', { facts: { folder: install.path }, fix: 'choose-install' })
  for (const warning of warnings) {
    if (warning.kind === 'steam-starts-other')
      return lamp('install', 'bad', 'install-other', {
        facts: { used: install.path, starts: warning.starts },
        fix: 'choose-install',
      })
    if (warning.kind === 'other-runs')
      return lamp('install', 'bad', 'install-other', {
        facts: { used: install.path, starts: warning.runs },
        fix: 'choose-install',
      })
  }
  return warnings.some((warning) => warning.kind === 'several')
    ? lamp('install', 'care', 'install-several', { facts: { folder: install.path }, fix: 'choose-install' })
    : lamp('install', 'good', 'install-ok', { facts: { folder: install.path } })
}

/** A version reduced to what two programs of one build share: `2.18` and the build's digits. */
const comparable = (version: string) => {
  const [major = '', minor = '', ...build] = version.split('.')
  return [Number(major), Number(minor), build.join('')].join(' ')
}

/** The install's version beside the server's own word. */
export function versionLight(install: GameInstall | undefined, live: ServerLive | undefined): Lamp {
  if (install?.updateWaiting) return lamp('version', 'care', 'version-update', { fix: 'validate-game' })
  const mine = install?.version
  if (mine === undefined || !live?.answered || live.version === '')
    return lamp('version', 'unknown', 'version-unknown', { facts: { mine: mine ?? '?' } })
  const facts = { mine, theirs: live.version }
  return comparable(mine) === comparable(live.version)
    ? lamp('version', 'good', 'version-ok', { facts, at: live.at })
    : lamp('version', 'care', 'version-differs', { facts, fix: 'validate-game', at: live.at })
}

/** Room on the disk of the game's folder. */
export async function diskLight(folder: string | undefined, missingBytes: number): Promise<Lamp> {
  const disk = folder === undefined ? undefined : await statfs(folder).catch(() => undefined)
  if (!disk) return lamp('disk', 'unknown', 'disk-unknown')
  const free = disk.bavail * disk.bsize
  const facts = { free, needed: missingBytes }
  if (free < missingBytes) return lamp('disk', 'bad', 'disk-low', { facts })
  return lamp(
    'disk',
    free < missingBytes + SPARE_BYTES ? 'care' : 'good',
    free < missingBytes + SPARE_BYTES ? 'disk-low' : 'disk-ok',
    { facts },
  )
}
