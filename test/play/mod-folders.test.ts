import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findModFolders as findAll, judgeOwnMods } from '../../src-main/play/installs/mod-folders.ts'
import { isWindows } from '../support/system.ts'
import { tempFolder, write } from './support.ts'

const findModFolders = async (dirs: string[]) => (await findAll(dirs)).map(({ name }) => name)

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
  expect(await judgeOwnMods(['wrong', 'key'], ['@Both', '@Harbour'], [mods, game], rule)).toEqual({
    kicked: ['@Harbour'],
    unreadable: [],
  })
})
