// Tested in Electron: package.spec.ts
import { app } from 'electron'
import type { DomainHandlers } from '../../../src-preload/contract/members.ts'
import type { updatesContract } from '../../../src-preload/contract/updates.ts'
import { type Playing, topicOf } from '../../lib/index.ts'
import { feedOf, isDeb, packageKind, updaterEngine, UpdateService } from '../../updates/index.ts'
import { isRestart } from '../app-info.ts'
import type { AppContext } from '../context.ts'

const FIRST_LOOK_MS = 60_000
const LOOK_EVERY_MS = 6 * 60 * 60_000

export function openUpdates(context: AppContext, playing: Playing): DomainHandlers<typeof updatesContract> {
  const { settings, log, now, uncaught, onQuit, work } = context
  const feed = feedOf(process.resourcesPath, app.getAppPath())
  const kind = packageKind({
    isPackaged: app.isPackaged,
    platform: process.platform,
    env: process.env,
    isDeb: isDeb(process.resourcesPath),
    hasFeed: feed !== undefined,
  })
  const updates = new UpdateService({
    engine: kind === 'self' && feed ? updaterEngine(feed, log) : { way: kind === 'self' ? 'download' : kind },
    wish: () => settings.settings.updates,
    isBusy: () => playing.now || work.isBusy,
    now,
    log: log.error,
  })
  const timers = [
    setTimeout(() => void updates.look(), FIRST_LOOK_MS),
    setInterval(() => void updates.look(), LOOK_EVERY_MS),
  ]
  app.on('before-quit', () => updates.beforeQuit(isRestart()))
  uncaught.onFailure((why) => updates.fail(why))
  const stops = [playing.onChange(updates.giveWay), work.onChange(updates.giveWay)]
  onQuit(() => {
    timers.forEach(clearTimeout)
    stops.forEach((stop) => stop())
  })
  return {
    state: topicOf(() => updates.state, updates.onChange),
    check: () => updates.check(),
    load: () => updates.load(),
    install: () => updates.install(),
  }
}
