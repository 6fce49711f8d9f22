import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createPoolKeeper } from '../../src-main/mods/pool-keeper.ts'
import { joinPaths, type HashBatch } from '../../src-main/mods/worker/protocol.ts'
import { programAt } from '../support/programs.ts'
import { tempDir } from '../support/temp.ts'
import { makeGame, workerUrl } from './game.ts'

function keeper(idleMs?: number) {
  const pools = createPoolKeeper(workerUrl, idleMs)
  onTestFinished(() => pools.close())
  return pools
}

function batchOf(count: number): HashBatch {
  const root = tempDir()
  const names = Array.from({ length: count }, (_, at) => `f${at}`)
  for (const name of names) writeFileSync(join(root, name), 'x')
  const sizes = new Float64Array(count).fill(1)
  return {
    kind: 'hash',
    root,
    paths: joinPaths(names),
    sizes,
    algorithm: 0,
    expected: new Uint8Array(),
    wantsStats: true,
  }
}

it('the threads of one check serve the next one, and each tells its own bytes', async () => {
  const pools = keeper()
  const game = makeGame()
  for (let at = 0; at < 30; at++) game.add(`@Mod/f${at}`)
  const first = pools.take()
  const check = async (pool: typeof first) => {
    const verified = await game.verify('full', { pool })
    if (!verified.trusted) throw new Error(verified.reason)
    return verified.report
  }
  const reports = [await check(first), await check(pools.take())]
  for (const { verdict, bytesHashed } of reports) expect([verdict, bytesHashed]).toEqual(['ready', 3_000])
  expect(first.bytes).toBe(6_000) // both of them
})

it('a pool is lent once, works again after a stop, and is not kept while it has something in hand', async () => {
  const pools = keeper()
  const [one, other] = [pools.take(), pools.take()]
  await Promise.all([one.hash(batchOf(3)), other.hash(batchOf(3))])
  one.stop()
  one.close()
  one.close() // it is somebody else's from now on
  const again = pools.take()
  one.stop()
  await expect(one.hash(batchOf(3))).rejects.toThrow('stopped')
  expect([...(await again.hash(batchOf(3))).states]).not.toContain(0)
  const inHand = again.hash(batchOf(3))
  again.close()
  await expect(inHand).rejects.toThrow('stopped')
  other.close()
})

it('what is kept ends by itself, and does not keep the process', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [programAt('pool-keeper-child'), workerUrl.href], {
    encoding: 'utf8',
    timeout: 20_000, // one that is kept would keep the tests, too
  })
  expect([status, stdout, stderr]).toEqual([0, 'kept\nclosed\nkept\n', ''])
})
