import { app } from 'electron'
import type { contract } from '../../../src-preload/contract/index.ts'
import type { Place } from '../../../src-preload/contract/shell.ts'
import { profileView, settingsHandlers } from '../../settings/index.ts'
import { followAutostart } from '../autostart/follow.ts'
import type { Openings } from '../bridge/openings.ts'
import type { AppContext } from '../context.ts'
import { openDesktop } from '../desktop.ts'
import { followLinks } from '../links/follow.ts'
import { nativeLanguage } from '../language.ts'
import { createBell } from '../notifications/bell.ts'
import type { OpenPart } from '../parts.ts'
import type { Requests } from '../requests.ts'
import { restart } from '../restart.ts'
import { shellHandlers } from '../shell-handlers.ts'
import type { AppWindow } from '../window/open-window.ts'
import { createSay } from '../words.ts'
import { openCommunitiesRoom } from './communities.ts'
import { openCommunityRoom } from './community.ts'
import { openDiagnosticsRoom } from './diagnostics.ts'
import { openGame } from './game.ts'
import { openMods } from './mods.ts'
import { openNotificationsRoom } from './notifications.ts'
import { openPlay } from './play.ts'
import { openRepairRooms } from './repair.ts'
import { openSecretRooms } from './secrets.ts'
import { openUpdatesRoom } from './updates.ts'

/** What the rooms are opened on. */
export interface House {
  context: AppContext
  page: AppWindow
  requests: Requests
  part: OpenPart
}

/** Wires the rooms together, each opened as soon as those it stands on are. Reads like a table of contents; decides nothing. */
export function openRooms({ context, page, requests, part }: House): Openings<typeof contract> {
  const { settings, profile, demo } = context
  const say = createSay(() => nativeLanguage(settings.settings.language, app.getPreferredSystemLanguages()))
  const bell = createBell()
  followAutostart(context)
  followLinks(context)
  const { community, handlers } = openCommunityRoom(context)
  const diagnostics = openDiagnosticsRoom(context, community.setAside) // before the first request: it counts them all
  const secrets = part('secrets', () => openSecretRooms(context, community, bell.ring))
  const game = openGame(part, {
    mods: () => openMods(context, community),
    play: (mods) => openPlay(context, { community, mods, seatFree: bell.seatFree }),
    repair: (mods, play) => openRepairRooms(context, mods, play),
  })
  void Promise.all([secrets, game.any]).then(
    ([{ lookAtUpkeep }]) => lookAtUpkeep(),
    () => undefined, // told already
  )
  const updates = part('updates', async () => {
    const { mods, play } = await game.any
    return openUpdatesRoom(context, {
      isNow: () => play.playing.now || mods.isBusy() || context.work.isBusy,
      sources: [play.playing.onChange, mods.onBusy, context.work.onChange],
    })
  })

  void part('desktop', async () => openDesktop({ context, page, requests, say, play: (await game.any).play }))
  void part('notifications', async () => {
    const { mods, play } = await game.any
    const lead = (place: Place) => {
      requests.add({ kind: 'go', place })
      page.show()
    }
    bell.hangUp(openNotificationsRoom(context, { community, lists: mods.lists, say, playing: play.playing, lead }))
  })
  return {
    shell: () => shellHandlers(requests, context.log.info, () => restart(context.userData)),
    settings: () => settingsHandlers(settings, profileView(profile, demo)),
    diagnostics: () => diagnostics,
    community: () => handlers,
    communities: async () => openCommunitiesRoom(context, (await secrets).forgetProfile),
    vault: async () => (await secrets).openings.vault(),
    player: async () => (await secrets).openings.player(),
    bank: async () => (await secrets).openings.bank(),
    ...game.openings,
    updates: () => updates,
  }
}
