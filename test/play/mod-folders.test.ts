import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findModFolders, notSignedBy } from '../../src-main/play/installs/mod-folders.ts'
import { isWindows } from '../support/system.ts'
import { tempFolder, write } from './support.ts'

it('finds what the game can load: in its folder and the workshop’s', async () => {
  const game = await tempFolder()
  await write(game, {
    '@Harbour/addons/a.pbo': '',
    '@Maps of the Isle/Addons/a.pbo': '',
    '@no addons/a.pbo': '',
    '@file': '',
    'Expansion/Addons/a.pbo': '',
    '!Workshop/@Sounds/addons/a.pbo': '',
    '!Workshop/plain/addons/a.pbo': '',
  })
  expect(await findModFolders([game])).toEqual(
    ['@Harbour', '@Maps of the Isle', '!Workshop\\@Sounds'].sort((a, b) => a.localeCompare(b)),
  )
})

it.skipIf(isWindows)('finds what the launcher links to, and no name that could be more than one', async () => {
  const game = await tempFolder()
  const elsewhere = await tempFolder()
  await write(elsewhere, { '450814997/addons/a.pbo': '' })
  await mkdir(join(game, '!Workshop'))
  await symlink(join(elsewhere, '450814997'), join(game, '!Workshop/@ace'))
  for (const name of [
    '@a;@b',
    '@a"',
    "@a' -exec=b",
    '@a -exec',
    '@..',
    '@a\\..\\b',
    '@$(id)',
    '@a\n-x',
    '@\\\\host\\b',
    '@con',
    '@a\u202e',
  ])
    await write(game, { [`${name}/addons/a.pbo`]: '' })
  expect(await findModFolders([game])).toEqual(['!Workshop\\@ace'])
})

it('finds nothing where there is no folder', async () => {
  expect(await findModFolders([join(await tempFolder(), 'gone')])).toEqual([])
})

it('finds those among the community’s mods too, each once', async () => {
  const [mods, game] = [await tempFolder(), await tempFolder()]
  await write(mods, { '@Harbour/addons/a.pbo': '', '@Both/addons/a.pbo': '', '@Both/addons/a.pbo.key.bisign': '' })
  await write(game, { '@Own/addons/a.pbo': '', '@Both/addons/a.pbo': '' })
  expect(await findModFolders([mods, game])).toEqual(['@Both', '@Harbour', '@Own'])
  const rule = { packed: '.pbo', signature: '.bisign' }
  expect(await notSignedBy(['key'], ['@Both', '@Harbour'], [mods, game], rule)).toEqual(['@Harbour'])
})

it('is not held up by a server with many keys and a mod of many packages', async () => {
  const game = await tempFolder()
  const names = Array.from({ length: 1_000 }, (_, at) => [`p${at}.pbo`, `p${at}.pbo.right.bisign`]).flat()
  await write(game, Object.fromEntries(names.map((name) => [`@many/addons/${name}`, ''])))
  const keys = [...Array.from({ length: 254 }, (_, at) => `wrong${at}`), 'right']
  const before = process.cpuUsage()
  expect(await notSignedBy(keys, ['@many'], [game], { packed: '.pbo', signature: '.bisign' })).toEqual([])
  const { user, system } = process.cpuUsage(before)
  expect(user + system).toBeLessThan(250_000)
})
