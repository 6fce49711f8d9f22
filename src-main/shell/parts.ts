import { Failure, isFailure } from '../../src-preload/contract/failure.ts'
import type { AppPart } from '../../src-preload/contract/shell.ts'
import type { Log } from '../lib/index.ts'

/** Opens a part of the app. Rejects with a `Failure` where it cannot be opened; nobody needs to hear that. */
export type OpenPart = <T>(part: AppPart, open: () => T | Promise<T>) => Promise<T>

/**
 * Opens parts so that one which fails takes no other along: its failure is logged and told once, and whoever asks for the part hears it.
 * A part that failed because it stands on a failed one has the same failure, which is not told again.
 */
export function openParts(log: Pick<Log, 'error' | 'incident'>, tell: (failure: Failure) => void): OpenPart {
  const told = new WeakSet<Failure>()
  const failureOf = (part: AppPart, error: unknown): Failure => {
    if (!isFailure(error)) return new Failure('part-not-opened', { part, incident: log.incident(error) })
    if (!told.has(error)) log.error(`a part did not open (${part}): ${error.code}`, error)
    return error
  }
  const open: OpenPart = async (part, work) => {
    try {
      return await work()
    } catch (error) {
      const failure = failureOf(part, error)
      if (!told.has(failure)) tell(failure)
      told.add(failure)
      throw failure
    }
  }
  return (part, work) => {
    const opening = open(part, work)
    opening.catch(() => undefined) // told already
    return opening
  }
}
