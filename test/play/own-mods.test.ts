import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { OwnModsOf } from '../../src-main/play/own-mods.ts'
import { isWindows } from '../support/system.ts'
import { installAt } from './launch-support.ts'
import { optionsWith, ownSettings, tempFolder, write } from './support.ts'

async function world() {
  const [game, disk] = [await tempFolder(), await tempFolder()]
  await write(game, { '@Game/addons/a.pbo': '', '@Both/addons/a.pbo': '' })
  await write(disk, { 'mods/@Disk/Addons/a.pbo': '', 'mods/@Both/addons/b.pbo': '', 'empty/readme.txt': '' })
  const own = new OwnModsOf(ownSettings(), () => undefined)
  const names = async () => (await own.find(installAt(game))).found.map(({ name }) => name)
  return { own, names, install: installAt(game), mods: join(disk, 'mods'), disk }
}

it('offers the mods of a folder that the player added, and says where they lie', async () => {
  const { own, names, install, mods } = await world()
  expect(await names()).toEqual(['@Both', '@Game'])
  await own.add(mods)
  await own.add(mods)
  expect(await names()).toEqual(['@Both', '@Disk', '@Game'])
  expect((await own.find(install)).folders).toEqual([mods])
  const options = optionsWith({ mods: { alone: ['@Disk', '@Gone'] } })
  expect(await own.chosen(undefined, install, options)).toEqual(['@Disk'])
  expect(await own.pathOf('@Disk', install)).toBe(join(mods, '@Disk'))
  expect(await own.pathOf('@Both', install)).toBeUndefined() // that in the game's folder comes first
  own.drop(mods)
  expect([await names(), await own.chosen(undefined, install, options)]).toEqual([['@Both', '@Game'], []])
})

it('takes the folder around a mod that was picked itself', async () => {
  const { own, install, mods } = await world()
  await own.add(join(mods, '@Disk'))
  expect((await own.find(install)).folders).toEqual([mods])
})

it('refuses a folder without mods, and one that would break the command line', async () => {
  const { own, install, disk } = await world()
  await write(disk, { 'a;b/@Disk/addons/a.pbo': '' })
  for (const [folder, why] of [
    ['empty', 'none'],
    ['gone', 'none'],
    ['a;b', 'name'],
  ] as const)
    await expect(own.add(join(disk, folder))).rejects.toMatchObject({ code: 'mods-folder-refused', facts: { why } })
  expect((await own.find(install)).folders).toEqual([])
})

it.skipIf(isWindows)('says of a mod that it cannot be read', async () => {
  const { own, install, mods } = await world()
  await symlink('@Loop', join(mods, '@Loop'))
  await write(mods, { '@Shut/mod.cpp': '' })
  await symlink('addons', join(mods, '@Shut/addons'))
  await own.add(mods)
  const { found } = await own.find(install)
  expect(found.filter(({ isReadable }) => !isReadable).map(({ name }) => name)).toEqual(['@Loop', '@Shut'])
})
