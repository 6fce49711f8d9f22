import type { AppUpdater } from 'electron-updater'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OtherWay } from '../../src-preload/contract/updates.ts'
import { getBytes, reasonOf } from '../http/index.ts'
import type { Log } from '../lib/index.ts'
import { assertSigned, releaseFile } from './release-signature.ts'

/** What loads and installs updates: electron-updater in the app. */
export interface UpdateEngine {
  /** The newer version, if there is one. */
  check(): Promise<string | undefined>
  /** Loads it and checks its signature and digest. `tell` gets the share done. After an abort it begins again. */
  load(tell: (share: number) => void, signal: AbortSignal): Promise<void>
  /** Whether what is loaded is installed when the app quits. */
  installOnQuit(yes: boolean): void
  /** Quits and installs. */
  installNow(): void
}

/** Where updates come from and whose signature they carry. */
interface Feed {
  url: string
  /** The publisher's public key: Ed25519, SPKI, base64. */
  publicKey: string
}

/** How this program was installed. */
interface PackageFacts {
  isPackaged: boolean
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  /** True when the build names an address to update from. */
  hasFeed: boolean
}

/** `self` where this package updates itself, else the way it is updated. */
export function packageKind({ isPackaged, platform, env, hasFeed }: PackageFacts): 'self' | OtherWay {
  if (!isPackaged) return 'source'
  if (env.FLATPAK_ID) return 'flatpak'
  if (platform === 'linux' && !env.APPIMAGE) return 'package-manager'
  if (env.PORTABLE_EXECUTABLE_FILE || !hasFeed) return 'download'
  return 'self'
}

/** True for an https address without credentials. */
export function isSafeFeed(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return protocol === 'https:' && !username && !password
}

/** Largest description of a release. */
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
 * The feed of this build, if it may be used: its address is in the package beside the app, its key inside the app. A build
 * without a key does not update itself.
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

/** electron-updater, loaded when it is first needed, which does nothing by itself. An unsigned release is not offered. */
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
      // The updater forgets a cancelled request, but leaves its connection open.
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
