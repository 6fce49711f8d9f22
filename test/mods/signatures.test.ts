import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { tempDir } from '../support/temp.ts'
import { listOf } from './game.ts'
import { setUp } from './service-setup.ts'

const rule = { packed: '.PBO', signature: '.bisign' }
const listed = ['addons/a.pbo', 'addons/a.pbo.harbour_v3.bisign', 'mod.cpp']

/** Compares the signatures of a mod whose list names `listed` and whose folder has these files. */
async function faultsOf(files: readonly string[], paths: readonly string[] = listed) {
  const gameDir = tempDir()
  for (const file of files) {
    const path = join(gameDir, '@Mod', file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, '')
  }
  const rows = paths.map((path) => ({ RelativPath: `@Mod/${path}`, Hash: 'a'.repeat(32), Size: 1 }))
  const { mods } = await setUp([], { hashList: () => Promise.resolve(listOf(rows)) })
  return { mods, gameDir, faults: await mods.lists.findSignatureFaults(1, gameDir, rule) }
}
const none = { count: 0, files: [] }
const noFaults = { foreign: none, missing: none, unknownKey: none }
const one = (file: string) => ({ count: 1, files: [`@Mod/${file}`] })

it('all signatures are right if the files are the listed ones; the list is fetched if none was seen yet', async () => {
  expect((await faultsOf(listed)).faults).toEqual(noFaults)
})

it('a foreign package is named, whatever its case', async () => {
  const { faults } = await faultsOf([...listed, 'addons/Old.PBO', 'readme.txt'])
  expect(faults).toEqual({ ...noFaults, foreign: one('addons/Old.PBO') })
  expect((await faultsOf(['addons/A.pbo', ...listed.slice(1)])).faults).toEqual(noFaults)
})

it('a missing signature and one of an unknown key are named', async () => {
  const { faults } = await faultsOf(['addons/a.pbo', 'mod.cpp'])
  expect(faults).toEqual({ ...noFaults, missing: one('addons/a.pbo.harbour_v3.bisign') })
  const strange = await faultsOf([...listed, 'addons/a.pbo.other_key.bisign'])
  expect(strange.faults).toEqual({ ...noFaults, unknownKey: one('addons/a.pbo.other_key.bisign') })
})

it('of very many files, all are counted and some are named', async () => {
  const signatures = Array.from({ length: 300 }, (_, at) => `addons/${at}.pbo.key.bisign`)
  const { faults } = await faultsOf(['mod.cpp'], signatures)
  expect(faults).toMatchObject({ missing: { count: 300, files: { length: 20 } } })
})

it('without a list or a folder, it says which', async () => {
  const { mods, gameDir } = await faultsOf(listed)
  expect(await mods.lists.findSignatureFaults(2, gameDir, rule)).toBe('list')
  await rm(join(gameDir, '@Mod'), { recursive: true })
  expect(await mods.lists.findSignatureFaults(1, gameDir, rule)).toBe('disk')
  expect((await faultsOf(listed, [])).faults).toBe('list')
})
