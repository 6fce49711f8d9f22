import { app } from 'electron'
import { join } from 'node:path'
import { contract } from '../../src-preload/contract/index.ts'
import { profileView, settingsHandlers } from '../settings/index.ts'
import type { AppArguments } from './arguments.ts'
import { bindBridge } from './bridge/electron.ts'
import { createServer } from './bridge/server.ts'
import { createContext } from './create-context.ts'
import { imageOriginsOf } from './csp.ts'
import { openDiagnosticsRoom } from './rooms/diagnostics.ts'
import { openCommunitiesRoom } from './rooms/communities.ts'
import { openCommunityRoom } from './rooms/community.ts'
import { openDesktop } from './desktop.ts'
import { openModsRooms } from './rooms/mods.ts'
import { openSecretRooms } from './rooms/secrets.ts'
import { openPlayRoom } from './rooms/play.ts'
import { openRepairRooms } from './rooms/repair.ts'
import { isOurPage, PAGE_URL, serveApp } from './protocol.ts'
import { createRequests } from './requests.ts'
import { harden, pageSession } from './security/index.ts'
import { shellHandlers } from './shell-handlers.ts'
import { runSmoke } from './smoke.ts'
import { createBell } from './notifications/bell.ts'
import { openNotificationsRoom } from './rooms/notifications.ts'
import { openUpdatesRoom } from './rooms/updates.ts'
import { createSay, nativeLanguage } from './words.ts'

/** Wires the rooms together and opens the window. Reads like a table of contents; decides nothing. */
export async function startApp(given: AppArguments): Promise<void> {
  const context = await createContext(given, app.getPath('userData'), app.getVersion())
  const { log, settings, profile, demo } = context

  const imageOrigins = () => imageOriginsOf(Object.values(profile.images))
  const session = pageSession()
  harden(session, imageOrigins, log.info)
  serveApp(session, join(import.meta.dirname, '../renderer'), imageOrigins)

  const community = openCommunityRoom(context)
  const mods = await openModsRooms(context, community.community)
  const secrets = await openSecretRooms(context, community.community)
  const requests = createRequests()
  const say = createSay(() => nativeLanguage(settings.settings.language, app.getPreferredSystemLanguages()))
  const bell = createBell()
  const play = openPlayRoom(context, { community: community.community, mods: mods.forPlay, seatFree: bell.seatFree })
  mods.giveWayTo(play.play.playing)
  const repair = openRepairRooms(context, mods)
  await repair.recover()

  const handlers = {
    shell: shellHandlers(requests, log.info),
    communities: openCommunitiesRoom(context, secrets.vault),
    diagnostics: openDiagnosticsRoom(context, community.community.setAside),
    updates: openUpdatesRoom(context, () => play.play.playing.now),
    settings: settingsHandlers(settings, profileView(profile, demo)),
    community: community.handlers,
    mods: mods.handlers,
    ...secrets.handlers,
    play: play.handlers,
    repair: repair.handlers,
  }
  bindBridge(createServer(contract, handlers, log.incident), isOurPage, log.info)

  const { window, show } = openDesktop({ context, session, requests, say, play: play.play })
  bell.hangUp(
    openNotificationsRoom(context, {
      community: community.community,
      mods,
      say,
      playing: play.play.playing,
      lead: (place) => {
        requests.add({ kind: 'go', place })
        show()
      },
    }),
  )
  await window.loadURL(PAGE_URL)
  if (given.smoke) await runSmoke(window.webContents)
}
