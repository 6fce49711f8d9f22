import { linuxPlatform } from './linux.ts'
import { macosPlatform } from './macos.ts'
import type { GamePlatform, PlatformParts } from './platform.ts'
import { windowsPlatform } from './windows.ts'

export type * from './platform.ts'
export { diskView } from './platform.ts'

/** The platform by Node's name for it. An unknown one counts as Linux. */
export function platformOf(name: string, parts: PlatformParts): GamePlatform {
  if (name === 'win32') return windowsPlatform(parts)
  if (name === 'darwin') return macosPlatform(parts)
  return linuxPlatform(parts)
}
