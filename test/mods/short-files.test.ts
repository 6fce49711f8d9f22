import { createHash, randomBytes } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createGate, hashFiles, openPool, parseSafePath, scanDisk, statOf } from '../../src-main/mods/index.ts'
import type { FileToCheck } from '../../src-main/mods/plan.ts'
import { sizeAt } from '../../src-main/mods/stat-words.ts'
import { tempDir } from '../support/temp.ts'
import { workerUrl } from './game.ts'

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

/** A check that keeps nothing asks for no stats; one that does has them from the scan, or takes them of the open files. */
const ways = [
  { stats: 'none', wantsStats: false },
  { stats: 'none', wantsStats: true },
  { stats: 'all', wantsStats: true },
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
  const names = ['same', 'other', 'longer', 'shorter', 'gone', 'folder', 'link', 'pipe', 'empty']
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
    execFileSync('mkfifo', [place('pipe'), place('empty')])
  })
  const digests = { same: md5(contents['same'] ?? other), other: md5(other) }
  const failures = { gone: 'ENOENT', folder: 'EISDIR', link: 'ELOOP', pipe: 'EFTYPE', empty: 'EFTYPE' }
  expect(outcomes).toEqual({ ...digests, ...failures, longer: 501, shorter: 499 })
})
