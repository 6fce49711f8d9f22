import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { pathToFileURL } from 'node:url'
import { programAt } from '../support/programs.ts'
import { makeGame, workers } from './game.ts'
import { setUp } from './service-setup.ts'

const FOLDERS = 6
const FILES = 100

it('ends with the reason of the abort, whichever step it meets, and leaves nothing unhandled', async () => {
  const game = makeGame()
  for (let at = 0; at < FOLDERS * FILES; at++) game.add(`@Mod/dir${at % FOLDERS}/f${at}`, randomBytes(10))
  for (const tier of ['full', 'quick'] as const)
    for (let turns = 1; turns < 10_000; turns *= 6) {
      const control = new AbortController()
      const reason = new Error(`after ${turns} turns`)
      const verifying = game.verify(tier, { signal: control.signal }).catch((error: unknown) => error)
      for (let turn = 0; turn < turns; turn++) await nextTurn()
      control.abort(reason)
      const end = await verifying
      if (end !== reason) expect(end).toMatchObject({ trusted: true, result: 'ready' })
    }
})

it('ends with the reason of the abort where the threads never answer', async () => {
  const { mods, needs } = await setUp([10])
  needs.workers = { ...workers, mods: pathToFileURL(programAt('silent-child')) }
  const control = new AbortController()
  mods.onChange(({ mods: [mod] }) => {
    if (mod?.verification.state === 'verifying') setImmediate(() => control.abort(new Error('enough')))
  })
  await expect(mods.check({ modId: 1, tier: 'full' }, control.signal)).rejects.toThrow('enough')
})
