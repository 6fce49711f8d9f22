import { randomBytes } from 'node:crypto'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { openPool } from '../../src-main/mods/pool.ts'
import { algorithms, FileState, joinPaths } from '../../src-main/mods/worker/protocol.ts'
import { programAt } from '../support/programs.ts'
import { tempDir } from '../support/temp.ts'
import { makeGame, resultsOf, workerUrl } from './game.ts'

it('a thread that dies in the middle costs the one file that it died with, and nothing hangs', async () => {
  const game = makeGame()
  for (let at = 0; at < 300; at++) game.add(`@Mod/dir${at % 3}/f${at}`, randomBytes(at % 50 === 0 ? 2 << 20 : 500))
  game.add('@Mod/dir1/deadly')
  game.add('@Mod/sha/deadly', randomBytes(10), 'sha1')
  const verifying = game.verify('full', { workerUrl: pathToFileURL(programAt('crash-child')), workers: 2 })
  expect(await resultsOf(verifying)).toEqual({
    '@Mod/dir1/deadly': ['unreadable', 'EWORKER'],
    '@Mod/sha/deadly': ['unreadable', 'EWORKER'],
  })
  expect(await verifying).toMatchObject({ report: { counts: { ok: 300, unreadable: 2 } } })
}, 60_000)

it.each(['md5', 'sha1'] as const)(
  'a stop in the middle of large files (%s) reads no further than what was begun',
  async (name) => {
    const root = tempDir()
    const paths = Array.from({ length: 8 }, (_, at) => `f${at}`)
    for (const path of paths) {
      writeFileSync(join(root, path), '')
      truncateSync(join(root, path), 512 << 20) // sparse
    }
    const pool = openPool(workerUrl, 1)
    onTestFinished(() => pool.close())
    const hashing = pool.hash({
      kind: 'hash',
      root,
      paths: joinPaths(paths),
      sizes: new Float64Array(paths.length).fill(-1),
      algorithm: algorithms.indexOf(name),
      expected: new Uint8Array(),
      wantsStats: true,
    })
    while (pool.bytes === 0) await nextTurn()
    pool.stop()
    const atStop = pool.bytes
    const { states } = await hashing
    expect([...states]).toEqual(paths.map(() => FileState.open))
    // a round of all lanes, or one buffer of a lone file
    expect(pool.bytes - atStop).toBeLessThanOrEqual(1 << 20)
  },
)
