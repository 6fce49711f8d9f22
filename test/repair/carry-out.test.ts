import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { carryOut } from '../../src-main/cli/carry-out.ts'
import { readUnfinished } from '../../src-main/mods/repair/unfinished.ts'
import { GameWatch } from '../../src-main/play/index.ts'
import type { RunningProcess } from '../../src-main/play/platform/index.ts'
import { platformWith } from '../play/support.ts'
import { one, openRepairs } from './setup.ts'
import { read, treeOf } from './support.ts'

/** A repair service whose game is what `seen` says; looks are taken by hand. */
async function setUp() {
  const seen: { processes: RunningProcess[] | undefined } = { processes: [{ names: ['game'] }] }
  const processes = () => (seen.processes ? Promise.resolve(seen.processes) : Promise.reject(new Error('EMFILE')))
  const platform = platformWith({ processes })
  const rare = 3_600_000
  const game = new GameWatch({ platform, names: ['game'], now: () => new Date(), pollMs: rare, startPollMs: rare })
  onTestFinished(() => game.close())
  const setup = await openRepairs({ game })
  const stderr = new PassThrough()
  const terminal = {
    workers: { mods: new URL('file:///none'), hash: new URL('file:///none') },
    env: {},
    stdout: new PassThrough(),
    stderr,
  }
  const carry = async (signal = new AbortController().signal) => {
    const plan = await setup.repairs.plans.whole(1)
    return carryOut({ service: setup.repairs, game, plan, setAside: false, terminal, signal })
  }
  const heard = () => String(stderr.read() ?? '')
  return { ...setup, seen, game, carry, heard }
}

describe('a repair of the command line that waits for the game', () => {
  it('goes on by itself once it is closed', async () => {
    const { seen, game, carry, heard, reached, gameDir } = await setUp()
    const done = carry()
    await reached('paused')
    expect(heard()).toContain('waiting until it is closed')
    expect(read(gameDir, one)).toBeUndefined()
    seen.processes = []
    await game.look()
    expect(await done).toMatchObject({ phase: 'ended', outcome: { repaired: 3, troubles: [] } })
  })

  it('ends with a code where the system does not tell any more, and is gone on with later', async () => {
    const { seen, game, carry, reached, gameDir, needs } = await setUp()
    const done = carry().catch((error: unknown) => error)
    await reached('paused')
    seen.processes = undefined
    while (game.state.running) await game.look()
    expect(await done).toMatchObject({ code: 'game-unseen' })
    expect(read(gameDir, one)).toBeUndefined()
    expect((await readUnfinished(needs.disk, gameDir)).unfinished).toHaveLength(1)
    seen.processes = []
    expect(await carry()).toMatchObject({ phase: 'ended', outcome: { repaired: 3, troubles: [] } })
    expect((await readUnfinished(needs.disk, gameDir)).unfinished).toEqual([])
  })
})

it('a repair that was stopped before its beginning changes nothing', async () => {
  const { seen, carry, gameDir } = await setUp()
  seen.processes = []
  await expect(carry(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  expect(treeOf(gameDir)).toEqual({})
})
