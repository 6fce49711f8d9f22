// Tested in Electron: screens.spec.ts
import { nativeImage, net } from 'electron'
import { mkdtemp, rm } from 'node:fs/promises'
import { arch, platform, release, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ConnectionTest } from '../../../src-preload/contract/communities.ts'
import { KeptDraft } from '../../../src-preload/contract/profile-editor.ts'
import { communityHandlers, CommunityService } from '../../community/index.ts'
import { jsonFile } from '../../lib/index.ts'
import { builtPath, onWake, restart } from '../app-info.ts'
import type { AppContext } from '../context.ts'
import { communitiesHandlers, fetchProfile, readBanner } from '../../communities/index.ts'
import { DEMO_NAME } from '../../demo/open.ts'
import { type CommunityProfile, openRegistry } from '../../settings/index.ts'

/** The built thread that reads answers into records. */
const readingWorker = (): URL => pathToFileURL(builtPath('main/reading-worker.js'))

export function openCommunityService(context: AppContext) {
  const { profile, profileDir, appVersion, now, log, onQuit } = context
  const community = new CommunityService({
    baseUrl: profile.baseUrl,
    timeZone: profile.timeZone,
    cacheDir: join(profileDir, 'cache'),
    thread: readingWorker(),
    userAgent: `Loadout/${appVersion} (${platform()} ${release()}; ${arch()})`,
    now,
    log: (line, error) => (error === undefined ? log.info(line) : log.error(line, error)),
    isOnline: () => net.isOnline(),
  })
  onWake(context, () => community.renew())
  onQuit(() => community.close())
  return { community, handlers: communityHandlers(community) }
}

/** Reads the servers of a profile's service through a client of its own, which is closed afterwards. */
async function probe(profile: CommunityProfile, context: AppContext, signal: AbortSignal): Promise<ConnectionTest> {
  const { now, appVersion } = context
  const cacheDir = await mkdtemp(join(tmpdir(), 'loadout-probe-'))
  const { baseUrl, timeZone } = profile
  const thread = readingWorker()
  const options = { baseUrl, timeZone, cacheDir, thread, userAgent: `Loadout/${appVersion}`, now, log: () => undefined }
  const community = new CommunityService(options)
  const started = now().getTime()
  try {
    const { value } = await community.read('servers', {}, { signal, maxAgeMs: 0 })
    const servers = value ?? []
    const players = servers.reduce((sum, one) => sum + (one.online ? (one.playerCount ?? one.players.length) : 0), 0)
    const ms = now().getTime() - started
    return { ms, servers: servers.length, players, banner: await readBanner(profile.images.banner, signal) }
  } finally {
    await community.close()
    await rm(cacheDir, { recursive: true, force: true })
  }
}

/** The draft of the profile editor. It changes with each letter, so it is written when the app ends. */
function openDraft({ userData, log, onQuit }: AppContext) {
  const file = jsonFile(join(userData, 'profile-draft.json'), KeptDraft, log.error)
  let changed: KeptDraft | undefined
  onQuit(() => changed && file.keepNow(changed))
  return { read: () => changed ?? file.readNow(), keep: (draft: KeptDraft) => void (changed = draft) }
}

export function openCommunities(
  context: AppContext,
  forgetSecrets: (profileId: string) => Promise<void>,
  isBusy: () => boolean,
) {
  const { userData, profile, given, requests, log } = context
  return communitiesHandlers({
    registry: openRegistry(join(userData, 'communities'), log.error),
    present: profile,
    given: given.community !== undefined,
    demoName: DEMO_NAME,
    fetchProfile,
    takeSource: requests.takeSource,
    dropped: context.dropped.pathOf,
    draft: openDraft(context),
    toPng: (pixels, side) => nativeImage.createFromBitmap(pixels, { width: side, height: side }).toPNG(),
    probe: (draft, signal) => probe(draft, context, signal),
    forgetSecrets,
    isBusy,
    restart: () => restart(userData),
  })
}
