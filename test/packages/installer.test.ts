import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { LOGIN_ITEM } from '../../src-main/desktop/index.ts'
import { windowsByWine } from '../../scripts/windows/wine.mjs'
import { appears } from '../play/stand-in.ts'

const run = promisify(execFile)
const windows = await windowsByWine()
const root = resolve(import.meta.dirname, '../..')

const LINKS = 'HKCU\\Software\\Classes\\loadout'
const CURRENT = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion'
const RUN = `${CURRENT}\\Run`
const APPROVED = `${CURRENT}\\Explorer\\StartupApproved\\Run`

/** Where a path of Windows stands. */
const here = (path: string): string => join(windows.drive, ...path.trim().replace(/^C:\\/i, '').split('\\'))
const folderOf = async (variable: string) => (await windows.run('cmd', '/d', '/c', `echo %${variable}%`)).stdout.trim()

/** A value of the registry; undefined where there is none. */
async function valueOf(key: string, name?: string): Promise<string | undefined> {
  const { code, stdout } = await windows.run('reg', 'query', key, ...(name === undefined ? ['/ve'] : ['/v', name]))
  return code === 0 ? /REG_SZ[ \t]*(.*?)\r?$/m.exec(stdout)?.[1] : undefined
}
const setValue = (key: string, name: string) => windows.run('reg', 'add', key, '/v', name, '/d', 'on', '/f')

describe('the installer’s own part, around a stand-in program', () => {
  let install: (version: number) => Promise<number>
  let [programs, data] = ['', '']

  beforeAll(async () => {
    programs = `${await folderOf('LOCALAPPDATA')}\\Programs\\loadout`
    data = here(`${await folderOf('APPDATA')}\\Loadout\\settings.json`)
    rmSync(here(programs), { recursive: true, force: true })
    const made = (version: number) => join(windows.drive, `loadout-setup-${version}.exe`)
    for (const version of [1, 2])
      await run('makensis', [
        '-V2',
        '-WX',
        `-DPROGRAM=${join(windows.drive, 'stand-in.exe')}`,
        `-DVERSION=${version}`,
        `-DOUT=${made(version)}`,
        `-DOURS=${join(root, 'resources/packaging/links.nsh')}`,
        join(import.meta.dirname, 'installer.nsi'),
      ])
    install = async (version) => (await windows.run(`C:\\loadout-setup-${version}.exe`, '/S')).code
    return async () => {
      await windows.run('reg', 'delete', RUN, '/v', 'Another', '/f')
      for (const version of [1, 2]) rmSync(made(version), { force: true })
      rmSync(dirname(data), { recursive: true, force: true })
    }
  }, 600_000)

  const isInstalled = () => readFileSync(here(`${programs}\\version`), 'utf8')

  it('registers links for the program', async () => {
    expect(await install(1)).toBe(0)
    expect(isInstalled()).toBe('1')
    expect(await valueOf(LINKS, 'URL Protocol')).toBe('')
    expect(await valueOf(`${LINKS}\\shell\\open\\command`)).toBe(`"${programs}\\Loadout.exe" "%1"`)
  })

  it('replaces the program while it runs, and leaves what the player set', async () => {
    mkdirSync(dirname(data), { recursive: true })
    writeFileSync(data, 'mine')
    for (const key of [RUN, APPROVED]) await setValue(key, LOGIN_ITEM)
    await setValue(RUN, 'Another')
    writeFileSync(here(`${programs}\\Loadout.exe.stays`), '')
    let isRunning = true
    const running = windows.run(`${programs}\\Loadout.exe`).then(() => (isRunning = false))
    await appears(here(`${programs}\\Loadout.exe.seen.json`))
    expect(isRunning).toBe(true)
    expect(await install(2)).toBe(0)
    await running
    expect(isInstalled()).toBe('2')
    expect(existsSync(here(`${programs}\\Loadout.exe.stays`))).toBe(false)
    expect(await valueOf(`${LINKS}\\shell\\open\\command`)).toBe(`"${programs}\\Loadout.exe" "%1"`)
    for (const key of [RUN, APPROVED]) expect(await valueOf(key, LOGIN_ITEM), key).toBe('on')
    expect(readFileSync(data, 'utf8')).toBe('mine')
  })

  it('takes its keys with it when it is removed; the player’s data and other programs’ keys stay', async () => {
    // `_?=` has the uninstaller work in place, so that its end is the removal's
    const uninstall = await windows.run(`${programs}\\Uninstall Loadout.exe`, '/S', `_?=${programs}`)
    expect(uninstall.code).toBe(0)
    expect(existsSync(here(`${programs}\\Loadout.exe`))).toBe(false)
    expect((await windows.run('reg', 'query', LINKS)).code).not.toBe(0)
    for (const key of [RUN, APPROVED]) expect(await valueOf(key, LOGIN_ITEM), key).toBeUndefined()
    expect(await valueOf(RUN, 'Another')).toBe('on')
    expect(readFileSync(data, 'utf8')).toBe('mine')
  })
})
