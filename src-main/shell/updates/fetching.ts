import type { UpdateState } from '../../../src-preload/contract/updates.ts'
import type { UpdateEngine } from './engine.ts'

/** What loading tells, and asks before it goes on. */
export interface FetchingNeeds {
  isBusy: () => boolean
  /** True when the player wants no updates any more. */
  isUnwanted: () => boolean
  become: (state: UpdateState) => void
  fail: (error: unknown) => void
}

/** Loads an update when the line is free. */
export interface Fetching {
  /** Loads it now; settles when it is loaded, has failed, or waits. */
  fetch(version: string): Promise<void>
  /** Loads it once nothing else runs. */
  wait(version: string): void
  /** Stops for what has begun to run, and goes on once nothing runs. */
  giveWay(): void
}

/** The part of the update's state machine between `available` and `ready`. */
export function fetching(
  { load }: Pick<UpdateEngine, 'load'>,
  { isBusy, isUnwanted, become, fail }: FetchingNeeds,
): Fetching {
  let running: AbortController | undefined
  let waiting: string | undefined
  const wait = (version: string) => {
    waiting = version
    become({ phase: 'waiting', version })
  }
  const fetch = async (version: string): Promise<void> => {
    const control = (running = new AbortController())
    const tell = (share: number) => {
      if (!control.signal.aborted) become({ phase: 'loading', version, share })
    }
    tell(0)
    try {
      await load(tell, control.signal)
      become({ phase: 'ready', version })
    } catch (error) {
      if (control.signal.aborted) wait(version)
      else fail(error)
    } finally {
      running = undefined
    }
    goOn() // what it gave way to may have ended before it had stopped
  }
  const goOn = () => {
    if (waiting === undefined || running || isBusy()) return
    const version = waiting
    waiting = undefined
    if (isUnwanted()) become({ phase: 'available', version })
    else void fetch(version)
  }
  return {
    fetch,
    wait,
    giveWay() {
      if (isBusy()) running?.abort()
      else goOn()
    },
  }
}
