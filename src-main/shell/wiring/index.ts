// Tested in Electron: screens.spec.ts
import { app, BrowserWindow, shell } from 'electron'
import type { contract } from '../../../src-preload/contract/index.ts'
import type { Place } from '../../../src-preload/contract/shell.ts'
import type { Openings } from '../../bridge/index.ts'
import { createSay, nativeLanguage, WorkProgress } from '../../desktop/index.ts'
import { externalLinks, linkProposal } from '../../links/index.ts'
import { type Notice, seatNotice } from '../../notifications/index.ts'
import { profileView, settingsHandlers } from '../../settings/index.ts'
import { aboutApp, restart } from '../app-info.ts'
import type { AppContext } from '../context.ts'
import { type Leave, openDesktop } from '../desktop.ts'
import { syncAutostart, syncLinks } from '../registration.ts'
import type { AppWindow } from '../window/open-window.ts'
import { openCommunities, openCommunityService } from './community.ts'
import { openDiagnostics } from './diagnostics.ts'
import { openGame } from './game.ts'
import { openMods } from './mods.ts'
import { openNotifications } from './notifications.ts'
import type { OpenPart } from './parts.ts'
import { openPlay } from './play.ts'
import { openRepair } from './repair.ts'
import { openSecrets } from './secrets.ts'
import { openUpdates } from './updates.ts'

/** Connects the modules, and opens each as soon as those that it needs are open. Decides nothing. */
export function openModules(context: AppContext, page: AppWindow, part: OpenPart): Openings<typeof contract> {
  const { settings, profile, demo, log, requests } = context
  const language = () => nativeLanguage(settings.settings.language, app.getPreferredSystemLanguages())
  const say = createSay(language)
  const openExternal = externalLinks((url) => shell.openExternal(url), log.info)
  const progress = new WorkProgress((share, mode) => {
    for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(share ?? -1, { mode })
  })
  const go = (place: Place) => requests.add({ kind: 'go', place })
  const goTo = (place: Place) => {
    go(place)
    page.show()
  }
  /** Modules post before the notifications are open, and also if these cannot be opened. */
  const notify = (notice: Notice) =>
    void notifications.then(
      ({ post }) => post(notice),
      () => undefined,
    )
  syncAutostart(context)
  syncLinks(context)
  const { community, handlers } = openCommunityService(context)
  const diagnostics = openDiagnostics(context, community.setAside) // before the first request, since it counts them all
  const secrets = part('secrets', () => openSecrets(context, { community, notify, goTo: go }))
  const game = openGame(part, {
    mods: () => openMods(context, community, progress.checks),
    play: (mods) => openPlay(context, { community, mods, seatFree: (...seat) => notify(seatNotice(...seat)) }),
    repair: (mods, play) => openRepair(context, { mods, play, progress, notify }),
  })
  void Promise.all([secrets, game.any]).then(
    ([{ lookAtUpkeep }]) => lookAtUpkeep(),
    () => undefined, // reported already
  )
  const updates = part('updates', async () => {
    const { play } = await game.any
    return openUpdates(context, play.game.playing)
  })

  /** True if the end of the app would interrupt work that the player wants to be asked about. */
  const mustAsk = () => settings.settings.closeWhileBusy !== 'quit' && context.work.isBusy
  let leave: Leave = (end) => end()
  void part('desktop', async () => {
    const { play } = await game.any
    leave = openDesktop({ context, page, say, language, goTo, play, progress, mustAsk })
  })
  const notifications = part('notifications', async () => {
    const { mods, play } = await game.any
    const playMod = (modId: number) => {
      requests.add({ kind: 'play-mod', modId })
      page.show()
    }
    const { playing } = play.game
    return openNotifications(context, { community, mods: mods.service, say, playing, secrets, goTo, playMod })
  })
  return {
    shell: () => ({
      requests: requests.subscribe,
      openLink: ({ url }) => linkProposal(url, profile, openExternal),
      restart: () => leave(() => restart(context.userData)),
      settle: ({ id }) => requests.settle(id),
      about: aboutApp,
    }),
    settings: () => settingsHandlers(settings, profileView(profile, demo), profile.community, context.now),
    diagnostics: () => diagnostics,
    community: () => handlers,
    communities: async () => openCommunities(context, (await secrets).forgetProfile, mustAsk),
    vault: async () => (await secrets).openings.vault(),
    player: async () => (await secrets).openings.player(),
    bank: async () => (await secrets).openings.bank(),
    ...game.openings,
    updates: () => updates,
  }
}
