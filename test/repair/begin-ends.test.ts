import { expect, it } from 'vitest'
import { isAbort } from '../../src-preload/contract/failure.ts'
import { tempDir } from '../support/temp.ts'
import { openRepairs } from './setup.ts'

const slowly = { limits: () => ({ concurrency: 2, bytesPerSecond: 60_000 }) }

type World = Awaited<ReturnType<typeof openRepairs>>

/** A repair that was stopped while it fetched. */
async function stopped(world: World) {
  await world.repairAll()
  await world.reached('fetching', ({ progress }) => progress.bytesDone > 0)
  await world.repairs.stop(1)
  await world.reached('interrupted')
}

/** From now on the game is looked for without an answer. `asked`: somebody waits for it; `answer`: it does not run. */
function holdGame({ needs }: World) {
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    const answered = new Promise<{ running: boolean }>((tell) => (answer = () => void tell({ running: false })))
    needs.game = { runs: false, sure: () => (resolve(), answered) }
  })
  return { asked, answer }
}

it('a repair does not go on in the former game folder when another one is chosen while it waits', async () => {
  let held = 0
  const world = await openRepairs({ ...slowly, hold: () => Promise.resolve((held++, () => void held--)) })
  await stopped(world)
  const game = holdGame(world)
  const resumed = world.repairs.resume(1)
  await game.asked
  const other = tempDir()
  world.needs.gameDir = () => other
  await world.repairs.recover()
  game.answer()
  await expect(resumed).rejects.toMatchObject({ code: 'repair-plan-gone' })
  expect([world.repairs.states, held]).toEqual([[], 0])
})

it.each([
  ['the app ends', 'begin', (world: World) => world.repairs.close()],
  ['the app ends', 'resume', (world: World) => world.repairs.close()],
  ['its mod is taken out of the queue', 'begin', ({ queue }: World) => queue.takeOut(1)],
] as const)('no repair begins after %s while it waits (%s)', async (_when, how, end) => {
  let held = 0
  const hold = () => Promise.resolve((held++, () => void held--))
  const world = await openRepairs({ ...slowly, areFromCommunity: () => Promise.resolve(true), hold })
  const { repairs, queue } = world
  if (how === 'resume') await stopped(world)
  const before = repairs.states
  const game = holdGame(world)
  const begun = how === 'resume' ? repairs.resume(1) : queue.begin(1)
  const settled = begun.catch((error: unknown) => isAbort(error))
  await game.asked
  await end(world)
  game.answer()
  expect([await settled, repairs.states, held]).toEqual([true, before, 0])
})
