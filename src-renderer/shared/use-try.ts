import { isFailure } from '../../src-preload/contract/failure.ts'
import { useTellFailure } from './failure/remedies.ts'

/** Does work; true if it succeeded, never rejects. A failure is shown in a toast with a retry. A cancelled action is no failure. */
export type Try = (work: () => Promise<unknown>) => Promise<boolean>

/** At a component's top: for actions whose failure has no place on the screen. For others use `Attempt`. */
export function useTry(): Try {
  const tell = useTellFailure()
  return async function attempt(work) {
    try {
      await work()
      return true
    } catch (failure) {
      if (!(isFailure(failure) && failure.is('cancelled'))) tell(failure, () => void attempt(work))
      return false
    }
  }
}
