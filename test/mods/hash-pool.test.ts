import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FileDigests, HashPool } from '../../src-main/mods/index.ts'
import type { FileToHash } from '../../src-main/mods/hash/index.ts'
import { plantInThreads } from '../support/faults/elsewhere.ts'
import { faultyProgramAt } from '../support/programs.ts'
import { tempDir } from '../support/temp.ts'
import { workers } from './game.ts'
import { hasPipes } from '../support/system.ts'

const HANGS_AFTER_MS = 2_000

/** The hash worker, in which faults can be planted. */
const faulty = pathToFileURL(faultyProgramAt('hash-worker'))
const dies = 'open:EEXIT@deadly'
const hangs = 'open:EHANG@hanging'

/** Files of a name's bytes in a folder. */
function filesIn(dir: string, names: readonly string[]): FileToHash[] {
  for (const name of names) writeFileSync(join(dir, name), name)
  return names.map((name) => ({ path: join(dir, name), size: Buffer.byteLength(name), algorithm: 'md5' }))
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** What was told of each file, in the order of the files. */
async function hash(pool: HashPool, files: readonly FileToHash[]): Promise<(string | undefined)[]> {
  const told: (string | undefined)[] = files.map(() => undefined)
  await pool.hash(files, (index, outcome) => {
    expect(told[index]).toBeUndefined() // once each
    told[index] = outcome.kind === 'digest' ? outcome.digest : outcome.kind === 'error' ? outcome.errno : outcome.kind
  })
  return told
}

/** The threads that this process starts meanwhile. */
function watchThreads() {
  const started: number[] = []
  const hear = (worker: Worker) => started.push(worker.threadId)
  process.on('worker', hear)
  onTestFinished(() => void process.off('worker', hear))
  return started
}

describe('threads that hash', () => {
  it('that die are replaced: the file that each was at is told so, and every other one is hashed', async () => {
    const dir = tempDir()
    const names = ['a', 'deadly', 'b', 'c', 'd', 'e']
    plantInThreads(dies)
    const pool = new HashPool(faulty, 1)
    onTestFinished(() => pool.close())
    const told = await hash(pool, filesIn(dir, names))
    expect(told).toEqual(names.map((name) => (name === 'deadly' ? 'EWORKER' : md5(name))))
  })

  it.skipIf(!hasPipes)(
    'whose disk does not answer are given up: the file that hangs is told so, and every other one is hashed',
    async () => {
      const dir = tempDir()
      const { hits } = plantInThreads(hangs)
      const names = ['a', 'hanging', 'b', 'c', 'd', 'e']
      const pool = new HashPool(faulty, 1, HANGS_AFTER_MS)
      onTestFinished(() => pool.close())
      const told = await hash(pool, filesIn(dir, names))
      expect(told).toEqual(names.map((name) => (name === 'hanging' ? 'ETIMEDOUT' : md5(name))))
      expect(hits()).toEqual([hangs])
    },
  )

  it.skipIf(!hasPipes)('that only wait for the end of a pause are not given up', async () => {
    const [dir, hangingDisk] = [tempDir(), tempDir()]
    plantInThreads(hangs)
    const [big = '', size] = ['big', 64 << 20]
    writeFileSync(join(dir, big), Buffer.alloc(size))
    const pool = new HashPool(workers.hash, 1, HANGS_AFTER_MS)
    onTestFinished(() => pool.close())
    const hashing = hash(pool, [{ path: join(dir, big), size, algorithm: 'sha256' }])
    while (pool.bytes === 0) await new Promise(setImmediate)
    pool.pause()
    const other = new HashPool(faulty, 1, HANGS_AFTER_MS) // tells when the time is over
    onTestFinished(() => other.close())
    expect(await hash(other, filesIn(hangingDisk, ['hanging']))).toEqual(['ETIMEDOUT'])
    pool.resume()
    expect(await hashing).toEqual([createHash('sha256').update(Buffer.alloc(size)).digest('hex')])
  })

  it('that died while they had nothing to do cost no file', async () => {
    const dir = tempDir()
    const threads: Worker[] = []
    const hear = (worker: Worker) => threads.push(worker)
    process.on('worker', hear)
    const pool = new HashPool(workers.hash, 1)
    onTestFinished(() => pool.close())
    expect(await hash(pool, filesIn(dir, ['before', 'too']))).toEqual([md5('before'), md5('too')])
    process.off('worker', hear)
    await threads[0]?.terminate()
    expect(threads).toHaveLength(1)
    const names = ['a', 'b', 'c']
    expect(await hash(pool, filesIn(dir, names))).toEqual(names.map(md5))
  })
})

describe('a closed pool', () => {
  it('ends its runs, tells nothing more, and starts no thread', async () => {
    const dir = tempDir()
    const [file] = filesIn(dir, ['big'])
    writeFileSync(join(dir, 'big'), Buffer.alloc(64 << 20))
    const pool = new HashPool(workers.hash, 2)
    const told: unknown[] = []
    const files = [1, 2, 3].map(() => ({ ...(file as FileToHash), size: 64 << 20, algorithm: 'sha256' as const }))
    const hashing = pool.hash(files, (index) => told.push(index))
    while (pool.bytes === 0) await new Promise(setImmediate)
    const started = watchThreads()
    const closed = pool.close()
    await hashing
    expect(told).toEqual([])
    await closed
    await pool.hash(files, (index) => told.push(index))
    pool.resume()
    expect({ told, started }).toEqual({ told: [], started: [] })
  })

  it.skipIf(!hasPipes)('ends the run of a thread that hangs, too, and starts none', async () => {
    const dir = tempDir()
    const { hits } = plantInThreads(hangs)
    const pool = new HashPool(faulty, 1, 60_000)
    const told: unknown[] = []
    const hashing = pool.hash(filesIn(dir, ['hanging', 'a']), (index) => told.push(index))
    while (hits().length === 0) await new Promise(setImmediate)
    const started = watchThreads()
    const closed = pool.close()
    await hashing
    await closed
    expect({ told, started }).toEqual({ told: [], started: [] })
  })
})

it.skipIf(!hasPipes)('the digest of a single file whose disk hangs fails alone, and the next one comes', async () => {
  const dir = tempDir()
  const { hits } = plantInThreads(hangs)
  filesIn(dir, ['hanging', 'a'])
  const digests = new FileDigests(faulty, HANGS_AFTER_MS)
  onTestFinished(() => digests.close())
  const { signal } = new AbortController()
  const hung = digests.digestOf(join(dir, 'hanging'), 'md5', signal)
  await expect(hung).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  expect(await digests.digestOf(join(dir, 'a'), 'md5', signal)).toBe(md5('a'))
  expect(hits()).toEqual([hangs])
})
