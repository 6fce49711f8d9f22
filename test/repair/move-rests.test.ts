import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { one, two, world } from './move-world.ts'
import { bytesOf, MOD, treeOf, write } from './support.ts'

it('what was removed while a move rested does not come back with the copies made before', async () => {
  const runs = [false, true]
  const game = { runs: false, sure: () => Promise.resolve({ running: runs.shift() ?? false }) }
  const { mover, gameDir, to, mods, modsDir } = world({ game })
  const extra = '@Harbour/addons/extra.pbo'
  write(gameDir, extra, 'an update sets it aside')
  await mover.begin(to)
  await mover.goOn()
  expect([mover.place.move?.failure?.code, treeOf(to)]).toEqual([
    'game-running',
    { ...mods, [extra]: expect.anything() },
  ])
  rmSync(join(gameDir, MOD), { recursive: true })
  rmSync(join(gameDir, extra))
  write(to, '@Harbour/notes.txt', 'the player’s own')
  await mover.goOn()
  expect([mover.place.move, modsDir()]).toEqual([null, to])
  const names = readdirSync(to, { recursive: true }).map(String)
  const shown = names.filter((name) => name.startsWith('@') && !name.includes('.old')).sort()
  expect(shown).toEqual(['@Harbour', join('@Harbour/addons'), join('@Harbour/addons/two.pbo')])
  const was = (path: string) => {
    const found = names.find((name) => name.split(/\.[0-9a-f-]{36}\.old/).join('') === join(path))
    return readFileSync(join(to, found ?? ''))
  }
  expect(was(one).equals(bytesOf('one', 2_500_000))).toBe(true)
  expect([was(extra), was('@Harbour/notes.txt')].map(String)).toEqual(['an update sets it aside', 'the player’s own'])
})

it('a move goes on after a game that started and ended while the move was still stopping', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const { mover, to, modsDir, mods } = world({ stopAhead: () => released })
  await mover.begin(to)
  const followed = [mover.follow(true), mover.follow(false)]
  release()
  await Promise.all(followed)
  expect([mover.place.move, modsDir(), treeOf(to)]).toEqual([null, to, mods])
})

it('a move that an earlier run left after the switch says that the mods were moved before it removes the old files', async () => {
  const told: unknown[] = []
  const { mover, gameDir, to, dataDir, mods } = world({
    moved: (...at) => Promise.resolve(void told.push([...at, treeOf(gameDir)[one]])),
  })
  for (const path of [one, two]) write(to, path, readFileSync(join(gameDir, path)))
  mkdirSync(join(to, '.loadout'))
  const move = { from: gameDir, to, keeps: false, folders: [MOD, '@Harbour'] }
  writeFileSync(join(dataDir, 'moving-mods.json'), JSON.stringify(move))
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ modsDir: to }))
  await mover.recover()
  expect([mover.place.move, told, treeOf(gameDir)[one]]).toEqual([null, [[gameDir, to, mods[one]]], undefined])
})
