import type { OtherWay } from '../../../src-preload/contract/updates.ts'

/** What is known of how this program came here. */
export interface PackageFacts {
  isPackaged: boolean
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  /** True when the build names an address to update from. */
  hasFeed: boolean
}

/** Whether this package updates itself, or which way it is updated. */
export function packageKind({ isPackaged, platform, env, hasFeed }: PackageFacts): 'self' | OtherWay {
  if (!isPackaged) return 'source'
  if (env.FLATPAK_ID) return 'flatpak'
  if (platform === 'linux' && !env.APPIMAGE) return 'package-manager'
  if (env.PORTABLE_EXECUTABLE_FILE || !hasFeed) return 'download'
  return 'self'
}

/** True for the address of a feed that may be used: https, no credentials. */
export function isSafeFeed(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password } = new URL(address)
  return protocol === 'https:' && !username && !password
}
