import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, posix, win32 } from 'node:path'
import { expect, it } from 'vitest'
import { acceptable } from '../../src-main/play/installs/accept.ts'
import { diskView, platformOf, type FileView } from '../../src-main/play/platform/index.ts'
import { tempDir } from '../support/temp.ts'
import { recipeWith } from './support.ts'
import { isLinux } from '../support/system.ts'
import { runTool } from '../../src-main/lib/index.ts'

const recipe = recipeWith()

/** A disk that has the game's program everywhere, so that only the rules refuse; it notes what is looked at. */
function everywhere(more: Partial<FileView> = {}) {
  const touched: string[] = []
  const files: FileView = {
    readText: () => Promise.resolve(undefined),
    readEnd: () => Promise.resolve(undefined),
    isFile: () => Promise.resolve(true),
    isFolder: () => Promise.resolve(true),
    realPath: (path) => Promise.resolve((touched.push(path), path)),
    ...more,
  }
  return { files, touched }
}

const refusalOf = async (system: string, home: string, folder: string, disk = everywhere()) => {
  const env = { SystemRoot: 'C:\\Windows', ProgramFiles: 'C:\\Program Files' }
  const platform = platformOf(system, { home, env, run: runTool, files: disk.files })
  return (await acceptable(folder, { platform, files: disk.files, recipe })).refusal
}

it.each([
  ['/', 'root'],
  ['/home/otto', 'home'],
  ['/home/otto/', 'home'],
  ['/home', 'home'],
  ['/home/berta', 'home'],
  ['/etc/games', 'system'],
  ['/usr/lib/game', 'system'],
  ['/opt', 'system'],
  ['/net/host/share', 'network'],
  ['//host/share', 'network'],
  ['games/arma', 'unknown'],
  ['/home/otto/Games/Arma 3', undefined],
  ['/opt/games/arma3', undefined],
])('Linux: %s is refused as %s', async (folder, refusal) => {
  expect(await refusalOf('linux', '/home/otto', folder)).toBe(refusal)
})

it.each([
  ['C:\\', 'root'],
  ['C:\\Users\\Otto', 'home'],
  ['c:\\users\\OTTO', 'home'],
  ['C:\\Users\\Berta', 'home'],
  ['C:\\windows\\System32', 'system'],
  ['C:\\Program Files', 'system'],
  ['\\\\host\\share\\Arma 3', 'network'],
  ['\\\\?\\UNC\\host\\share', 'network'],
  ['D:\\Games\\Arma 3', undefined],
  ['C:\\Program Files\\Arma 3', undefined],
])('Windows: %s is refused as %s', async (folder, refusal) => {
  expect(await refusalOf('win32', 'C:\\Users\\Otto', win32.normalize(folder))).toBe(refusal)
})

it('nothing of another computer is even looked at', async () => {
  for (const [system, folder] of [
    ['win32', '\\\\host\\share'],
    ['linux', '/net/host/share'],
  ] as const) {
    const disk = everywhere()
    await refusalOf(system, '/home/otto', folder, disk)
    expect(disk.touched).toEqual([])
  }
})

it('a mapped drive is where it leads', async () => {
  const disk = everywhere({ realPath: () => Promise.resolve('\\\\host\\share\\Arma 3') })
  expect(await refusalOf('win32', 'C:\\Users\\Otto', 'Z:\\Arma 3', disk)).toBe('network')
})

it.each([
  ['nfs4', 'network'],
  ['cifs', 'network'],
  ['autofs', 'network'],
  ['fuse.sshfs', 'network'],
  ['ext4', undefined],
])('a folder on %s is refused as %s', async (kind, refusal) => {
  const mountinfo = `22 1 8:1 / / rw - ext4 /dev/sda1 rw\n36 22 0:40 / /srv/big\\040disk rw,noatime shared:1 - ${kind} host:/x rw\n`
  const disk = everywhere({ readText: () => Promise.resolve(mountinfo) })
  expect(await refusalOf('linux', '/home/otto', '/srv/big disk/Arma 3', disk)).toBe(refusal)
  if (!refusal) expect(await refusalOf('linux', '/home/otto', '/srv/big disk', disk)).toBe('root')
})

it.skipIf(!isLinux)(
  'on this disk: without the program nothing, behind a link what is there, and the folder as the disk names it',
  async () => {
    const folder = tempDir()
    const home = join(folder, 'home', 'otto')
    const game = join(folder, 'games', 'Arma 3')
    mkdirSync(home, { recursive: true })
    mkdirSync(game, { recursive: true })
    symlinkSync(home, join(folder, 'games', 'link'))
    symlinkSync(game, join(folder, 'games', 'other name'))
    const platform = platformOf('linux', { home, env: {}, run: runTool, files: diskView })
    const parts = { platform, files: diskView, recipe }
    expect(await acceptable(game, parts)).toMatchObject({ refusal: 'no-program' })
    for (const place of [home, game])
      for (const name of recipe.executables['linux'] ?? []) writeFileSync(join(place, name), '')
    expect(await acceptable(join(folder, 'games', 'link'), parts)).toMatchObject({ refusal: 'home' })
    expect(await acceptable(join(folder, 'games', 'other name'), parts)).toEqual({ real: game })
  },
)

it.each([
  ['linux', '/home/otto', '/srv/games', posix],
  ['win32', 'C:\\Users\\Otto', 'D:\\SteamLibrary', win32],
] as const)('%s: a Steam library, or a folder in it, means the game in it', async (system, home, library, { join }) => {
  const game = join(library, 'steamapps', 'common', recipe.name)
  const { files } = everywhere({ isFile: (path) => Promise.resolve(path.startsWith(game)) })
  const platform = platformOf(system, { home, env: {}, run: runTool, files })
  const parts = { platform, files, recipe }
  for (const chosen of ['', 'steamapps', join('steamapps', 'common')])
    expect(await acceptable(join(library, chosen), parts)).toEqual({ real: game })
  expect(await acceptable(join(library, 'other'), parts)).toEqual({
    real: join(library, 'other'),
    refusal: 'no-program',
  })
})
