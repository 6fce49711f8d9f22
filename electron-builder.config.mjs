import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { closedFuses } from './scripts/lib/fuses.mjs'

/** https address that releases are published to and updates are read from; absent in a build that does not update itself. */
const updates = process.env.LOADOUT_UPDATE_URL || undefined
/** Public half of the key that releases are signed with: Ed25519, SPKI, base64. The app installs nothing without it. */
const updateKey = process.env.LOADOUT_UPDATE_KEY
if (updates !== undefined && !updates.startsWith('https://')) throw new Error('LOADOUT_UPDATE_URL must be https')
if (updates !== undefined && !updateKey) throw new Error('LOADOUT_UPDATE_URL needs LOADOUT_UPDATE_KEY')

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'dev.loadout.desktop',
  productName: 'Loadout',
  directories: { output: 'dist', buildResources: 'resources/packaging' },
  // What main needs is bundled; only native code comes as a module.
  files: [
    'out/main/**',
    'out/preload/**',
    'out/renderer/**',
    'resources/icons/**',
    'package.json',
    '!node_modules/**',
    'node_modules/@napi-rs/**',
  ],
  asar: true,
  // Desktops find the entry of a running window by this name.
  extraMetadata: { desktopName: 'loadout.desktop', ...(updateKey ? { updateKey } : {}) },
  electronLanguages: ['en-US', 'de'],
  // The Electron at hand starts folders; a packaged app starts itself and nothing else.
  afterPack: ({ appOutDir, electronPlatformName }) =>
    electronPlatformName === 'darwin'
      ? undefined
      : rm(join(appOutDir, 'resources', 'default_app.asar'), { force: true }),
  npmRebuild: false,
  electronFuses: closedFuses,
  protocols: [{ name: 'Loadout link', schemes: ['loadout'] }],
  publish: updates ? { provider: 'generic', url: updates } : null,
  win: { target: ['nsis', 'portable'], icon: 'resources/icons/icon.png', verifyUpdateCodeSignature: true },
  nsis: {
    oneClick: false,
    perMachine: false,
    allowToChangeInstallationDirectory: true,
    deleteAppDataOnUninstall: false,
    include: 'resources/packaging/links.nsh',
  },
  linux: {
    target: ['AppImage', 'deb'],
    category: 'Game',
    executableName: 'loadout',
    executableArgs: [], // else an AppImage is started with --no-sandbox
    syncDesktopName: true,
    icon: 'resources/icons',
    synopsis: 'Companion for players of a game community',
    maintainer: 'Loadout <maintainers@loadout.invalid>',
  },
  deb: {
    // electron-builder's own list lacks the last three: Chromium is linked against two, and ends without a word where the third is missing.
    depends: [
      'libgtk-3-0',
      'libnotify4',
      'libnss3',
      'libxss1',
      'libxtst6',
      'xdg-utils',
      'libatspi2.0-0',
      'libuuid1',
      'libsecret-1-0',
      'libasound2',
      'libgbm1',
      'libx11-xcb1',
    ],
  },
  mac: {
    target: ['dmg', 'zip'],
    icon: 'resources/icons/icon.png',
    category: 'public.app-category.games',
    hardenedRuntime: true,
  },
}
