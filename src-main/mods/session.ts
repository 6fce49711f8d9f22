import { open, readFile, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { makeFolder } from '../lib/index.ts'
import type { FileBatch } from './batches.ts'
import { createTable, noRows, type DigestTable } from './digest-table.ts'
import { claimSession } from './session-file.ts'
import { isSettled, STAT_WORDS, type StatPlace } from './stat-words.ts'

/**
 * What a full check has hashed so far, on disk, so that a pause, a closed app or a crash costs no file twice. A full check
 * believes nothing but this, only for the same list, and only for files whose stat (the time of the last change of
 * anything included) is still the same.
 */
export interface Session {
  /** What an earlier part of this check found. */
  readonly done: DigestTable
  /** @param words where the stat stands that the file had before it was hashed */
  add(path: string, words: Int32Array, at: number, digest: string): void
  /** All of a batch have the listed digest. @param words their stats */
  addSame(batch: Pick<FileBatch, 'files'>, words: Int32Array): void
  /** Writes what was added; called after each batch. */
  flush(): void
  /** Waits until everything is written and leaves it for the next run. */
  close(): Promise<void>
  /** The check came to its end: forgets the session. */
  end(): Promise<void>
}

/** After this a half-done check is begun anew. */
const OLDEST_MS = 7 * 24 * 3_600_000
/** A check that is over in this time writes no file at all. */
const QUIET_MS = 250

const Header = v.object({ format: v.literal(1), listDigest: v.string(), startedAt: v.number() })
const Frame = v.object({ paths: v.array(v.string()), digests: v.array(v.string()), stats: v.string() })

/** Reads the frames of a session file; a torn line (the app died while writing) is left out. */
function readFrames(lines: string[]): DigestTable {
  const rows = { paths: [] as string[], digests: [] as string[] }
  const stats: Buffer[] = []
  for (const line of lines) {
    try {
      const frame = v.safeParse(Frame, JSON.parse(line))
      if (!frame.success) continue
      const { paths, digests } = frame.output
      const bytes = Buffer.from(frame.output.stats, 'base64')
      if (bytes.length !== paths.length * STAT_WORDS * 4 || digests.length !== paths.length) continue
      for (const path of paths) rows.paths.push(path)
      for (const digest of digests) rows.digests.push(digest)
      stats.push(bytes)
    } catch {
      continue
    }
  }
  return createTable({ ...rows, words: new Int32Array(new Uint8Array(Buffer.concat(stats)).buffer) })
}

async function readSession(path: string, listDigest: () => string, now: number): Promise<DigestTable | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const [first = '', ...lines] = text.split('\n')
  try {
    const header = v.parse(Header, JSON.parse(first))
    const isOurs = header.listDigest === listDigest() && now - header.startedAt < OLDEST_MS && header.startedAt <= now
    return isOurs ? readFrames(lines) : undefined
  } catch {
    return undefined
  }
}

/** A file that was hashed, and where its stat stands. */
interface Held extends StatPlace {
  path: string
  digest: string
}

/** A frame: what may be believed later on, stats as all numbers in a row, in base64. */
function frameOf(held: readonly Held[], startedAtMs: number): v.InferOutput<typeof Frame> | undefined {
  const kept = held.filter(({ words, at }) => isSettled(words, at, startedAtMs))
  if (kept.length === 0) return undefined
  const all = new Int32Array(kept.length * STAT_WORDS)
  for (const [place, { words, at }] of kept.entries()) all.set(words.subarray(at, at + STAT_WORDS), place * STAT_WORDS)
  return {
    paths: kept.map(({ path }) => path),
    digests: kept.map(({ digest }) => digest),
    stats: Buffer.from(all.buffer).toString('base64'),
  }
}

const heldOf = ({ files }: Pick<FileBatch, 'files'>, words: Int32Array): Held[] =>
  files().map(({ path, entry }, at) => ({ path, digest: entry.hash, words, at: at * STAT_WORDS }))

/** Writes frames to a session file; a full disk must not stop a check, it only cannot be resumed. */
function createWriter(path: string, firstLine: () => string) {
  let handle: FileHandle | undefined
  let writing = Promise.resolve()
  let broken = false
  const write = async (frame: object) => {
    if (!handle) {
      await makeFolder(dirname(path))
      handle = await open(path, 'a')
      await handle.write(`${firstLine()}\n`)
    }
    await handle.write(`${JSON.stringify(frame)}\n`)
  }
  return {
    isBroken: () => broken,
    write(frame: object) {
      writing = writing
        .then(() => write(frame))
        .catch(() => {
          broken = true
        })
    },
    async close() {
      await writing
      await handle?.close().catch(() => undefined)
      broken = true
    },
  }
}

/** A session that keeps nothing on disk. */
export const noSession: Session = {
  done: createTable(noRows),
  add: () => undefined,
  addSame: () => undefined,
  flush: () => undefined,
  close: () => Promise.resolve(),
  end: () => Promise.resolve(),
}

/**
 * Opens the session of a check.
 * @param base absolute path without an ending
 * @param listDigest names the list by its content; asked at first need
 * @param resume whether to go on where an earlier part stopped; else that is forgotten
 */
export async function openSession(
  base: string,
  listDigest: () => string,
  resume: boolean,
  now: number,
): Promise<Session> {
  const { file, found } = await claimSession(base, async (path) =>
    resume ? readSession(path, listDigest, now) : undefined,
  )
  const since = performance.now()
  // each makes what it holds when it is written, which in a short check is never
  let held: (() => Held[])[] = []
  // where an earlier run's lines stand already, a newline ends one that a crash tore
  const firstLine = () => (found ? '' : JSON.stringify({ format: 1, listDigest: listDigest(), startedAt: now }))
  const writer = createWriter(file.path, firstLine)
  const flushNow = () => {
    const frame = writer.isBroken()
      ? undefined
      : frameOf(
          held.flatMap((one) => one()),
          now,
        )
    held = []
    if (frame) writer.write(frame)
  }
  const finish = async () => {
    flushNow()
    await writer.close()
  }
  return {
    done: found ?? noSession.done,
    add(path, words, at, digest) {
      if (!writer.isBroken()) held.push(() => [{ path, digest, words, at }])
    },
    addSame(batch, words) {
      if (!writer.isBroken()) held.push(() => heldOf(batch, words))
    },
    flush() {
      if (performance.now() - since > QUIET_MS) flushNow()
    },
    async close() {
      await finish()
      await file.leave()
    },
    async end() {
      held = []
      await finish()
      await file.remove()
    },
  }
}
