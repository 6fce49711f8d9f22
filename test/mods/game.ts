import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CheckProgress, CheckTier } from '../../src-preload/contract/mods.ts'
import { verifyMod, type VerifyInput } from '../../src-main/mods/index.ts'
import { tempDir } from '../support/temp.ts'

/** The worker as the tests' global setup built it. */
export const workerUrl = pathToFileURL(join(import.meta.dirname, '../../out/test/hash-worker.js'))

export interface Row {
  Id?: unknown
  RelativPath: unknown
  Hash: unknown
  FileName?: unknown
  Size: unknown
}

export interface Game {
  dir: string
  cacheDir: string
  rows: Row[]
  /** Writes a file of the mod, an hour old, and lists it. */
  add(path: string, bytes?: Buffer, algorithm?: string): void
  verify(tier?: CheckTier, more?: Partial<VerifyInput>): ReturnType<typeof verifyMod>
}

/** Writes a file as if it lay there for an hour. */
export function place(dir: string, path: string, bytes: Uint8Array): void {
  const target = join(dir, path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, bytes)
  const old = new Date(Date.now() - 3_600_000)
  utimesSync(target, old, old)
}

/** A real game folder with the mod `@Mod`, and its hash list. */
export function makeGame(): Game {
  const dir = tempDir()
  const cacheDir = tempDir()
  const rows: Row[] = []
  return {
    dir,
    cacheDir,
    rows,
    add(path, bytes = randomBytes(100), algorithm = 'md5') {
      place(dir, path, bytes)
      const Hash = createHash(algorithm).update(bytes).digest('hex')
      const where = { Id: rows.length, RelativPath: path.replaceAll('/', '\\') }
      rows.push({ ...where, Hash, FileName: basename(path), Size: bytes.length })
    },
    verify: (tier = 'full', more = {}) =>
      verifyMod({
        tier,
        listText: JSON.stringify({ data: rows }),
        modFolder: '@Mod',
        gameDir: dir,
        cacheDir,
        resume: false,
        plainFrom: 0,
        workerUrl,
        random: Math.random,
        now: Date.now,
        ...more,
      }),
  }
}

/** The results of a verification by path. */
export async function resultsOf(verified: ReturnType<typeof verifyMod>): Promise<Record<string, unknown>> {
  const done = await verified
  if (!done.trusted) throw new Error(`not trusted: ${done.reason}`)
  return Object.fromEntries(done.report.problems.map(({ path, result, found }) => [path, [result, found]]))
}

/** How a list may be enveloped: bare, as the interface has it, and with more beside the rows. */
export const envelopes: ((data: unknown[]) => unknown)[] = [
  (data) => data,
  (data) => ({ data }),
  (data) => ({ data, requested_at: 1_700_000_000 }),
  (data) => ({ requested_at: -1.5e-9, cached: false, Data: data, note: '[{a}],' }),
  (data) => ({ data, more: [{ a: 1 }], requested_at: 1 }),
  (data) => ({ data, DATA: [], note: 'a "b" \\ c' }),
  (data) => ({ DATA: 7, data, requested_at: null }),
]

export type { CheckProgress }
