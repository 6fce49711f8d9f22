import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openPool } from '../../src-main/mods/index.ts'
import { makeGame, workerUrl } from './game.ts'

/** More than a worker lists in one go, so that the folders come in several answers. */
const FOLDERS = 6
const FILES = 400

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
      if (end !== reason) expect(end).toMatchObject({ trusted: true, report: { verdict: 'ready' } })
    }
})

it('ends with the reason of the abort where the disk never answers', async () => {
  const game = makeGame()
  game.add('@Mod/a')
  const pool = openPool(workerUrl, 1)
  const control = new AbortController()
  const scan = () => {
    control.abort(new Error('enough'))
    return new Promise<never>(() => undefined)
  }
  await expect(game.verify('full', { signal: control.signal, pool: { ...pool, scan } })).rejects.toThrow('enough')
})
