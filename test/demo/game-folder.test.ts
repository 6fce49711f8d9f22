import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import demo from '../../resources/demo/mods.json' with { type: 'json' }
import { openGameFolder, plantedProblems } from '../../src-main/demo/index.ts'
import { tempDir } from '../support/temp.ts'

const now = () => new Date('2026-05-01T12:00:00Z')

it('makes some hundred files once, with five things wrong, and never touches them again', async () => {
  const dir = join(tempDir(), 'game')
  const game = openGameFolder(dir, now)
  await game.ready
  const rows = (await game.list(1)) ?? []
  expect(rows.length).toBeGreaterThan(250)
  expect(rows.reduce((sum, row) => sum + Number(row.Size), 0)).toBeLessThan(60 << 20)

  const addons = await readdir(join(dir, '@Nordwind/addons'))
  expect(addons).not.toContain('nw_harbour.pbo')
  expect(addons).toContain('nw_uniforms_2019.pbo')
  expect(addons).toContain('NW_Clothing.pbo')
  const trucks = await readFile(join(dir, plantedProblems['wrong-hash']))
  const truth = Buffer.from(game.bytes(plantedProblems['wrong-hash']) ?? [])
  expect(trucks.length).toBe(truth.length)
  expect(trucks.equals(truth)).toBe(false)
  const radio = await stat(join(dir, plantedProblems['wrong-size']))
  expect(radio.size).toBeLessThan(game.bytes(plantedProblems['wrong-size'])?.length ?? 0)

  await writeFile(join(dir, 'player.txt'), 'mine')
  await rm(join(dir, '@Nordwind/mod.cpp'))
  const again = openGameFolder(dir, now)
  await again.ready
  expect(await again.list(1)).toEqual(rows)
  expect(await readdir(join(dir, '@Nordwind'))).not.toContain('mod.cpp')
})

it('has a list and files, but nothing on disk, of every mod that is not installed', async () => {
  const dir = join(tempDir(), 'game')
  const game = openGameFolder(dir, now)
  const mods = demo.mods.filter(({ HasGameFiles }) => HasGameFiles)
  for (const { Id, Directories } of mods) {
    const rows = (await game.list(Id)) ?? []
    expect(rows.map(({ RelativPath }) => game.bytes(RelativPath.replaceAll('\\', '/'))?.length)).toEqual(
      rows.map(({ Size }) => Number(Size)),
    )
    expect([Directories, rows.length > 0]).toEqual([Directories, true])
  }
  expect(await readdir(dir)).not.toContain('@NordwindBeta')
})

it('has no list for a mod without files', async () => {
  const game = openGameFolder(join(tempDir(), 'game'), now)
  expect(await game.list(6)).toBeUndefined()
  expect(game.bytes('@Nordwind/../x')).toBeUndefined()
})
