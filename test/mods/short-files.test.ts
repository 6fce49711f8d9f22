import { createHash, randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createGate, hashFiles, openPool, parseSafePath, scanDisk, statOf } from '../../src-main/mods/index.ts'
import type { FileToCheck } from '../../src-main/mods/plan.ts'
import { sizeAt } from '../../src-main/mods/stat-words.ts'
import { LANES } from '../../src-main/mods/worker/memory.ts'
import { joinPaths, type HashBatch } from '../../src-main/mods/worker/protocol.ts'
import { tempDir } from '../support/temp.ts'
import { workerUrl } from './game.ts'

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

/** A check that keeps nothing asks for no stats; one that does has them from the scan, or takes them of the open files. */
const ways = [
  { stats: false, wantsStats: false },
  { stats: false, wantsStats: true },
  { stats: true, wantsStats: true },
] as const

/** Scans a mod, lets something happen to its files, and hashes what the scan has seen. */
async function hashAfter(
  { stats, wantsStats }: (typeof ways)[number],
  contents: Record<string, Buffer>,
  happens: (folder: string) => void,
) {
  const gameDir = tempDir()
  const folder = join(gameDir, '@Mod')
  mkdirSync(folder)
  for (const [name, bytes] of Object.entries(contents)) writeFileSync(join(folder, name), bytes)
  const pool = openPool(workerUrl, 1)
  onTestFinished(() => pool.close())
  const tree = await scanDisk(pool, gameDir, '@Mod', { stats })
  const found = tree.folders.get('@Mod')
  if (!found) throw new Error('no folder was found')
  const files = found.names.map((name, place): FileToCheck => {
    const parsed = parseSafePath(`@Mod/${name}`, '@Mod')
    if (!parsed.ok) throw new Error(parsed.refusal)
    const bytes = contents[name] ?? Buffer.alloc(0)
    const where = { path: parsed.path, folder: '@Mod', name }
    const entry = { kind: 'file', ...where, size: bytes.length, hash: md5(bytes), algorithm: 'md5' } as const
    return { entry, place, path: parsed.path, stat: statOf({ folder: found, place }), differs: false }
  })
  happens(folder)
  const outcomes: Record<string, string | number> = {}
  await hashFiles(files, {
    ...{ pool, gameDir, gate: createGate(() => undefined), signal: undefined, wantsStats, onBatch: () => undefined },
    onHashed({ entry }, outcome, words, at) {
      outcomes[entry.name] = outcome === 'size' ? sizeAt(words, at) : outcome
      if (wantsStats && !outcome.startsWith('E')) expect(sizeAt(words, at)).toBeGreaterThanOrEqual(0)
      if (wantsStats && outcome === entry.hash) expect(sizeAt(words, at)).toBe(entry.size)
    },
  })
  return outcomes
}

it.each(ways)('short files of any size are hashed side by side: $stats, $wantsStats', async (way) => {
  const sizes = [0, 1, 55, 56, 63, 64, 65, 4096, 100_000, 131_071, 131_072, 131_073, 300_000]
  const all = sizes.flatMap((size) => [0, 1, 2].map((at) => [`${size}-${at}`, randomBytes(size)] as const))
  const contents = Object.fromEntries(all)
  const outcomes = await hashAfter(way, contents, () => undefined)
  expect(outcomes).toEqual(Object.fromEntries(all.map(([name, bytes]) => [name, md5(bytes)])))
})

const onPosix = it.skipIf(process.platform === 'win32')

onPosix.each(ways)('what happens to a short file after the scan is told of it: $stats, $wantsStats', async (way) => {
  const names = ['same', 'other', 'longer', 'shorter', 'gone', 'folder', 'link', 'pipe', 'empty', 'moved']
  const contents = Object.fromEntries(
    names.map((name) => [name, name === 'empty' ? Buffer.alloc(0) : randomBytes(500)]),
  )
  const other = randomBytes(500)
  const outcomes = await hashAfter(way, contents, (folder) => {
    const place = (name: string) => join(folder, name)
    for (const name of ['gone', 'folder', 'link', 'pipe', 'empty']) rmSync(place(name))
    writeFileSync(place('other'), other)
    writeFileSync(place('longer'), randomBytes(501))
    writeFileSync(place('shorter'), randomBytes(499))
    mkdirSync(place('folder'))
    symlinkSync(place('same'), place('link'))
    // what it leads to is as listed
    renameSync(place('moved'), place('elsewhere'))
    symlinkSync(place('elsewhere'), place('moved'))
    execFileSync('mkfifo', [place('pipe'), place('empty')])
  })
  const digests = { same: md5(contents['same'] ?? other), other: md5(other) }
  // where nothing is kept, its bytes decide
  const moved = way.wantsStats ? 'ELOOP' : md5(contents['moved'] ?? other)
  const failures = { gone: 'ENOENT', folder: 'EISDIR', link: 'ELOOP', moved, pipe: 'EFTYPE', empty: 'EFTYPE' }
  expect(outcomes).toEqual({ ...digests, ...failures, longer: 501, shorter: 499 })
})

const onLinux = it.skipIf(process.platform !== 'linux')

/** How often this process, of which threads are a part, has a folder open, or what is in it. */
function timesOpen(folder: string): number {
  const real = realpathSync(folder)
  const leadsThere = (fd: string) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`)
      return path === real || (real !== '/' && path.startsWith(`${real}/`))
    } catch {
      return false
    }
  }
  return readdirSync('/proc/self/fd').filter(leadsThere).length
}

/** Two files of a game, as a thread is asked to hash them. */
function makeBatch(root: string): HashBatch {
  const contents = [randomBytes(10), randomBytes(20)]
  for (const [at, bytes] of contents.entries()) writeFileSync(join(root, String(at)), bytes)
  return {
    ...{ kind: 'hash', root, paths: joinPaths(['0', '1']), sizes: Float64Array.of(10, 20), algorithm: 0 },
    expected: new Uint8Array(Buffer.from(contents.map(md5).join(''), 'hex')),
    wantsStats: false,
  }
}

const flipped = (bytes: Uint8Array, place: number) => bytes.map((byte, at) => (at === place ? byte ^ 1 : byte))

it('a file is as listed only if all of its digest is', async () => {
  const batch = makeBatch(tempDir())
  const pool = openPool(workerUrl, 1)
  onTestFinished(() => pool.close())
  const none = { ...batch, expected: new Uint8Array(batch.expected.length) }
  const others = Array.from(batch.expected, (_, at) => ({ ...batch, expected: flipped(batch.expected, at) }))
  const replies = await Promise.all([none, ...others].map((one) => pool.hash(one)))
  expect(replies.map(({ same }) => same)).toEqual([0, ...others.map(() => 1)])
})

it('a thread reads below the folder that it is asked for, and nothing while it is paused', async () => {
  const [one, other] = [makeBatch(tempDir()), makeBatch(tempDir())]
  const pool = openPool(workerUrl, 1)
  onTestFinished(() => pool.close())
  const asked = [one, { ...one, root: other.root }, other].map((batch) => pool.hash(batch))
  expect((await Promise.all(asked)).map(({ same }) => same)).toEqual([2, 0, 2])
  pool.pause()
  expect(await pool.hash(one)).toMatchObject({ same: 0, notes: {} })
  pool.resume()
  expect(await pool.hash(one)).toMatchObject({ same: 2 })
})

onLinux('a file that cannot be read is not taken for what was read before it', async () => {
  const folder = tempDir()
  const bytes = randomBytes(100)
  const paths = Array.from({ length: LANES }, (_, at) => join(realpathSync(folder), String(at)))
  for (const path of paths) writeFileSync(path, bytes)
  paths.push('/proc/self/mem') // a file like others, of which the first byte cannot be read
  const pool = openPool(workerUrl, 1)
  onTestFinished(() => pool.close())
  const reply = await pool.hash({
    ...{ kind: 'hash', root: '/', paths: joinPaths(paths.map((path) => path.slice(1))), algorithm: 0 },
    sizes: new Float64Array(paths.length).fill(bytes.length),
    expected: new Uint8Array(Buffer.from(md5(bytes).repeat(paths.length), 'hex')),
    wantsStats: false,
  })
  expect(reply).toMatchObject({ same: LANES, notes: { [LANES]: 'size' } })
})

onLinux('a thread that has nothing to do has no folder open', async () => {
  const pool = openPool(workerUrl, 1)
  onTestFinished(() => pool.close())
  const folders = [tempDir(), tempDir()]
  for (const folder of folders) expect(await pool.hash(makeBatch(folder))).toMatchObject({ same: 2 })
  await vi.waitFor(() => expect(folders.map(timesOpen)).toEqual([0, 0]))
})

onLinux('a thread that is ended closes what it had open', async () => {
  const folder = tempDir()
  const before = timesOpen('/')
  const pools = Array.from({ length: 8 }, () => openPool(workerUrl, 1))
  const batch = makeBatch(folder)
  const ended = pools.map(async (pool) => {
    await pool.scan({ kind: 'scan', root: folder, folders: [''], stats: true, enough: 1 })
    await pool.hash(batch)
    pool.close()
  })
  await Promise.all(ended)
  await vi.waitFor(() => {
    expect(timesOpen(folder)).toBe(0)
    expect(timesOpen('/')).toBeLessThanOrEqual(before)
  })
})
