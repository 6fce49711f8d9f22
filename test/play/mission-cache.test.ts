import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clearMissions } from '../../src-main/play/mission-cache.ts'
import { isWindows } from '../support/system.ts'
import { tempFolder, write } from './support.ts'

const closed = { sure: () => Promise.resolve({ running: false }) }

it('moves missions to the trash, and nothing else', async () => {
  const data = await tempFolder()
  await write(data, {
    'MPMissionsCache/life.Altis.pbo': 'four',
    'MPMissionsCache/OLD.PBO': '12',
    'MPMissionsCache/notes.txt': '',
    'MPMissionsCache/folder.pbo/x': '',
    'life.pbo': '',
  })
  const gone: string[] = []
  const trash = async (path: string) => {
    await rm(path)
    gone.push(path)
  }
  const parts = { dataFolders: () => [data, join(data, 'gone')], trash }
  const proposal = await clearMissions(parts, closed)
  const cache = join(data, 'MPMissionsCache')
  expect(proposal).toMatchObject({ question: { kind: 'clear-missions', files: 2, bytes: 6, folder: cache } })
  expect(gone).toEqual([])
  expect(await proposal.yes()).toBe(2)
  expect(gone.sort()).toEqual([join(cache, 'OLD.PBO'), join(cache, 'life.Altis.pbo')])
  await expect(clearMissions(parts, closed)).rejects.toMatchObject({ code: 'missions-none' })
})

it('says why the system keeps one', async () => {
  const data = await tempFolder()
  await write(data, { 'MPMissionsCache/a.pbo': '' })
  const trash = () => Promise.reject(Object.assign(new Error('no'), { code: 'EBUSY' }))
  const proposal = await clearMissions({ dataFolders: () => [data], trash }, closed)
  await expect(proposal.yes()).rejects.toMatchObject({ code: 'missions-kept', facts: { errno: 'EBUSY' } })
})

it.skipIf(isWindows)('follows no link', async () => {
  const [data, other, third] = [await tempFolder(), await tempFolder(), await tempFolder()]
  await write(other, { 'a.pbo': 'mine' })
  await write(data, { 'MPMissionsCache/x': '' })
  await symlink(join(other, 'a.pbo'), join(data, 'MPMissionsCache/a.pbo'))
  await symlink(other, join(third, 'MPMissionsCache'))
  const parts = { dataFolders: () => [data, third], trash: () => Promise.resolve() }
  await expect(clearMissions(parts, closed)).rejects.toMatchObject({ code: 'missions-none' })
})

it('leaves them to a game that runs or may run, though it was started while the player was asked', async () => {
  const data = await tempFolder()
  await write(data, { 'MPMissionsCache/a.pbo': '' })
  let running: boolean | null = false
  const game = { sure: () => Promise.resolve({ running }) }
  const gone: string[] = []
  const parts = { dataFolders: () => [data], trash: (path: string) => Promise.resolve(void gone.push(path)) }
  const proposal = await clearMissions(parts, game)
  running = true
  await expect(proposal.yes()).rejects.toMatchObject({ code: 'game-running' })
  await expect(clearMissions(parts, game)).rejects.toMatchObject({ code: 'game-running' })
  running = null
  await expect(proposal.yes()).rejects.toMatchObject({ code: 'game-unseen' })
  await expect(clearMissions(parts, game)).rejects.toMatchObject({ code: 'game-unseen' })
  expect(gone).toEqual([])
})
