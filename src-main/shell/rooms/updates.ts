import { app } from 'electron'
import type { DomainHandlers } from '../../../src-preload/contract/kit.ts'
import type { updatesContract } from '../../../src-preload/contract/updates.ts'
import type { AppContext } from '../context.ts'
import { feedOf, updaterEngine } from '../updates/engine.ts'
import { packageKind } from '../updates/package-kind.ts'
import { createUpdates } from '../updates/updates.ts'

const FIRST_LOOK_MS = 60_000
const LOOK_EVERY_MS = 6 * 60 * 60_000

/** Whether the game or a job runs, and who tells that this may have changed. */
export interface BusySources {
  isNow: () => boolean
  sources: readonly ((hear: () => void) => () => void)[]
}

/** Opens updates of the app itself. */
export function openUpdatesRoom(context: AppContext, busy: BusySources): DomainHandlers<typeof updatesContract> {
  const { settings, log, now, onQuit } = context
  const feed = feedOf(process.resourcesPath, app.getAppPath())
  const kind = packageKind({
    isPackaged: app.isPackaged,
    platform: process.platform,
    env: process.env,
    hasFeed: feed !== undefined,
  })
  const updates = createUpdates({
    engine: kind === 'self' && feed ? updaterEngine(feed, log) : { way: kind === 'self' ? 'download' : kind },
    wish: () => settings.settings.updates,
    isBusy: busy.isNow,
    now,
    log: log.error,
  })
  const timers = [
    setTimeout(() => void updates.look(), FIRST_LOOK_MS),
    setInterval(() => void updates.look(), LOOK_EVERY_MS),
  ]
  app.on('before-quit', () => updates.beforeQuit())
  const stops = busy.sources.map((onChange) => onChange(updates.giveWay))
  onQuit(() => {
    timers.forEach(clearTimeout)
    stops.forEach((stop) => stop())
  })
  return {
    state(announce) {
      announce(updates.state)
      return updates.onChange(announce)
    },
    check: () => updates.check(),
    load: () => updates.load(),
    install: () => updates.install(),
  }
}
