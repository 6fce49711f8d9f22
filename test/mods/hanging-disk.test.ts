import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { plantInProcess, plantInThreads } from '../support/faults/elsewhere.ts'
import { faultyProgramAt } from '../support/programs.ts'
import { soon } from '../support/soon.ts'
import { makeGame } from './game.ts'
import { setUp } from './service-setup.ts'
import { hasPipes } from '../support/system.ts'

/** Settles when one of the planted faults was reached. */
const reached = (hits: () => string[]) => soon(() => expect(hits()).not.toEqual([]))

/** The service, whose threads have a fault planted. */
async function setUpFaulty(fault: string) {
  const { hits, workerAt } = plantInThreads(fault)
  const workers = { mods: workerAt('mods-worker'), hash: workerAt('hash-worker') }
  return { ...(await setUp([10, 20], { workers, silenceMs: 2_000 })), hit: () => reached(hits) }
}

const never = new AbortController().signal
const nothing = () => undefined

describe.skipIf(!hasPipes)('a disk that does not answer', () => {
  it.each(['readdir:EHANG@', 'realpath:EHANG@', 'readdir:EHANG@@Mod', 'lstat:EHANG@file_1'])(
    'ends a check in a failure that says so: %s',
    async (fault) => {
      const { mods, gameDir, hit } = await setUpFaulty(fault.endsWith('@') ? `${fault}loadout` : fault)
      const checking = mods.check({ modId: 1, tier: 'quick' }, never)
      await expect(checking).rejects.toMatchObject({
        code: 'game-dir-unusable',
        facts: { path: gameDir, errno: 'ETIMEDOUT' },
      })
      await hit()
      expect(mods.view.mods[0]?.verification).toEqual({ state: 'unknown', last: null })
    },
  )

  it('ends a comparison of signatures', async () => {
    const { mods, gameDir, hit } = await setUpFaulty('readdir:EHANG@@Mod')
    await mods.lists.read(1, never)
    const rule = { packed: '.pbo', signature: '.bisign' }
    expect(await mods.lists.findSignatureFaults(1, gameDir, rule)).toBe('disk')
    await hit()
  })

  it('does not hold a cancel', async () => {
    const { mods, needs, hit } = await setUpFaulty('readdir:EHANG@@Mod')
    needs.silenceMs = 600_000
    const control = new AbortController()
    const checking = mods.check({ modId: 1, tier: 'full' }, control.signal)
    checking.catch(nothing)
    await hit()
    control.abort(new Error('enough'))
    await expect(checking).rejects.toThrow('enough')
  })

  it('does not hold the service, and is not told as a folder that is gone', async () => {
    const { mods, again, hit } = await setUpFaulty('readdir:EHANG@loadout')
    await hit()
    expect(mods.view).toMatchObject({ gameDirExists: true, mods: [{ id: 1 }] })
    expect((await again()).view.mods).toHaveLength(1)
  })

  it.each([
    ['verify', ''],
    ['verify', '@Mod'],
    ['hash', '@Mod'],
  ])('ends loadout %s at the first interrupt, below the game folder at "%s"', async (command, at) => {
    const game = makeGame()
    game.add('@Mod/file')
    const list = join(game.cacheDir, 'list.json')
    writeFileSync(list, JSON.stringify({ data: game.rows }))
    const { env, hits } = plantInProcess(`readdir:EHANG@${join(game.dir, at)}`)
    const words = command === 'hash' ? [join(game.dir, '@Mod')] : ['--list', list, '--game-dir', game.dir]
    const child = spawn(process.execPath, [faultyProgramAt('cli'), command, ...words], {
      env: { ...process.env, ...env, LOADOUT_CACHE_DIR: game.cacheDir },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const said = text(child.stderr)
    await reached(hits)
    child.kill('SIGINT')
    await once(child, 'exit')
    expect(await said).toContain('interrupted')
  })
})
