import pLimit from 'p-limit'
import type { ListChange, ModUpdate } from '../../src-preload/contract/repair.ts'
import { Emitter, inSlices } from '../lib/index.ts'
import { piecesOf } from './check/index.ts'
import { ListUnavailable, type ListVersion, type ModsNeeds } from './types.ts'
import type { HistoryFile } from './list/index.ts'
import type { SignatureFaults, SignatureRule } from './scan/index.ts'
import { findSignatureFaultsInThread, readInThread, transferable } from './thread.ts'

interface ListFacts {
  /** The name of the mod's folder; undefined for a mod without files. */
  folderOf(modId: number): string | undefined
  /** The absolute path of the file with the lists that were seen for the current game folder. */
  historyPath(modId: number): string
  /** The mods whose files were checked here. */
  own(): number[]
  /** True for an installed mod that an update can bring closer to its list. */
  mayUpdate(modId: number): boolean | undefined
  /** The number of entries of the mod's last trusted list; undefined if there is none. */
  lastGoodCount(modId: number): number | undefined
}

/** The hash lists of the community's mods: their current versions, and what they changed since the player's files were right. */
export class ModLists {
  readonly #needs: ModsNeeds
  readonly #facts: ListFacts
  readonly #updates = new Map<number, ModUpdate>()
  readonly #updatesChanged = new Emitter()
  readonly #read = new Emitter<ListVersion>()
  readonly #closing = new AbortController()
  readonly #inTurn = pLimit(1)
  /** A reading that has not begun. */
  #nextReading: Promise<void> | undefined

  constructor(needs: ModsNeeds, facts: ListFacts) {
    this.#needs = needs
    this.#facts = facts
  }

  /** Installed mods whose list changed since their files were right. */
  get updates(): ModUpdate[] {
    return [...this.#updates.values()].filter(({ modId }) => !this.isUnchecked(modId) && this.#facts.mayUpdate(modId))
  }

  readonly onUpdates = this.#updatesChanged.on

  /** Calls the listener with each list that was fetched without a check, and is trusted. */
  readonly onRead = this.#read.on

  /** True if the list changed since the mod's files were right, also if it changed no file. */
  hasNewList(modId: number): boolean {
    return this.#updates.has(modId)
  }

  /** True if the new list changes no file: then nothing is to be updated, but the files are to be checked by it. */
  isUnchecked(modId: number): boolean {
    const update = this.#updates.get(modId)
    return update !== undefined && update.added + update.changed + update.removed === 0
  }

  /** The version of the list that the mod's files do not have yet. */
  newVersion = (modId: number): string | undefined =>
    this.isUnchecked(modId) ? undefined : this.#updates.get(modId)?.version

  historyOf(modId: number): HistoryFile {
    return { modId, path: this.#facts.historyPath(modId) }
  }

  /** Forgets the updates, because another game folder was chosen. The next reading finds them again. */
  forget(): void {
    this.#updates.clear()
    this.#updatesChanged.emit()
  }

  /** Sets the update that a check or a reading found, unless the game folder has changed since. */
  setUpdate({ modId, path }: HistoryFile, update: ModUpdate | null): void {
    if (path !== this.#facts.historyPath(modId)) return
    const known = this.#updates.delete(modId)
    if (update) this.#updates.set(modId, update)
    if (known || update) this.#updatesChanged.emit()
  }

  /** Fetches the mod's list and returns its version. Undefined if it is not available or not trusted. @throws the signal's reason */
  async read(modId: number, signal: AbortSignal): Promise<string | undefined> {
    const modFolder = this.#facts.folderOf(modId)
    if (modFolder === undefined) return undefined
    try {
      const history = this.historyOf(modId)
      const list = transferable(await this.#needs.hashList(modId, signal))
      const least = (this.#facts.lastGoodCount(modId) ?? 0) / 2
      const now = this.#needs.now().toISOString()
      const read = await readInThread(this.#needs, 'readList', { list, modFolder, least, history, now }, [list.buffer])
      if (!read) return undefined
      this.setUpdate(history, read.update)
      this.#read.emit({ modId, version: read.version })
      return read.version
    } catch (error) {
      if (error instanceof ListUnavailable) return undefined
      throw error
    }
  }

  /** Reads the lists of the player's mods, one after the other. A call during a reading starts another one after it. */
  readAll(): Promise<void> {
    // the current reading may already be past the mod that changed
    return (this.#nextReading ??= this.#inTurn(() => {
      this.#nextReading = undefined
      return this.#readEach()
    }))
  }

  async #readEach(): Promise<void> {
    const { signal } = this.#closing
    for (const modId of this.#facts.own()) {
      if (signal.aborted) return
      try {
        await this.read(modId, signal)
      } catch (error) {
        if (!signal.aborted) this.#needs.log(`the list of mod ${modId} was not read`, error)
      }
    }
  }

  /** The files of a mod's update; null if there is none (any more). */
  async change(modId: number): Promise<ListChange | null> {
    return (await readInThread(this.#needs, 'listChange', this.historyOf(modId))) ?? null
  }

  /** True if all of these files come from the community: the mod's files once matched a list with all of these paths. */
  async areFromCommunity(modId: number, paths: readonly string[]): Promise<boolean> {
    const history = this.historyOf(modId)
    const pieces: Uint8Array<ArrayBuffer>[] = []
    // There may be as many paths as rows in a list. To convert them all at once would block main.
    await inSlices(piecesOf(paths), (some) => pieces.push(transferable(new TextEncoder().encode(JSON.stringify(some)))))
    const transfer = pieces.map(({ buffer }) => buffer)
    return (await readInThread(this.#needs, 'areFromCommunity', { ...history, pieces }, transfer)) ?? false
  }

  /**
   * Compares the packages and signatures in the mod's folder below `gameDir` with the mod's last seen list. Returns what cannot be read
   * if it cannot.
   */
  async findSignatureFaults(
    modId: number,
    gameDir: string,
    rule: SignatureRule,
  ): Promise<SignatureFaults | 'list' | 'disk'> {
    const modFolder = this.#facts.folderOf(modId)
    if (modFolder === undefined) return 'list'
    const given = { history: this.historyOf(modId), gameDir, modFolder, rule }
    const find = () => findSignatureFaultsInThread(this.#needs, given)
    const found = await find()
    if (found !== 'list') return found
    return (await this.read(modId, this.#closing.signal)) === undefined ? 'list' : find()
  }

  close(): void {
    this.#closing.abort()
  }
}
