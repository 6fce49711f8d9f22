import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { CheckSummary, FileResult } from '../../src-preload/contract/mods.ts'
import { jsonFile, type JsonFile, type Log } from '../lib/index.ts'
import { noCounts } from './check/index.ts'

const results = Object.keys(noCounts()) as FileResult[]

/** Earlier versions called the result `verdict`. */
const withResult = (stored: unknown): unknown =>
  typeof stored === 'object' && stored !== null && 'verdict' in stored ? { result: stored.verdict, ...stored } : stored

const Summary: v.GenericSchema<unknown, CheckSummary> = v.pipe(
  v.unknown(),
  v.transform(withResult),
  v.object({
    tier: v.picklist(['quick', 'full']),
    result: v.picklist(['ready', 'damaged', 'stale']),
    counts: v.object(v.entriesFromList(results, v.number())),
    filesListed: v.number(),
    refused: v.optional(v.number(), 0), // absent in states of earlier versions
    unverified: v.number(),
    bytesHashed: v.number(),
    listVersion: v.string(),
    missingBytes: v.number(),
    startedAtMs: v.number(),
    checkedAt: v.pipe(v.string(), v.isoTimestamp()),
    fullAt: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
    isInstalled: v.boolean(),
  }),
)

const FolderState = v.object({
  /** Absolute. A result from another game folder does not apply to this one. */
  gameDir: v.string(),
  /** The name of the mod's folder; absent in states of earlier versions. A result of another folder does not apply to this one. */
  folder: v.optional(v.string()),
  last: v.nullable(Summary),
  paused: v.nullable(v.object({ filesDone: v.number(), filesTotal: v.number() })),
})

/** The stored state of a mod in one game folder: its last check, and the progress of an interrupted full check. */
export type FolderState = v.InferOutput<typeof FolderState>

const Entry = v.fallback(v.nullable(FolderState), null)

/** By mod id. An invalid entry does not affect the others. */
const Store = v.record(v.string(), v.fallback(v.array(Entry), []))

/** The most game folders per mod. A player with several installs has two or three. */
const MOST_FOLDERS = 4

/** True if there is nothing to store; then it does not replace another folder's state. */
const isEmpty = ({ last, paused }: FolderState): boolean => last === null && paused === null

/** The states of the other game folders, without results from an earlier list. */
function othersOf(known: readonly FolderState[], { gameDir, last }: FolderState): FolderState[] {
  const before = known.find((one) => one.gameDir === gameDir)
  const others = known.filter((one) => one !== before)
  if (!last || last.checkedAt === before?.last?.checkedAt) return others
  return others
    .map((one) => (one.last?.listVersion === last.listVersion ? one : { ...one, last: null }))
    .filter((one) => !isEmpty(one))
}

const fileNameOf = (modId: number, gameDir: string) =>
  `${modId}-${createHash('sha256').update(gameDir).digest('hex').slice(0, 16)}.json`

/** Stores the state of mods between runs of the app. */
export class StateStore {
  readonly #dir: string
  readonly #file: JsonFile<v.InferOutput<typeof Store>>
  readonly #log: Log['error']
  readonly #known = new Map<number, readonly FolderState[]>()

  private constructor(dir: string, log: Log['error']) {
    this.#dir = dir
    this.#file = jsonFile(join(dir, 'mods.json'), Store, log)
    this.#log = log
  }

  /**
   * Opens the store in a folder (absolute). A damaged file counts as missing. If the disk is full, the state is lost, but checks still
   * work.
   */
  static async open(dir: string, log: Log['error']): Promise<StateStore> {
    const store = new StateStore(dir, log)
    for (const [id, value] of Object.entries((await store.#file.read()) ?? {})) {
      const folders = value.filter((one) => one !== null)
      if (folders.length > 0) store.#known.set(Number(id), folders)
    }
    return store
  }

  /** By mod id. The game folder that was used last comes first. */
  get all(): ReadonlyMap<number, readonly FolderState[]> {
    return this.#known
  }

  /** The number of usable entries of the last trusted list of a mod's folder, in any game folder: an id may get another mod. */
  lastGoodCount(modId: number, folder: string | undefined): number | undefined {
    const isIts = (state: FolderState) => (state.folder ?? folder) === folder
    const last = this.#known.get(modId)?.find((state) => state.last && isIts(state))?.last
    return last ? last.filesListed - last.refused : undefined
  }

  /** Stores the state of a mod in its game folder. A check with a new list removes the results of other game folders from former lists. */
  async save(modId: number, state: FolderState): Promise<void> {
    const before = this.#known.get(modId) ?? []
    const folders = (isEmpty(state) ? [] : [state]).concat(othersOf(before, state))
    const kept = folders.slice(0, MOST_FOLDERS)
    this.#known.set(modId, kept)
    await this.#file.keep(Object.fromEntries([...this.#known].map(([id, all]) => [id, [...all]])))
    const checked = new Set(kept.filter(({ last }) => last).map(({ gameDir }) => gameDir))
    for (const { gameDir, last } of before)
      if (last && !checked.has(gameDir)) await this.#drop(this.problemsPath(modId, gameDir))
    for (const { gameDir } of folders.slice(MOST_FOLDERS)) await this.#drop(this.historyPath(modId, gameDir))
  }

  /** Forgets the last checks of mods' folders that have changed since they began. `changes`: when, ms since 1970, by the folder's name. */
  doubt(gameDir: string, changes: ReadonlyMap<string, number>): void {
    const isOver = ({ gameDir: at, folder = '', last }: FolderState) =>
      last !== null && at === gameDir && (changes.get(folder) ?? 0) > last.startedAtMs
    for (const [modId, states] of this.#known)
      this.#known.set(
        modId,
        states.map((state) => (isOver(state) ? { ...state, last: null } : state)),
      )
  }

  /** Absolute path of the file for the problems that the last check found in a game folder. */
  problemsPath(modId: number, gameDir: string): string {
    return join(this.#dir, `check-${fileNameOf(modId, gameDir)}`)
  }

  /** Absolute path of the file for the lists that were seen for a game folder. */
  historyPath(modId: number, gameDir: string): string {
    return join(this.#dir, 'lists', fileNameOf(modId, gameDir))
  }

  #drop(path: string): Promise<void> {
    return rm(path, { force: true }).catch((error: unknown) => this.#log('an old file is left', error))
  }
}

/** The last check of each mod in any game folder, by the store in `dir`, for the support report. */
export async function lastChecks(dir: string, log: Log['error']): Promise<[modId: number, last: CheckSummary][]> {
  const store = await StateStore.open(dir, log)
  return [...store.all].flatMap(([id, states]) => {
    const last = states.find((state) => state.last)?.last
    return last ? [[id, last] as [number, CheckSummary]] : []
  })
}
