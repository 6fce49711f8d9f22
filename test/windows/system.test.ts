import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { diskView, findInstalls, platformOf } from '../../src-main/play/index.ts'
import { recipeWith } from '../play/support.ts'
import { programAt } from '../support/programs.ts'
import { hasDriveD, isWindows, ownsRegistry } from '../support/system.ts'
import { tempDir } from '../support/temp.ts'
import { runTool } from '../../src-main/lib/index.ts'

const reg = (...words: string[]) => execFileSync('reg', words, { stdio: 'pipe' })

/** Writes a value of the registry; its key goes with the test. */
function setValue(key: string, name: string, value: string, type = 'REG_SZ'): void {
  reg('add', key, '/v', name, '/t', type, '/d', value, '/f')
  onTestFinished(() => void reg('delete', key, '/f'))
}

const manifest = '"AppState" { "appid" "107410" "installdir" "Arma 3" "StateFlags" "4" "buildid" "1" }'

describe.skipIf(!isWindows)('Windows', () => {
  it('keeps, lists and forgets secrets of any size in its Credential Manager', async () => {
    const child = spawn(process.execPath, [programAt('use-system-keyring')], { stdio: ['ignore', 'pipe', 'pipe'] })
    let out = ''
    child.stdout.on('data', (part: Buffer) => (out += part.toString()))
    await new Promise((closed) => child.on('close', closed))
    expect(JSON.parse(out.slice(out.indexOf('{')))).toEqual({
      view: { place: 'windows-credentials', state: 'ok', mode: 'keychain', undecided: false },
      secret: 'tok-ä-123',
      sessionSame: true,
      held: [
        { profileId: 'demo', purpose: 'player-secret', where: 'keychain' },
        { profileId: 'demo', purpose: 'bank-session', where: 'keychain' },
      ],
      connections: 0,
      after: [],
    })
  })

  it.skipIf(!ownsRegistry)(
    'tells by its registry where Steam and the game are, in letters of any alphabet',
    async () => {
      const folder = tempDir()
      const [steam, library, own] = ['Steam für Łukasz', 'Zweite (x86)', 'Игры'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ]
      const game = join(library, 'steamapps', 'common', 'Arma 3')
      for (const dir of [join(steam, 'steamapps'), game, own]) mkdirSync(dir, { recursive: true })
      const quoted = library.replaceAll('\\', '\\\\')
      writeFileSync(join(steam, 'steamapps/libraryfolders.vdf'), `"libraryfolders" { "0" { "path" "${quoted}" } }`)
      writeFileSync(join(library, 'steamapps/appmanifest_107410.acf'), manifest)
      for (const dir of [game, own]) writeFileSync(join(dir, 'arma3_x64.exe'), '')
      setValue('HKCU\\Software\\Valve\\Steam', 'SteamPath', steam.replaceAll('\\', '/'))
      setValue('HKCU\\Software\\Loadout Test', 'main', own, 'REG_EXPAND_SZ')
      const recipe = recipeWith({ registry: [{ key: 'HKCU\\Software\\Loadout Test', value: 'main' }] })
      const platform = platformOf('win32', { home: homedir(), env: process.env, run: runTool, files: diskView })
      const found = await findInstalls({ platform, files: diskView, recipe }, { chosen: [] })
      expect(found.map(({ path, source, executable }) => [path, source, executable])).toEqual([
        [game, 'steam', 'arma3_x64.exe'],
        [own, 'registry', 'arma3_x64.exe'],
      ])
    },
  )

  it.skipIf(!hasDriveD || !ownsRegistry)('has Steam’s library on a second drive', async () => {
    const library = `D:\\Loadout Test ${process.pid}`
    const game = join(library, 'steamapps', 'common', 'Arma 3')
    const steam = join(tempDir(), 'Steam')
    onTestFinished(() => rmSync(library, { recursive: true, force: true }))
    for (const dir of [join(steam, 'steamapps'), game]) mkdirSync(dir, { recursive: true })
    const quoted = library.replaceAll('\\', '\\\\')
    writeFileSync(join(steam, 'steamapps/libraryfolders.vdf'), `"libraryfolders" { "1" { "path" "${quoted}" } }`)
    writeFileSync(join(library, 'steamapps/appmanifest_107410.acf'), manifest)
    writeFileSync(join(game, 'arma3_x64.exe'), '')
    setValue('HKCU\\Software\\Valve\\Steam', 'SteamPath', steam)
    const platform = platformOf('win32', { home: homedir(), env: process.env, run: runTool, files: diskView })
    const found = await findInstalls({ platform, files: diskView, recipe: recipeWith() }, { chosen: [] })
    expect(found.map(({ path }) => path)).toEqual([game])
  })
})
