import { net } from 'electron'
import { arch, platform, release } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { communityHandlers, openCommunity } from '../../community/index.ts'
import type { AppContext } from '../context.ts'

/** Opens the community room on the present profile; other rooms read through `community`. */
export function openCommunityRoom({ profile, profileDir, appVersion, faults, now, log, onQuit }: AppContext) {
  const community = openCommunity({
    baseUrl: profile.baseUrl,
    timeZone: profile.timeZone,
    cacheDir: join(profileDir, 'cache'),
    userAgent: `Loadout/${appVersion} (${platform()} ${release()}; ${arch()})`,
    now,
    log: (line, error) => (error === undefined ? log.info(line) : log.error(line, error)),
    isOnline: () => net.isOnline(),
    sleep: (ms, signal) => delay(ms / faults.haste, undefined, { signal }),
  })
  onQuit(() => community.close())
  return { community, handlers: communityHandlers(community) }
}
