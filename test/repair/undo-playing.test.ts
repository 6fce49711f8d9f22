import { expect, it } from 'vitest'
import { one, openRepairs, three, two } from './setup.ts'
import { read, write } from './support.ts'

it.each(['while its mod is locked', 'after its first file'])(
  'an undo replaces nothing more when the game starts %s, and is made whole after it',
  async (when) => {
    const game = { runs: false, sure: () => Promise.resolve({ running: game.runs }) }
    const hold = () => {
      game.runs ||= isUndo && when === 'while its mod is locked'
      return Promise.resolve(() => undefined)
    }
    let isUndo = false
    const world = await openRepairs({ game, hold, whoHolds: () => Promise.resolve(null) })
    const { disk } = world.needs
    world.needs.disk = {
      ...disk,
      rename: async (from, to) => {
        await disk.rename(from, to)
        game.runs ||= isUndo && String(to).endsWith('.pbo') && !String(to).includes('.loadout')
      },
    }
    const paths = [one, two, three]
    const now = () => paths.map((path) => String(read(world.gameDir, path)))
    for (const path of paths) write(world.gameDir, path, 'former')
    await world.recheck()
    await world.repairAll()
    const { sessionId } = await world.reached('ended')
    isUndo = true
    const undo = () =>
      world.handlers().undo({ sessionId, paths: null }, { signal: new AbortController().signal, windowId: 1 })
    await expect(undo()).rejects.toMatchObject({ code: 'undo-while-playing' })
    expect(now().filter((text) => text === 'former')).toHaveLength(when === 'after its first file' ? 1 : 0)
    isUndo = game.runs = false
    expect((await undo()).left).toEqual([])
    expect(now()).toEqual(['former', 'former', 'former'])
  },
)
