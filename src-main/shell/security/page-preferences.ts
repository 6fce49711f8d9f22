import type { WebPreferences } from 'electron'

/**
 * The preferences of every window: a sandbox, isolation, no Node, nothing experimental, no Blink feature enabled by name. Most are
 * defaults, but spelled out, because docs/security.md names each. A window adds only its own.
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
  disableDialogs: true, // a page's dialog would look like the system's
  enableDeprecatedPaste: false, // it would read the clipboard; Electron 33 does not know the name
  disableBlinkFeatures: 'FileSystemAccessLocal,EyeDropperAPI', // they open dialogs for the player's files and colours
} as const satisfies WebPreferences & { enableDeprecatedPaste: boolean }

type LockedKey = keyof typeof lockedPreferences | 'enableBlinkFeatures' | 'additionalArguments'

/** The preferences of one window: the locked ones and its own, which cannot override them. */
export const pagePreferences = (own: Omit<WebPreferences, LockedKey>): WebPreferences => ({
  ...own,
  ...lockedPreferences,
})
