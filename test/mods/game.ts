import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CheckProgress, CheckTier } from '../../src-preload/contract/mods.ts'
import { checkInThread, type CheckOptions, type CheckResult, type ModsWorkers } from '../../src-main/mods/index.ts'
import { programAt } from '../support/programs.ts'
import { tempDir } from '../support/temp.ts'

/** The threads as the tests' global setup built them. */
export const workers: ModsWorkers = {
  mods: pathToFileURL(programAt('mods-worker')),
  hash: pathToFileURL(programAt('hash-worker')),
}

/** A list as it comes from the service. */
export const listOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))

export interface Row {
  Id?: unknown
  RelativPath: unknown
  Hash: unknown
  FileName?: unknown
  Size: unknown
}

interface More extends Partial<Omit<CheckOptions, 'list' | 'now'>> {
  list?: Uint8Array | Promise<Uint8Array>
  random?: () => number
  now?: () => number
  /** The built `hash-worker`, and the `mods-worker`. */
  hashWorker?: URL
  modsWorker?: URL
}

export interface Game {
  dir: string
  cacheDir: string
  rows: Row[]
  /** Writes a file of the mod, an hour old, and lists it. */
  add(path: string, bytes?: Buffer, algorithm?: string): void
  verify(tier?: CheckTier, more?: More): Promise<CheckResult>
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
    verify: (
      tier = 'full',
      {
        hashWorker = workers.hash,
        modsWorker = workers.mods,
        list,
        random = Math.random,
        now = Date.now,
        ...more
      } = {},
    ) =>
      checkInThread(
        {
          ...{ tier, modFolder: '@Mod', gameDir: dir, cacheDir, resume: false, seed: random(), ...more },
          list: Promise.resolve(list ?? listOf({ data: rows })),
          now: () => new Date(now()),
          onProgress: more.onProgress ?? (() => undefined),
          signal: more.signal ?? new AbortController().signal,
        },
        { workers: { mods: modsWorker, hash: hashWorker }, log: () => undefined },
      ),
  }
}

/** The results of a verification by path. */
export async function resultsOf(verified: Promise<CheckResult>): Promise<Record<string, unknown>> {
  const done = await verified
  if (!done.trusted) throw new Error(`not trusted: ${done.reason}`)
  return Object.fromEntries(done.problems.map(({ path, result, found }) => [path, [result, found]]))
}

export type { CheckProgress }
