// Tested in Electron: screens.spec.ts
import { net } from 'electron'
import { pathToFileURL } from 'node:url'
import { arch, platform, release } from 'node:os'
import { join } from 'node:path'
import { communityHandlers, CommunityService } from '../../community/index.ts'
import { sleep } from '../../lib/index.ts'
import { builtPath } from '../built.ts'
import type { AppContext } from '../context.ts'

/** The built thread that reads answers into records. */
export const readingWorker = (): URL => pathToFileURL(builtPath('main/reading-worker.js'))

/** Opens the community on the present profile; other parts read through `community`. */
export function openCommunityService({ profile, profileDir, appVersion, now, log, onQuit }: AppContext) {
  const community = new CommunityService({
    baseUrl: profile.baseUrl,
    timeZone: profile.timeZone,
    cacheDir: join(profileDir, 'cache'),
    thread: readingWorker(),
    userAgent: `Loadout/${appVersion} (${platform()} ${release()}; ${arch()})`,
    now,
    log: (line, error) => (error === undefined ? log.info(line) : log.error(line, error)),
    isOnline: () => net.isOnline(),
    sleep,
  })
  onQuit(() => community.close())
  return { community, handlers: communityHandlers(community) }
}
