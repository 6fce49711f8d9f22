import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../lib/index.ts'
import { isSafeFeed } from './package-kind.ts'
import type { UpdateEngine } from './updates.ts'

/** The address that the build was given, if it may be used. It stands in the package, beside the app. */
export function feedOf(resources: string): string | undefined {
  try {
    const text = readFileSync(join(resources, 'app-update.yml'), 'utf8')
    const url = /^url:\s*['"]?(\S+?)['"]?\s*$/m.exec(text)?.[1]
    return url && isSafeFeed(url) ? url : undefined
  } catch {
    return undefined
  }
}

/** electron-updater, told to do nothing by itself. Loaded when it is first needed. Signatures are required where the system has them. */
export function updaterEngine(feed: string, log: Log): UpdateEngine {
  const open = async () => {
    const { autoUpdater } = (await import('electron-updater')).default
    autoUpdater.setFeedURL({ provider: 'generic', url: feed })
    autoUpdater.autoDownload = false
    autoUpdater.autoInstallOnAppQuit = false
    autoUpdater.allowDowngrade = false
    autoUpdater.disableWebInstaller = true
    autoUpdater.logger = { info: () => undefined, warn: log.info, error: (line: unknown) => log.error(String(line)) }
    return autoUpdater
  }
  let opened: ReturnType<typeof open> | undefined
  let ready: Awaited<ReturnType<typeof open>> | undefined
  const updater = async () => (ready = await (opened ??= open()))
  return {
    async check() {
      const result = await (await updater()).checkForUpdates()
      return result?.isUpdateAvailable ? result.updateInfo.version : undefined
    },
    async load(tell) {
      const auto = await updater()
      auto.removeAllListeners('download-progress')
      auto.on('download-progress', ({ percent }) => tell(percent / 100))
      await auto.downloadUpdate()
    },
    installOnQuit(yes) {
      if (ready) ready.autoInstallOnAppQuit = yes
    },
    installNow: () => ready?.quitAndInstall(),
  }
}
