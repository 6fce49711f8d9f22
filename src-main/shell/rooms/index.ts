import { app } from 'electron'
import type { contract } from '../../../src-preload/contract/index.ts'
import type { Place } from '../../../src-preload/contract/shell.ts'
import type { Community } from '../../community/index.ts'
import { profileView, settingsHandlers } from '../../settings/index.ts'
import { followAutostart } from '../autostart/follow.ts'
import type { Openings } from '../bridge/openings.ts'
import type { AppContext } from '../context.ts'
import { openDesktop } from '../desktop.ts'
import { followLinks } from '../links/follow.ts'
import { nativeLanguage } from '../language.ts'
import { createBell } from '../notifications/bell.ts'
import type { Requests } from '../requests.ts'
import { shellHandlers } from '../shell-handlers.ts'
import type { AppWindow } from '../window/open-window.ts'
import { createSay } from '../words.ts'
import { openCommunitiesRoom } from './communities.ts'
import { openCommunityRoom } from './community.ts'
import { openDiagnosticsRoom } from './diagnostics.ts'
import { openModsRooms } from './mods.ts'
import { openNotificationsRoom } from './notifications.ts'
import { openPlayRoom, type PlayNeeds } from './play.ts'
import { openRepairRooms } from './repair.ts'
import { openSecretRooms } from './secrets.ts'
import { openUpdatesRoom } from './updates.ts'

/** What the rooms are opened on. */
export interface House {
  context: AppContext
  page: AppWindow
  requests: Requests
}

/** Opens mods, repair and play: what an earlier run left half-way is put right before anything is checked or started. */
async function openGameRooms(context: AppContext, community: Community, seatFree: PlayNeeds['seatFree']) {
  const mods = await openModsRooms(context, community)
  const play = openPlayRoom(context, { community, mods: mods.forPlay, seatFree })
  mods.giveWayTo(play.play.playing)
  const repair = openRepairRooms(context, mods, play)
  await repair.recover()
  return { mods, repair, play }
}

/** Wires the rooms together, each opened as soon as those it stands on are. Reads like a table of contents; decides nothing. */
export function openRooms({ context, page, requests }: House): Openings<typeof contract> {
  const { settings, profile, demo } = context
  const say = createSay(() => nativeLanguage(settings.settings.language, app.getPreferredSystemLanguages()))
  const bell = createBell()
  followAutostart(context)
  followLinks(context)
  const { community, handlers } = openCommunityRoom(context)
  const diagnostics = openDiagnosticsRoom(context, community.setAside) // before the first request: it counts them all
  const secrets = openSecretRooms(context, community, bell.ring)
  const game = openGameRooms(context, community, bell.seatFree)
  const updates = game.then(({ mods, play }) =>
    openUpdatesRoom(context, {
      isNow: () => play.play.playing.now || mods.isBusy() || context.work.isBusy,
      sources: [play.play.playing.onChange, mods.onBusy, context.work.onChange],
    }),
  )

  void game.then(({ mods, play: { play } }) => {
    openDesktop({ context, page, requests, say, play })
    const lead = (place: Place) => {
      requests.add({ kind: 'go', place })
      page.show()
    }
    bell.hangUp(openNotificationsRoom(context, { community, mods, say, playing: play.playing, lead }))
  })
  return {
    shell: () => shellHandlers(requests, context.log.info),
    settings: () => settingsHandlers(settings, profileView(profile, demo)),
    diagnostics: () => diagnostics,
    community: () => handlers,
    communities: () => openCommunitiesRoom(context, secrets.forgetProfile),
    ...secrets.openings,
    mods: async () => (await game).mods.handlers,
    repair: async () => (await game).repair.handlers,
    play: async () => (await game).play.handlers,
    updates: () => updates,
  }
}
