import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import config from '../../electron-builder.config.mjs'
import { APP_ID, LOGIN_ITEM } from '../../src-main/desktop/index.ts'
import { bindingsFor } from '../../scripts/lib/bindings.mjs'
import { closedFuses } from '../../scripts/lib/fuses.mjs'

const root = resolve(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, 'resources/packaging', name), 'utf8')

type Validate = (config: object, log: { isEnabled: boolean }) => Promise<void>
/** electron-builder's own check of a configuration, which it makes before it builds. */
const { validateConfiguration } = createRequire(createRequire(import.meta.url).resolve('electron-builder'))(
  'app-builder-lib/out/util/config/config',
) as { validateConfiguration: Validate }

describe('the packages', () => {
  it('are configured as electron-builder wants it, a wrong word is told', async () => {
    await validateConfiguration({ ...config }, { isEnabled: false })
    await expect(validateConfiguration({ ...config, nsis: { oneclick: 1 } }, { isEnabled: false })).rejects.toThrow(
      'configuration.nsis',
    )
  })

  it('are made for each system, with closed fuses', () => {
    expect([config.win?.target, config.linux?.target, config.mac?.target]).toEqual([
      ['nsis', 'portable'],
      ['AppImage', 'deb'],
      ['dmg', 'zip'],
    ])
    expect(config.electronFuses).toBe(closedFuses)
    expect(config.asar).toBe(true)
  })

  it('start with the sandbox: electron-builder’s own switch for AppImages is taken back, and none says another', () => {
    const sets = [config, config.linux, config.appImage, config.deb, config.snap, config.flatpak]
    expect(sets.flatMap((set) => (set && 'executableArgs' in set ? [set.executableArgs] : []))).toEqual([[]])
    expect(JSON.stringify(config)).not.toMatch(/sandbox/i)
  })

  it('update from nowhere where a workflow has no secrets, which are empty texts then', () => {
    const file = JSON.stringify(pathToFileURL(join(root, 'electron-builder.config.mjs')).href)
    const env = { ...process.env, LOADOUT_UPDATE_URL: '', LOADOUT_UPDATE_KEY: '' }
    const words = ['-e', `import(${file}).then(({ default: config }) => console.log(config.publish))`]
    expect(execFileSync(process.execPath, words, { env, encoding: 'utf8' }).trim()).toBe('null')
  })

  it('have the keychain’s part for each processor that they are made for', () => {
    const lock: unknown = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    const names = (system: string) => bindingsFor(lock, system, ['x64', 'arm64']).map(({ name }) => name.slice(17))
    expect(['win32', 'darwin', 'linux'].map(names)).toEqual([
      ['win32-arm64-msvc', 'win32-x64-msvc'],
      ['darwin-arm64', 'darwin-x64'],
      ['linux-arm64-gnu', 'linux-x64-gnu'],
    ])
  })

  it('name icons and scripts that are there', () => {
    const files = [config.win?.icon, config.mac?.icon, config.linux?.icon, config.nsis?.include]
    expect(files.filter((file) => typeof file !== 'string' || !existsSync(join(root, file)))).toEqual([])
  })
})

describe('on Windows', () => {
  it('the program has the id of its shortcut, or its notifications would not be shown', () => {
    expect(APP_ID).toBe(config.appId)
  })

  it('the start with the system goes with the program, by the name it was set under', () => {
    const [, removal = ''] = read('links.nsh').split('!macro customUnInstall')
    for (const key of ['Run', 'Explorer\\StartupApproved\\Run'])
      expect(removal).toContain(
        `DeleteRegValue HKCU "Software\\Microsoft\\Windows\\CurrentVersion\\${key}" "${LOGIN_ITEM}"`,
      )
  })
})

describe('loadout:// links', () => {
  it('are registered by macOS bundle and Linux desktop entries through the configured scheme', () => {
    expect(config.protocols).toEqual([{ name: 'Loadout link', schemes: ['loadout'] }])
  })

  it('are registered by the Windows installer and gone with it, but not for an update', () => {
    const script = read('links.nsh')
    const [install = '', removal = ''] = script.split('!macro customUnInstall')
    expect(install).toContain('WriteRegStr SHELL_CONTEXT "Software\\Classes\\loadout" "URL Protocol" ""')
    expect(install).toContain(
      `"Software\\Classes\\loadout\\shell\\open\\command" "" '"$INSTDIR\\\${APP_EXECUTABLE_FILENAME}" "%1"'`,
    )
    expect(removal).toMatch(
      /\$\{ifNot\} \$\{isUpdated\}[\s\S]*DeleteRegKey SHELL_CONTEXT "Software\\Classes\\loadout"[\s\S]*\$\{endif\}/,
    )
  })

  it('are registered by the Flatpak’s desktop entry, which goes with it', () => {
    const entry = read('dev.loadout.desktop.desktop')
    expect(entry).toContain('MimeType=x-scheme-handler/loadout;')
    expect(entry).toMatch(/^Exec=loadout %u$/m)
  })
})

describe('the Flatpak manifest', () => {
  const manifest = read('dev.loadout.desktop.yml')

  it('carries the app’s id and takes files that are there', () => {
    expect(manifest).toMatch(new RegExp(`^app-id: ${config.appId}$`, 'm'))
    const sources = [...manifest.matchAll(/^ +path: (.+)$/gm)].map(([, path = '']) => path)
    expect(sources).toHaveLength(3)
    // the first is what `npm run package` leaves
    for (const path of sources.slice(1)) expect(existsSync(join(root, 'resources/packaging', path)), path).toBe(true)
    expect(sources[0]).toBe(`../../${config.directories?.output}`)
    expect(manifest).toContain(`/app/loadout/${config.linux?.executableName} "$@"`)
  })

  it('opens the network, the keychain, notifications and the game’s folders, and nothing else of the player’s', () => {
    const opened = [...manifest.matchAll(/--filesystem=(\S+)/g)].map(([, folder]) => folder)
    expect(opened.filter((folder) => /^(?:host|home|~\/?$|\/)/.test(folder ?? ''))).toEqual([])
    expect(manifest).toContain('--talk-name=org.freedesktop.secrets')
    expect(manifest).toContain('--talk-name=org.freedesktop.Notifications')
  })
})
