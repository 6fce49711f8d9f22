import * as v from 'valibot'
import {
  type ChangedFile,
  type ListChange,
  MOST_CHANGES,
  type ModUpdate,
} from '../../../src-preload/contract/repair.ts'
import { jsonFile, type Log, withLock } from '../../lib/index.ts'
import type { HashList } from './hash-list.ts'

/** A trusted list as it is stored: `[path, size, digest]` of each file. */
const StoredList = v.object({
  version: v.string(),
  /** ISO times. */
  firstSeen: v.string(),
  lastSeen: v.string(),
  files: v.array(v.tuple([v.string(), v.nullable(v.number()), v.string()])),
})
type StoredList = v.InferOutput<typeof StoredList>

const History = v.object({
  format: v.literal(2),
  present: StoredList,
  /** The list that the files last matched; the one seen before, if they never matched any. */
  former: v.nullable(StoredList),
  formerSettled: v.optional(v.boolean(), false),
  /** The files once matched the present list. */
  settled: v.boolean(),
})
type History = v.InferOutput<typeof History>

/** The file that stores the lists of a mod in a game folder. */
export interface HistoryFile {
  modId: number
  /** Absolute path of its file. */
  path: string
}

/**
 * The last trusted lists of one mod, so that a change can be shown. It reads and writes whole lists, so it is for worker threads. A damaged
 * file counts as missing: then the current change is not shown, but the next one is.
 */
export class ListHistory {
  readonly #file
  readonly #path
  readonly #modId

  constructor({ modId, path }: HistoryFile, log: Log['error']) {
    this.#path = path
    this.#modId = modId
    this.#file = jsonFile(path, History, log)
  }

  /**
   * Stores a list that is trusted now. Returns its changes that the mod's files do not have yet; null if there are none. `right`: all of
   * the mod's files match the list.
   */
  async remember(list: HashList, right: boolean, now: string): Promise<ModUpdate | null> {
    // a check and another reading of the list may end at the same time, each in its own thread
    const history = await withLock(`history ${this.#path}`, async () => {
      const known = await this.#file.read()
      const next = nextHistory(known, stored(list, now), right)
      // if this fails, a later change is not shown; the check goes on
      if (!known || !isAsKnown(next, known)) await this.#file.keep(next)
      return next
    })
    const change = changeOf(this.#modId, history)
    if (!change) return null
    const { added, changed, removed, ...facts } = change
    return { ...facts, version: list.version, added: added.length, changed: changed.length, removed: removed.length }
  }

  /** The first files that the present list changed; null as in {@link remember}. */
  async change(): Promise<ListChange | null> {
    const history = await this.#file.read()
    const change = history ? changeOf(this.#modId, history) : null
    const first = (files: ChangedFile[]) => files.slice(0, MOST_CHANGES)
    return (
      change && {
        ...change,
        added: first(change.added),
        changed: first(change.changed),
        removed: first(change.removed),
      }
    )
  }

  /** True if the mod's files once matched a list with all of these paths: then these files come from the community. */
  async areFromCommunity(paths: readonly string[]): Promise<boolean> {
    const history = await this.#file.read()
    const list = history?.settled ? history.present : history?.formerSettled ? history.former : undefined
    const written = new Set(list?.files.map(([path]) => path))
    return paths.every((path) => written.has(path))
  }

  async paths(): Promise<string[] | undefined> {
    return (await this.#file.read())?.present.files.map(([path]) => path)
  }
}

const stored = (list: HashList, now: string): StoredList => ({
  version: list.version,
  firstSeen: now,
  lastSeen: now,
  files: list.entries.flatMap((entry) => (entry.kind === 'unsafe-path' ? [] : [[entry.path, entry.size, entry.hash]])),
})

/** The history after a list was seen. Two changes in a row count as one if the files did not follow the first. */
function nextHistory(known: History | undefined, seen: StoredList, right: boolean): History {
  if (!known) return { format: 2, present: seen, former: null, formerSettled: false, settled: right }
  const { present, former, formerSettled, settled } = known
  if (present.version === seen.version)
    return { ...known, present: { ...present, lastSeen: seen.lastSeen }, settled: settled || right }
  const follows = settled || !former
  return {
    format: 2,
    present: seen,
    ...(follows ? { former: present, formerSettled: settled } : { former, formerSettled }),
    settled: right || (!settled && former?.version === seen.version),
  }
}

/** A list that is seen again within an hour is not written again. */
const HOUR_MS = 3_600_000

function isAsKnown(history: History, { present, settled }: History): boolean {
  const { version, lastSeen } = history.present
  const sinceSeenMs = Math.abs(Date.parse(lastSeen) - Date.parse(present.lastSeen))
  return version === present.version && settled === history.settled && sinceSeenMs < HOUR_MS
}

function changeOf(modId: number, { present, former, settled }: History): ListChange | null {
  if (!former || settled) return null
  const before = new Map(former.files.map(([path, , hash]) => [path, hash]))
  const after = new Set(present.files.map(([path]) => path))
  const shown = ([path, bytes]: StoredList['files'][number]) => ({ path, bytes })
  const added = present.files.filter(([path]) => !before.has(path)).map(shown)
  const changed = present.files.filter(([path, , hash]) => before.has(path) && before.get(path) !== hash).map(shown)
  const removed = former.files.filter(([path]) => !after.has(path)).map(shown)
  const fetchBytes = [...added, ...changed].reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
  return { modId, before: former.lastSeen, since: present.firstSeen, added, changed, removed, fetchBytes }
}
