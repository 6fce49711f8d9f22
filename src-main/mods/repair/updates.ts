import type { Problem } from '../../../src-preload/contract/mods.ts'
import type { ModUpdate } from '../../../src-preload/contract/repair.ts'
import type { HashList } from '../hash-list.ts'
import type { ListHistory } from './list-history.ts'

export interface UpdateNeeds {
  history: ListHistory
  /** Ids of the mods whose files were checked here. */
  ownMods: () => readonly number[]
  /** The mod's hash list as it is right now; undefined where it cannot be had or is not trusted. */
  freshList: (modId: number, signal: AbortSignal) => Promise<HashList | undefined>
  log: (line: string, error: unknown) => void
}

/** Knows which mods' lists changed since their files were right. */
export interface Updates {
  readonly pending: ModUpdate[]
  /** Calls `listener` after every change; returns the way to stop. */
  onChange(listener: () => void): () => void
  /** Asks for the lists of the player's mods, one after the other; one look at a time. Who asks during a look gets a new one after it. */
  look(): Promise<void>
  /** Hears what a check found by a trusted list. */
  checked(modId: number, list: HashList, problems: readonly Problem[]): Promise<void>
  close(): void
}

/** Opens the watch over the lists; it looks when it is told to. */
export function openUpdates({ history, ownMods, freshList, log }: UpdateNeeds): Updates {
  const pending = new Map<number, ModUpdate>()
  const listeners = new Set<() => void>()
  const closing = new AbortController()
  let looking: Promise<void> | undefined
  let next: Promise<void> | undefined

  const remember = async (modId: number, list: HashList, right: boolean) => {
    await history.remember(modId, list, right)
    const change = await history.changeOf(modId)
    const known = pending.delete(modId)
    if (change) {
      const { added, changed, removed, ...facts } = change
      pending.set(modId, { ...facts, added: added.length, changed: changed.length, removed: removed.length })
    }
    if (known || change) listeners.forEach((listener) => listener())
  }
  const lookAtAll = async () => {
    for (const modId of ownMods()) {
      if (closing.signal.aborted) return
      try {
        const list = await freshList(modId, closing.signal)
        if (list) await remember(modId, list, false)
      } catch (error) {
        if (!closing.signal.aborted) log(`the list of mod ${modId} was not looked at`, error)
      }
    }
  }
  const begin = () => (looking = lookAtAll().finally(() => (looking = undefined)))
  return {
    get pending() {
      return [...pending.values()]
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    look() {
      if (!looking) return begin()
      // the one that runs may have read already what has changed since
      return (next ??= looking.then(() => {
        next = undefined
        return begin()
      }))
    },
    checked(modId, list, problems) {
      const isRight = problems.every(({ result }) => result === 'extra')
      return remember(modId, list, isRight)
    },
    close: () => closing.abort(),
  }
}
