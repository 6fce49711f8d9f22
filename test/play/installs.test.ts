import { rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Failure } from '../../src-preload/contract/failure.ts'
import { findInstalls } from '../../src-main/play/index.ts'
import { Installs, installWarnings } from '../../src-main/play/installs/installs.ts'
import { linuxPlatform } from '../../src-main/play/platform/linux.ts'
import { macosPlatform } from '../../src-main/play/platform/macos.ts'
import { diskView } from '../../src-main/play/platform/index.ts'
import { readExported, windowsPlatform } from '../../src-main/play/platform/windows.ts'
import { driveView, ownSettings, platformWith, recipeWith, recordedTools, tempFolder, write } from './support.ts'
import { hasLinks, isWindows } from '../support/system.ts'

const manifest = (folder: string, flags = 4) =>
  `"AppState"\n{\n\t"appid"\t\t"107410"\n\t"installdir"\t\t"${folder}"\n\t"StateFlags"\t\t"${flags}"\n\t"buildid"\t\t"18446744073709551615"\n}`
const library = (...paths: string[]) =>
  `"libraryfolders"{${paths.map((path, at) => `"${at}"{"path" "${path.replaceAll('\\', '\\\\')}"}`).join('')}}`
const none = recordedTools({})
const recipe = recipeWith()

const linuxIn = (home: string) => linuxPlatform({ home, env: { PATH: '' }, run: none, files: diskView })

describe('installs on Linux', () => {
  it.each([
    ['native', '.local/share/Steam', 'steam'],
    ['legacy', '.steam/steam', 'steam'],
    ['Debian', '.steam/debian-installation', 'steam'],
    ['Flatpak', '.var/app/com.valvesoftware.Steam/.local/share/Steam', 'steam-flatpak'],
    ['older Flatpak', '.var/app/com.valvesoftware.Steam/data/Steam', 'steam-flatpak'],
    ['Snap', 'snap/steam/common/.local/share/Steam', 'steam-snap'],
  ])('finds the game of %s Steam', async (_name, root, source) => {
    const home = await tempFolder()
    await write(home, {
      [`${root}/steamapps/appmanifest_107410.acf`]: manifest('Arma 3'),
      [`${root}/steamapps/common/Arma 3/arma3_x64.exe`]: '',
    })
    const found = await findInstalls({ platform: linuxIn(home), files: diskView, recipe }, { chosen: [] })
    expect(found).toEqual([
      {
        path: join(home, root, 'steamapps/common/Arma 3'),
        source,
        executable: 'arma3_x64.exe',
        version: undefined,
        buildId: '18446744073709551615',
        updateWaiting: false,
        inUse: false,
      },
    ])
  })

  it.skipIf(!hasLinks)(
    'finds other libraries, one install behind two links once, and marks the one in use',
    async () => {
      const home = await tempFolder()
      const steam = '.local/share/Steam'
      await write(home, {
        [`${steam}/steamapps/libraryfolders.vdf`]: library(join(home, steam), join(home, 'games')),
        [`${steam}/steamapps/appmanifest_107410.acf`]: 'half a fi',
        'games/steamapps/appmanifest_107410.acf': manifest('Arma 3', 6),
        'games/steamapps/common/Arma 3/arma3_x64.exe': '',
        'copy/arma3_x64.exe': '',
      })
      await write(home, { '.steam/x': '' })
      await symlink(join(home, steam), join(home, '.steam/root'))
      const found = await findInstalls(
        { platform: linuxIn(home), files: diskView, recipe },
        { chosen: [join(home, 'copy'), join(home, 'gone')], used: join(home, 'copy') },
      )
      expect(found.map(({ path, source, inUse, updateWaiting }) => ({ path, source, inUse, updateWaiting }))).toEqual([
        { path: join(home, 'games/steamapps/common/Arma 3'), source: 'steam', inUse: false, updateWaiting: true },
        { path: join(home, 'copy'), source: 'chosen', inUse: true, updateWaiting: false },
      ])
    },
  )

  it('calls the demo’s own folder that, not one chosen by hand, and keeps it beside another one', async () => {
    const home = await tempFolder()
    await write(home, { 'demo/arma3_x64.exe': '', 'mine/arma3_x64.exe': '' })
    const [demo, mine] = [join(home, 'demo'), join(home, 'mine')]
    const parts = { platform: linuxIn(home), files: diskView, recipe }
    const sources = async (used: string, chosen: string[]) =>
      (await findInstalls(parts, { used, chosen, demo })).map(({ source, inUse }) => [source, inUse])
    expect(await sources(demo, [])).toEqual([['demo', true]])
    expect(await sources(mine, [mine])).toEqual([
      ['demo', false],
      ['chosen', true],
    ])
  })

  it.each(['../../etc', '..', 'a/b'])('believes no manifest that leads out: %s', async (folder) => {
    const home = await tempFolder()
    await write(home, {
      '.local/share/Steam/steamapps/appmanifest_107410.acf': manifest(folder),
      '.local/share/Steam/steamapps/common/x': '',
    })
    expect(await findInstalls({ platform: linuxIn(home), files: diskView, recipe }, { chosen: [] })).toEqual([])
  })
})

/** A Windows program with a version `major.minor.7` in its resources. */
function programOf(major: number, minor: number): Buffer {
  const program = Buffer.alloc(0x400)
  program.write('MZ', 0)
  program.writeUInt32LE(0x80, 0x3c)
  program.write('PE\0\0', 0x80)
  program.writeUInt16LE(1, 0x86) // sections; their table comes right after this header
  program.write('.rsrc\0', 0x98)
  program.writeUInt32LE(0x100, 0x98 + 16)
  program.writeUInt32LE(0x200, 0x98 + 20)
  program.writeUInt32LE(0xfeef04bd, 0x200)
  for (const [at, part] of [minor, major, 7, 0].entries()) program.writeUInt16LE(part, 0x208 + 2 * at)
  return program
}

const exported = (key: string, ...values: string[]) =>
  ['Windows Registry Editor Version 5.00', '', `[${key}]`, ...values, '', ''].join('\r\n')

describe('installs on Windows', () => {
  const records = {
    'reg.exe export HKCU\\Software\\Valve\\Steam': exported(
      'HKEY_CURRENT_USER\\Software\\Valve\\Steam',
      '"SteamPath"="c:/program files (x86)/steam"',
    ),
    'reg.exe export HKLM\\SOFTWARE\\WOW6432Node\\bohemia interactive\\arma 3': exported(
      'HKEY_LOCAL_MACHINE\\SOFTWARE\\WOW6432Node\\bohemia interactive\\arma 3',
      String.raw`"main"="C:\\Games\\Arma 3"`,
    ),
  }

  it('finds Steam and the game by the registry', async () => {
    const drive = await tempFolder()
    await write(drive, {
      'program files (x86)/steam/steamapps/libraryfolders.vdf': library(
        'C:\\Program Files (x86)\\Steam',
        'C:\\SteamLibrary',
      ),
      'steamlibrary/steamapps/appmanifest_107410.acf': manifest('Arma 3'),
      'steamlibrary/steamapps/common/arma 3/arma3launcher.exe': '',
      'games/arma 3/arma3_x64.exe': '',
    })
    const files = driveView(drive)
    const platform = windowsPlatform({ home: 'C:\\Users\\x', env: {}, run: recordedTools(records), files })
    const found = await findInstalls({ platform, files, recipe }, { chosen: [] })
    expect(found.map(({ path, source, executable, inUse }) => [path, source, executable, inUse])).toEqual([
      ['C:\\SteamLibrary\\steamapps\\common\\Arma 3', 'steam', 'arma3launcher.exe', false],
      ['C:\\Games\\Arma 3', 'registry', 'arma3_x64.exe', false],
    ])
  })

  it('falls back to the default folder when the registry says nothing', async () => {
    const platform = windowsPlatform({
      home: 'C:\\Users\\x',
      env: { 'ProgramFiles(x86)': 'D:\\Programme' },
      run: none,
      files: diskView,
    })
    expect((await platform.steamRoots()).map((root) => root.path)).toEqual([
      'D:\\Programme\\Steam',
      'C:\\Program Files (x86)\\Steam',
    ])
  })

  it('looks in the default folder when there is no temporary folder to read the registry through', async () => {
    const gone = join(await tempFolder(), 'gone')
    for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, gone)
    onTestFinished(() => void vi.unstubAllEnvs())
    const platform = windowsPlatform({ home: 'C:\\Users\\x', env: {}, run: recordedTools(records), files: diskView })
    expect((await platform.steamRoots()).map((root) => root.path)).toEqual(['C:\\Program Files (x86)\\Steam'])
    expect(await platform.steamState()).toBeUndefined()
  })

  it('reads a value with blanks, quotes and letters of any code page, and expandable ones, of the key itself and no other', () => {
    const text = exported(
      'HKEY_CURRENT_USER\\Software\\A',
      '@="C:\\\\default"',
      String.raw`"My \"Päth\""="D:\\Spiele für Łukasz\\c"`,
      '"N"=dword:00000001',
      '"Wide"=hex(2):44,00,3a,00,\\',
      '  5c,00,e4,00,00,00',
      '"Empty"=""',
      '',
      '[HKEY_CURRENT_USER\\Software\\A\\Sub]',
      '"Other"="C:\\\\x"',
    )
    expect(readExported(text, 'my "päth"')).toBe('D:\\Spiele für Łukasz\\c')
    expect(readExported(text, 'wide')).toBe('D:\\ä')
    expect(readExported(text, 'N')).toBe('1')
    for (const name of ['Empty', 'Other', '@', 'default']) expect(readExported(text, name)).toBeUndefined()
    expect(readExported('', 'N')).toBeUndefined()
  })
})

it('finds the default Steam folder on macOS', async () => {
  const home = await tempFolder()
  const root = 'Library/Application Support/Steam'
  await write(home, {
    [`${root}/steamapps/appmanifest_107410.acf`]: manifest('Arma 3'),
    [`${root}/steamapps/common/Arma 3/ArmA3.app/Contents/MacOS/ArmA3`]: '',
  })
  const platform = macosPlatform({ home, env: {}, run: none, files: diskView })
  const [found] = await findInstalls({ platform, files: diskView, recipe }, { chosen: [] })
  expect(found).toMatchObject({ executable: 'ArmA3.app/Contents/MacOS/ArmA3', source: 'steam' })
})

describe('the one in use', () => {
  const game = { runsFrom: undefined, onChange: () => () => undefined }
  const fullDisk = new Failure('settings-not-saved', { errno: 'ENOSPC' })

  it.skipIf(isWindows)('is the only one there is, also while the disk is too full to note it', async () => {
    const home = await tempFolder()
    await write(home, {
      '.steam/root/steamapps/appmanifest_107410.acf': manifest('Arma 3'),
      '.steam/root/steamapps/common/Arma 3/arma3_x64.exe': '',
    })
    const path = join(home, '.steam/root/steamapps/common/Arma 3')
    let isFull = true
    const saved: (string | undefined)[] = []
    const logged: unknown[] = []
    const own = ownSettings()
    own.change = ({ gameDirs }) => {
      if (isFull) throw fullDisk
      saved.push(gameDirs)
    }
    const parts = { platform: linuxIn(home), files: diskView, recipe }
    const installs = new Installs({ ...parts, own, game, log: (_words, error) => logged.push(error) })
    for (const _ of ['once', 'again']) expect(await installs.inUse()).toMatchObject({ path, inUse: true })
    expect(logged).toEqual([fullDisk])
    await expect(installs.use(path)).rejects.toBe(fullDisk) // what the player asks for is told
    isFull = false
    await installs.find()
    expect(saved).toEqual([path])
    expect(await installs.inUse()).toMatchObject({ path })
  })

  it.skipIf(isWindows)(
    'is one of the list, by a name that means nothing else, or one that the player chose',
    async () => {
      const home = await tempFolder()
      await write(home, { 'mine/arma3_x64.exe': '', 'other/arma3_x64.exe': '', 'empty/x': '' })
      const saved: (string | undefined)[] = []
      const own = ownSettings({ gameDirs: join(home, 'gone'), gameInstalls: [join(home, 'mine')] })
      own.change = ({ gameDirs }) => void saved.push(gameDirs)
      const parts = { platform: linuxIn(home), files: diskView, recipe }
      const installs = new Installs({ ...parts, own, game, log: () => undefined })
      await installs.find()
      for (const path of [join(home, 'other'), join(home, 'mine/../other'), join(home, 'mine/'), '/', 'mine'])
        await expect(installs.use(path)).rejects.toMatchObject({ facts: { why: 'unknown' } })
      await expect(installs.add(join(home, 'empty'))).rejects.toMatchObject({ facts: { why: 'no-program' } })
      expect(saved).toEqual([])
      await installs.use(join(home, 'mine'))
      await installs.add(join(home, 'other'))
      expect(saved).toEqual([join(home, 'mine'), join(home, 'other')])
    },
  )

  it('is not there while its drive is not', async () => {
    const home = await tempFolder()
    await write(home, { 'mine/arma3_x64.exe': '' })
    const parts = { platform: linuxIn(home), files: diskView, recipe }
    const own = ownSettings({ gameDirs: join(home, 'mine') })
    const installs = new Installs({ ...parts, own, game, log: () => undefined })
    expect(await installs.inUse()).toMatchObject({ path: join(home, 'mine') })
    await rename(join(home, 'mine'), join(home, 'away'))
    expect(await installs.inUse()).toBeUndefined()
    expect(installs.view.warnings).toEqual([{ kind: 'folder-gone' }])
    await rename(join(home, 'away'), join(home, 'mine'))
    expect(await installs.inUse()).toMatchObject({ path: join(home, 'mine') })
    expect(installs.view.warnings).toEqual([])
  })

  it('is as Steam has left it, not as the search found it', async () => {
    const home = await tempFolder()
    const steam = isWindows ? 'Steam/steamapps' : '.local/share/Steam/steamapps'
    const env = { 'ProgramFiles(x86)': home }
    const platform = isWindows ? windowsPlatform({ home, env, run: none, files: diskView }) : linuxIn(home)
    const become = (minor: number, flags: number) =>
      write(home, {
        [`${steam}/appmanifest_107410.acf`]: manifest('Arma 3', flags),
        [`${steam}/common/Arma 3/arma3_x64.exe`]: programOf(2, minor),
      })
    await become(18, 4)
    const parts = { platform, files: diskView, recipe }
    const installs = new Installs({ ...parts, own: ownSettings(), game, log: () => undefined })
    expect(await installs.inUse()).toMatchObject({ version: '2.18.7', updateWaiting: false })
    await become(18, 6)
    expect(await installs.inUse()).toMatchObject({ version: '2.18.7', updateWaiting: true })
    await become(20, 4)
    expect(await installs.inUse()).toMatchObject({ version: '2.20.7', updateWaiting: false })
  })

  it('is searched anew where a search broke off, and stays where a later one does', async () => {
    const home = await tempFolder()
    await write(home, { 'mine/arma3_x64.exe': '' })
    let isBroken = true
    const steamRoots = () => (isBroken ? Promise.reject(new Error('EIO')) : Promise.resolve([]))
    const parts = { platform: { ...linuxIn(home), steamRoots }, files: diskView, recipe }
    const own = ownSettings({ gameDirs: join(home, 'mine') })
    const installs = new Installs({ ...parts, own, game, log: () => undefined })
    await expect(installs.inUse()).rejects.toThrow('EIO')
    isBroken = false
    expect(await installs.inUse()).toMatchObject({ path: join(home, 'mine') })
    isBroken = true
    const [again, inUse] = [installs.find(), installs.inUse()]
    await expect(again).rejects.toThrow('EIO')
    expect(await inUse).toMatchObject({ path: join(home, 'mine') })
  })
})

describe('the wrong install', () => {
  const steam = { path: '/s/Arma 3', source: 'steam', updateWaiting: false, inUse: false } as const
  const other = { path: '/o/Arma 3', source: 'chosen', updateWaiting: false, inUse: true } as const
  const platform = platformWith({})

  it('is told when Steam would start another folder', () => {
    const warnings = installWarnings({ installs: [steam, other], used: other.path, viaSteam: true }, platform)
    expect(warnings).toEqual([
      { kind: 'several', count: 2 },
      { kind: 'steam-starts-other', starts: '/s/Arma 3' },
    ])
  })

  it('is told when the running game comes from another folder', () => {
    const facts = { installs: [other], used: other.path, viaSteam: false }
    expect(installWarnings({ ...facts, runsFrom: '/s/Arma 3/arma3_x64.exe' }, platform)).toEqual([
      { kind: 'other-runs', runs: '/s/Arma 3' },
    ])
    expect(installWarnings({ ...facts, runsFrom: '/o/Arma 3/arma3_x64.exe' }, platform)).toEqual([])
  })

  it('is told when the chosen folder is gone', () => {
    expect(installWarnings({ installs: [steam], used: '/gone', viaSteam: false }, platform)).toEqual([
      { kind: 'folder-gone' },
    ])
  })
})
