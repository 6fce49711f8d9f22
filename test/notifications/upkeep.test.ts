import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LastGoodStore } from '../../src-main/community/last-good.ts'
import { playerCopiesIn } from '../../src-main/community/index.ts'
import { type Notice, watchUpkeep } from '../../src-main/notifications/index.ts'
import type { Player } from '../../src-preload/contract/community/player.ts'
import type { NoticeClass } from '../../src-preload/contract/settings.ts'
import { tempDir } from '../support/temp.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

/** The watch of a player who has signed in here before, or not, and whose house is paid for one more day. */
async function watch({ wasHere = true, silenced = [] as NoticeClass[] } = {}) {
  const profileDir = tempDir()
  const copies = playerCopiesIn(join(profileDir, 'cache'))
  await LastGoodStore.open({ folder: copies, maxBytes: 1 << 20, now: () => NOW, log: () => undefined }) // as every start does
  if (wasHere) writeFileSync(join(copies, 'player.json'), '{}')
  const rung: Notice[] = []
  let reads = 0
  const quits: (() => unknown)[] = []
  onTestFinished(() => void quits.map((quit) => quit()))
  const look = watchUpkeep(
    {
      profileDir,
      settings: { settings: { silenced } } as unknown as Parameters<typeof watchUpkeep>[0]['settings'],
      now: () => NOW,
      log: { info: () => undefined },
      onQuit: (quit) => void quits.push(() => quit()),
    },
    {
      view: { state: 'unasked', name: '' },
      player: () => {
        reads++
        const value = {
          houses: [{ id: 311, disabled: false, paidHours: 20 }],
          rentals: [],
          buildings: [],
          companies: [],
        } as unknown as Player
        return Promise.resolve({ value, asOf: NOW.toISOString(), source: 'live', state: 'fresh' } as never)
      },
    },
    (notice) => rung.push(notice),
  )
  return { look, rung, reads: () => reads }
}

test('the first look needs no waiting: the player is read, and what ends soon is told', async () => {
  const { look, rung, reads } = await watch()
  await look()
  expect({ reads: reads(), told: rung.map(({ class: what }) => what) }).toEqual({ reads: 1, told: ['upkeep'] })
})

test('where notifications of it are off Home still hears of the player, and nothing else is told', async () => {
  const { look, rung, reads } = await watch({ silenced: ['upkeep'] })
  await look()
  expect({ reads: reads(), told: rung }).toEqual({ reads: 1, told: [] })
})

test('who has never signed in here is not looked for: no keychain is opened', async () => {
  const { look, reads } = await watch({ wasHere: false })
  await look()
  expect(reads()).toBe(0)
})
