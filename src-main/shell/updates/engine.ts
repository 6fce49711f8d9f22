import type { AppUpdater } from 'electron-updater'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getBytes, reasonOf } from '../../http/index.ts'
import type { Log } from '../../lib/index.ts'
import { isSafeFeed } from './package-kind.ts'
import { assertSigned, releaseFile } from './release-signature.ts'

/** What fetches and installs; electron-updater in the app. */
export interface UpdateEngine {
  /** The newer version, if there is one. */
  check(): Promise<string | undefined>
  /** Loads it and checks its signature and digest. `tell` hears the share done; after an abort it begins anew. */
  load(tell: (share: number) => void, signal: AbortSignal): Promise<void>
  /** Whether what is loaded is installed when the app quits. */
  installOnQuit(yes: boolean): void
  /** Quits and installs. */
  installNow(): void
}

/** Where updates come from and whose signature they carry. */
export interface Feed {
  url: string
  /** The publisher's public key: Ed25519, SPKI, base64. */
  publicKey: string
}

/** A description of a release is small; its signature is smaller. */
const MOST_BYTES = 256 * 1024
const TIMEOUT_MS = 15_000

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * The feed that the build was given, if it may be used: its address stands in the package beside the app, its key inside the
 * app. A build without a key does not update itself.
 */
export function feedOf(resources: string, appPath: string): Feed | undefined {
  const url = /^url:\s*['"]?(\S+?)['"]?\s*$/m.exec(read(join(resources, 'app-update.yml')) ?? '')?.[1]
  const { updateKey } = JSON.parse(read(join(appPath, 'package.json')) ?? '{}') as { updateKey?: unknown }
  return url && isSafeFeed(url) && typeof updateKey === 'string' ? { url, publicKey: updateKey } : undefined
}

async function readFeed(url: string, name: string): Promise<string> {
  const address = new URL(name, url.endsWith('/') ? url : `${url}/`)
  try {
    const bytes = await getBytes(address, { maxBytes: MOST_BYTES, signal: AbortSignal.timeout(TIMEOUT_MS) })
    return new TextDecoder().decode(bytes)
  } catch (error) {
    const code = reasonOf(error)
    throw Object.assign(new Error(`${name}: ${code}`, { cause: error }), { code })
  }
}

/** The updater of this system's package. */
const systemUpdater = async (): Promise<AppUpdater> => (await import('electron-updater')).default.autoUpdater

/** electron-updater, told to do nothing by itself. Loaded when it is first needed. What is not signed is not even offered. */
export function updaterEngine({ url, publicKey }: Feed, log: Log, updaterOf = systemUpdater): UpdateEngine {
  const open = async () => {
    const autoUpdater = await updaterOf()
    autoUpdater.setFeedURL({ provider: 'generic', url })
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
      if (!result?.isUpdateAvailable) return undefined
      const { version, files } = result.updateInfo
      const file = releaseFile(process.platform, process.arch)
      await assertSigned({ version, digests: files.map(({ sha512 }) => sha512) }, file, publicKey, (name) =>
        readFeed(url, name),
      )
      return version
    },
    async load(tell, signal) {
      const auto = await updater()
      const cancel = new (await import('electron-updater')).default.CancellationToken()
      // The updater forgets a cancelled request, but leaves its line open.
      const stop = () => {
        cancel.cancel()
        void auto.netSession.closeAllConnections()
      }
      auto.removeAllListeners('download-progress')
      auto.on('download-progress', ({ percent }) => tell(percent / 100))
      signal.addEventListener('abort', stop)
      try {
        signal.throwIfAborted()
        await auto.downloadUpdate(cancel)
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    installOnQuit(yes) {
      if (ready) ready.autoInstallOnAppQuit = yes
    },
    installNow: () => ready?.quitAndInstall(),
  }
}
