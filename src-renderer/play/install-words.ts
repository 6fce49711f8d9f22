import type { GameInstall, InstallWarning } from '../../src-preload/contract/play.ts'
import type { Translate } from '#shared/i18n/index.ts'
import { shownPath } from '#shared/privacy/index.ts'

/** The source of an install, and what is known about it. */
export const installFacts = (install: GameInstall, t: Translate): string =>
  [
    t(`play.source.${install.source}`),
    install.version,
    install.buildId && t('play.installs.build', { build: install.buildId }),
    install.executable === undefined && t('play.installs.no-program'),
  ]
    .filter(Boolean)
    .join(' · ')

export function warningWords(warning: InstallWarning, t: Translate): string {
  if (warning.kind === 'several') return t('play.warning.several', { count: warning.count })
  if (warning.kind === 'other-runs') return t('play.warning.other-runs', { runs: shownPath(warning.runs) })
  if (warning.kind === 'steam-starts-other')
    return t('play.warning.steam-starts-other', { starts: shownPath(warning.starts) })
  return t('play.warning.folder-gone')
}
