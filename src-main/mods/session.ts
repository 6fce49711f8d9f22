import { mkdir, open, readFile, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { createTable, type DigestTable } from './digest-table.ts'
import type { StatPlace } from './disk-tree.ts'
import { STAT_FIELDS } from './worker/protocol.ts'

/**
 * What a full check has hashed so far, on disk, so that a pause, a closed app or a crash costs no file twice. A full check
 * believes nothing but this, only for the same list, and only for files whose stat (the time of the last change of
 * anything included) is still the same.
 */
export interface Session {
  /** What an earlier part of this check found. */
  readonly done: DigestTable
  add(path: string, stat: StatPlace, digest: string): void
  /** Writes what was added; called after each batch. */
  flush(): void
  /** Waits until everything is written and lets go of the file. */
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
  const table = createTable()
  for (const line of lines) {
    try {
      const frame = v.safeParse(Frame, JSON.parse(line))
      if (!frame.success) continue
      const { paths, digests, stats } = frame.output
      const numbers = new BigInt64Array(new Uint8Array(Buffer.from(stats, 'base64')).buffer)
      if (numbers.length !== paths.length * STAT_FIELDS) continue
      for (const [at, path] of paths.entries())
        table.set(path, { stats: numbers, at: at * STAT_FIELDS }, digests[at] ?? '')
    } catch {
      continue
    }
  }
  return table
}

async function readSession(path: string, listDigest: string, now: number): Promise<DigestTable | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const [first = '', ...lines] = text.split('\n')
  try {
    const header = v.parse(Header, JSON.parse(first))
    const isOurs = header.listDigest === listDigest && now - header.startedAt < OLDEST_MS && header.startedAt <= now
    return isOurs ? readFrames(lines) : undefined
  } catch {
    return undefined
  }
}

interface Frames {
  paths: string[]
  digests: string[]
  stats: StatPlace[]
}

const empty = (): Frames => ({ paths: [], digests: [], stats: [] })

/** Removes a session; tells false where the folder cannot be used. A check does without then. */
const isRemoved = (path: string): Promise<boolean> =>
  rm(path, { force: true }).then(
    () => true,
    () => false,
  )

/** Stats as they are stored: all numbers in a row, in base64. */
function encodeStats(places: readonly StatPlace[]): string {
  const numbers = new BigInt64Array(places.length * STAT_FIELDS)
  for (const [row, { stats, at }] of places.entries())
    numbers.set(stats.subarray(at, at + STAT_FIELDS), row * STAT_FIELDS)
  return Buffer.from(numbers.buffer).toString('base64')
}

/**
 * Opens the session of a check.
 * @param path absolute; undefined keeps nothing on disk
 * @param resume whether to go on where an earlier part stopped; else that is forgotten
 */
export async function openSession(
  path: string | undefined,
  listDigest: string,
  resume: boolean,
  now: number,
): Promise<Session> {
  const found = path !== undefined && resume ? await readSession(path, listDigest, now) : undefined
  const since = performance.now()
  let held = empty()
  let handle: FileHandle | undefined
  let writing = Promise.resolve()
  let broken = path === undefined || (!found && !(await isRemoved(path)))

  const write = async (target: string, { paths, digests, stats }: Frames) => {
    if (!handle) {
      await mkdir(dirname(target), { recursive: true })
      handle = await open(target, 'a')
      const header = { format: 1, listDigest, startedAt: now }
      await handle.write(found ? '\n' : `${JSON.stringify(header)}\n`) // the newline ends a line that a crash tore
    }
    await handle.write(`${JSON.stringify({ paths, digests, stats: encodeStats(stats) })}\n`)
  }
  const flushNow = () => {
    if (broken || path === undefined || held.paths.length === 0) return
    const frames = held
    held = empty()
    writing = writing
      .then(() => write(path, frames))
      .catch(() => {
        broken = true // a full disk must not stop a check; it only cannot be resumed
      })
  }
  const close = async () => {
    flushNow()
    await writing
    await handle?.close().catch(() => undefined)
    handle = undefined
  }
  return {
    done: found ?? createTable(),
    add(file, stat, digest) {
      if (broken) return
      held.paths.push(file)
      held.digests.push(digest)
      held.stats.push(stat)
    },
    flush() {
      if (performance.now() - since > QUIET_MS) flushNow()
    },
    close,
    async end() {
      held = empty()
      await close()
      if (path !== undefined) await isRemoved(path)
    },
  }
}
