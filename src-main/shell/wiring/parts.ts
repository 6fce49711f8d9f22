import { Failure, isFailure } from '../../../src-preload/contract/failure.ts'
import type { AppPart } from '../../../src-preload/contract/failures.ts'
import type { Log } from '../../lib/index.ts'

/** Opens a part of the app. Rejects with a `Failure` if that fails; the rejection need not be handled. */
export type OpenPart = <T>(part: AppPart, open: () => T | Promise<T>) => Promise<T>

/**
 * Opens parts so that a failed one does not stop the others. A failure is logged and reported once, and every caller of the part gets
 * it. A part that needs a failed part fails with the same failure, which is not reported again.
 */
export function openParts(log: Pick<Log, 'error' | 'incident'>, report: (failure: Failure) => void): OpenPart {
  const reported = new WeakSet<Failure>()
  const failureOf = (part: AppPart, error: unknown): Failure => {
    if (!isFailure(error)) return new Failure('part-not-opened', { part, incident: log.incident(error) })
    if (!reported.has(error)) log.error(`a part did not open (${part}): ${error.code}`, error)
    return error
  }
  const open: OpenPart = async (part, work) => {
    try {
      return await work()
    } catch (error) {
      const failure = failureOf(part, error)
      if (!reported.has(failure)) report(failure)
      reported.add(failure)
      throw failure
    }
  }
  return (part, work) => {
    const opening = open(part, work)
    opening.catch(() => undefined) // reported above
    return opening
  }
}
