import type { AppUpdater } from 'electron-updater'
import type { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { OtherWay } from '../../src-preload/contract/updates.ts'
import { errnoOf, type Log, readUpTo, urlOf } from '../lib/index.ts'

/** Loads and installs updates. In the app, it is electron-updater. */
export interface UpdateEngine {
  /** The newer version, if there is one. */
  check(): Promise<string | undefined>
  /** Loads it and checks its signature and digest. `onShare` gets the share that is done. After an abort, a new load starts from the beginning. */
  load(onShare: (share: number) => void, signal: AbortSignal): Promise<void>
  /** Sets whether a loaded update is installed when the app quits. */
  installOnQuit(yes: boolean): void
  /** Installs, quits and starts again; `failed` gets the error. */
  installNow(failed: (why: unknown) => void): void
}

/** The source of updates and the key of their signature. */
interface Feed {
  url: string
  /** The publisher's public key: Ed25519, SPKI, base64. */
  publicKey: string
}

interface PackageFacts {
  isPackaged: boolean
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  isDeb: boolean
  /** True if the build names an address to update from. */
  hasFeed: boolean
}

/** `self` if this package updates itself, otherwise the way to update it. */
export function packageKind({ isPackaged, platform, env, isDeb, hasFeed }: PackageFacts): 'self' | OtherWay {
  if (!isPackaged) return 'source'
  if (env.FLATPAK_ID) return 'flatpak'
  if (platform === 'linux' && !env.APPIMAGE && !isDeb) return 'package-manager'
  if (env.PORTABLE_EXECUTABLE_FILE || !hasFeed) return 'download'
  return 'self'
}

/** True for an https address without credentials. */
export function isSafeFeed(address: string): boolean {
  const url = urlOf(address)
  return url?.protocol === 'https:' && !url.username && !url.password
}

const TIMEOUT_MS = 15_000

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * The feed of this build, if it may be used. Its address is in a file beside the app, its key inside the app. A build without a key
 * does not update itself.
 */
export function feedOf(resources: string, appPath: string): Feed | undefined {
  const url = /^url:\s*['"]?(\S+?)['"]?\s*$/m.exec(read(join(resources, 'app-update.yml')) ?? '')?.[1]
  const { updateKey } = JSON.parse(read(join(appPath, 'package.json')) ?? '{}') as { updateKey?: unknown }
  return url && isSafeFeed(url) && typeof updateKey === 'string' ? { url, publicKey: updateKey } : undefined
}

/** True if electron-builder packed the app as a deb, which updates itself. */
export const isDeb = (resources: string): boolean => read(join(resources, 'package-type'))?.trim() === 'deb'

/** An update without the publisher's signature. The player sees its code. */
class Unsigned extends Error {
  readonly code = 'unsigned'
}

/** True when `signature` (base64) is the Ed25519 signature of `text` by the owner of `publicKey` (SPKI, base64). */
function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
  } catch {
    return false // no key, or no signature, at all
  }
}

/** Many times what the description of a release has. */
const MOST_BYTES = 1 << 20

/** Reads a file of the feed the way the update comes: by the system's proxy and certificates. */
async function readFeed({ netSession }: AppUpdater, { href }: URL): Promise<string> {
  const answer = await netSession.fetch(href, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const bytes = answer.ok && answer.body ? await readUpTo(MOST_BYTES, answer.body) : undefined
  if (bytes) return bytes.toString('utf8')
  const code = answer.ok ? 'too-large' : `HTTP ${answer.status}`
  throw Object.assign(new Error(`the feed was not read: ${code}`), { code })
}

/**
 * Reads the description of the newest release only as its publisher signed it: what the updater knows of version, files and digests
 * is signed, and so are the files' names, which it hands to a shell. It checks what it loads against the digests.
 */
function signedProvider(Provider: typeof GenericProvider, updater: AppUpdater, { url: from, publicKey }: Feed) {
  return class extends Provider {
    constructor(_options: unknown, _updater: unknown, runtime: ConstructorParameters<typeof GenericProvider>[2]) {
      super({ provider: 'generic', url: from }, updater, runtime)
    }

    protected override async httpRequest(url: URL): Promise<string> {
      const signature = new URL(url)
      signature.pathname += '.sig'
      const [text, signed] = await Promise.all([readFeed(updater, url), readFeed(updater, signature)])
      if (!isSigned(text, signed, publicKey)) throw new Unsigned('the description of the release is not signed')
      return text
    }
  }
}

const systemUpdater = async (): Promise<AppUpdater> => (await import('electron-updater')).default.autoUpdater

/** electron-updater, loaded when it is first needed, which does nothing by itself, and knows of no release that is not signed. */
export function updaterEngine(feed: Feed, log: Log, updaterOf = systemUpdater): UpdateEngine {
  const open = async () => {
    process.env.ELECTRON_BUILDER_LINUX_PACKAGE_MANAGER ??= 'apt' // then a deb asks for the password only once
    const autoUpdater = await updaterOf()
    const { GenericProvider } = await import('electron-updater/out/providers/GenericProvider.js')
    autoUpdater.setFeedURL({ provider: 'custom', updateProvider: signedProvider(GenericProvider, autoUpdater, feed) })
    autoUpdater.autoDownload = false
    autoUpdater.autoInstallOnAppQuit = false
    autoUpdater.allowDowngrade = false
    autoUpdater.disableWebInstaller = true
    const error = (line: unknown) => {
      if (line !== '') log.error(String(line)) // often a command's empty output
    }
    autoUpdater.logger = { info: () => undefined, warn: log.info, error }
    return autoUpdater
  }
  let opened: ReturnType<typeof open> | undefined
  let ready: Awaited<ReturnType<typeof open>> | undefined
  let loaded = ''
  /**
   * The updater deletes an AppImage before it moves the new one there. A cleaner of caches may have deleted that, and the AppImage's disk
   * may be too full for it.
   */
  const canInstall = (): boolean => {
    try {
      const { size } = statSync(loaded)
      const { APPIMAGE: own } = process.env
      if (own === undefined) return true
      const { bavail, bsize } = statfsSync(dirname(own))
      return bavail * bsize + statSync(own).size >= size
    } catch {
      return false // one of them is gone
    }
  }
  const updater = async () => (ready = await (opened ??= open()))
  return {
    async check() {
      const auto = await updater()
      const result = await auto.checkForUpdates()
      return result?.isUpdateAvailable ? result.updateInfo.version : undefined
    },
    async load(onShare, signal) {
      const auto = await updater()
      const cancel = new (await import('electron-updater')).default.CancellationToken()
      // The updater forgets a cancelled request, but leaves its connection open.
      const stop = () => {
        cancel.cancel()
        void auto.netSession.closeAllConnections()
      }
      auto.removeAllListeners('download-progress')
      auto.on('download-progress', ({ percent }) => onShare(percent / 100))
      signal.addEventListener('abort', stop)
      try {
        signal.throwIfAborted()
        auto.autoInstallOnAppQuit = true // it handles the quit only if this is set at the load's end; `installOnQuit` decides
        const [file = ''] = await auto.downloadUpdate(cancel)
        loaded = file
      } catch (error) {
        throw errnoOf(error) === 'ERR_CHECKSUM_MISMATCH' ? new Unsigned('the file is not the signed one') : error
      } finally {
        auto.autoInstallOnAppQuit = false
        signal.removeEventListener('abort', stop)
      }
    },
    installOnQuit(yes) {
      if (ready) ready.autoInstallOnAppQuit = yes && canInstall()
    },
    installNow(failed) {
      if (!canInstall()) return failed(new Error('the loaded update is gone, or has no room'))
      ready?.once('error', failed)
      ready?.quitAndInstall()
    },
  }
}
