import { isFailure } from '../../src-preload/contract/failure.ts'
import { useTellFailure } from './failure/remedies.ts'

/** Does work; a failure is told in a toast, with the way to do the work again; what the player called off is not told. Tells whether it went well; never rejects. */
export type Try = (work: () => Promise<unknown>) => Promise<boolean>

/** At a component's top: for what a player does with no place on the screen for its failure. `Attempt` is for what has one. */
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
