import { useTellFailure } from './failure/remedies.ts'

/** Does work; a failure is told in a toast, with the way to do the work again. */
export type Try = (work: () => Promise<unknown>) => void

/** At a component's top: for what a player does with no place on the screen for its failure. `Attempt` is for what has one. */
export function useTry(): Try {
  const tell = useTellFailure()
  return function attempt(work) {
    work().catch((failure: unknown) => tell(failure, () => attempt(work)))
  }
}
