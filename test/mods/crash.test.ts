import { createHash, randomBytes } from 'node:crypto'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { HashPool } from '../../src-main/mods/index.ts'
import { plantInThreads } from '../support/faults/elsewhere.ts'
import { tempDir } from '../support/temp.ts'
import { makeGame, resultsOf, workers } from './game.ts'

it('a thread that dies in the middle costs the one file that it died with, and nothing hangs', async () => {
  const game = makeGame()
  for (let at = 0; at < 300; at++) game.add(`@Mod/dir${at % 3}/f${at}`, randomBytes(at % 50 === 0 ? 2 << 20 : 500))
  game.add('@Mod/dir1/deadly')
  game.add('@Mod/sha/deadly', randomBytes(10), 'sha1')
  const { workerAt } = plantInThreads('open:EEXIT@deadly')
  const verifying = game.verify('full', {
    ...{ modsWorker: workerAt('mods-worker'), hashWorker: workerAt('hash-worker') },
    threads: 2,
  })
  expect(await resultsOf(verifying)).toEqual({
    '@Mod/dir1/deadly': ['unreadable', 'EWORKER'],
    '@Mod/sha/deadly': ['unreadable', 'EWORKER'],
  })
  expect(await verifying).toMatchObject({ counts: { ok: 300, unreadable: 2 } })
}, 60_000)

it.each(['md5', 'sha1'] as const)(
  'a stop in the middle of large files (%s) reads no further than what was begun, and tells none of them',
  async (algorithm) => {
    const root = tempDir()
    const size = 512 << 20
    const files = Array.from({ length: 8 }, (_, at) => ({ path: join(root, `f${at}`), size, algorithm }))
    for (const { path } of files) {
      writeFileSync(path, '')
      truncateSync(path, size) // sparse
    }
    const pool = new HashPool(workers.hash, 1)
    onTestFinished(() => pool.close())
    const told: unknown[] = []
    const hashing = pool.hash(files, (place) => told.push(place))
    while (pool.bytes === 0) await nextTurn()
    pool.stop()
    const atStop = pool.bytes
    await hashing
    expect(told).toEqual([])
    // a round of all lanes, or one buffer of a lone file
    expect(pool.bytes - atStop).toBeLessThanOrEqual(2 << 20)
  },
)

it('a run that is aborted ends at once, and the next one has the threads', async () => {
  const root = tempDir()
  const path = join(root, 'big')
  writeFileSync(path, '')
  truncateSync(path, 512 << 20)
  writeFileSync(join(root, 'small'), 'abc')
  const pool = new HashPool(workers.hash, 1)
  onTestFinished(() => pool.close())
  const control = new AbortController()
  const big = pool.digestOf(path, 'sha256', control.signal)
  while (pool.bytes === 0) await nextTurn()
  control.abort(new Error('enough'))
  await expect(big).rejects.toThrow('enough')
  expect(await pool.digestOf(join(root, 'small'), 'md5')).toBe('900150983cd24fb0d6963f7d28e17f72')
  await expect(pool.digestOf(join(root, 'none'), 'md5')).rejects.toMatchObject({ code: 'ENOENT' })
})

it('a pause holds the threads in the middle of a file, and they go on from there', async () => {
  const root = tempDir()
  const files = Array.from({ length: 6 }, (_, at) => ({
    path: join(root, `f${at}`),
    size: 64 << 20,
    algorithm: 'md5' as const,
  }))
  for (const { path, size } of files) {
    writeFileSync(path, '')
    truncateSync(path, size)
  }
  const pool = new HashPool(workers.hash, 1)
  onTestFinished(() => pool.close())
  const told: string[] = []
  const hashing = pool.hash(files, (_, outcome) => told.push(outcome.kind === 'digest' ? outcome.digest : outcome.kind))
  while (pool.bytes === 0) await nextTurn()
  pool.pause()
  const atPause = pool.bytes
  createHash('md5')
    .update(Buffer.alloc(256 << 20))
    .digest() // meanwhile they would read far on
  expect(pool.bytes - atPause).toBeLessThanOrEqual(2 << 20)
  pool.resume()
  await hashing
  expect(told).toEqual(files.map(() => '7f614da9329cd3aebf59b91aadc30bf0'))
  expect(pool.bytes).toBe(6 * (64 << 20))
})

it('threads that never come up are told as that, and nothing hangs', async () => {
  const pool = new HashPool(pathToFileURL(join(tempDir(), 'none.js')), 2)
  onTestFinished(() => pool.close())
  const files = Array.from({ length: 20 }, (_, at) => ({ path: `/none/${at}`, size: null, algorithm: 'md5' as const }))
  await expect(pool.hash(files, () => undefined)).rejects.toThrow('no thread for hashing comes up')
})
