import type { WebPreferences } from 'electron'

/**
 * What every window of the app is made with: a sandbox, isolation, no Node, nothing experimental, no feature of Blink switched on by name.
 * Spelled out, although today's defaults are the same: docs/security.md names each. A window adds only what is its own.
 */
export const lockedPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  nodeIntegrationInWorker: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  disableDialogs: true, // a page's own would look like the system's
  enableDeprecatedPaste: false, // it would read the clipboard; Electron 33 does not know the name
  disableBlinkFeatures: 'FileSystemAccessLocal,EyeDropperAPI', // files and colours of the player's, by dialogs of the page's own
} as const satisfies WebPreferences & { enableDeprecatedPaste: boolean }

type LockedKey = keyof typeof lockedPreferences | 'enableBlinkFeatures' | 'additionalArguments'

/** The preferences of one window: the locked ones and its own, which cannot name one of those. */
export const pagePreferences = (own: Omit<WebPreferences, LockedKey>): WebPreferences => ({
  ...own,
  ...lockedPreferences,
})
