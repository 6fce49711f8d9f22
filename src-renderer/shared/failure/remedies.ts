import { useMain, type Main } from '../bridge/index.ts'
import { useI18n, type Translate } from '../i18n/index.ts'
import { useRouter, type Place, type Router } from '../router/index.ts'
import { toasts } from '../ui/toasts.svelte.ts'
import { actionPlaces, type FailureAction } from './actions.ts'
import { describeFailure } from './describe.ts'

/** One thing that the player can do about a failure, as a button: `main` is the failure's own action. */
export interface Remedy {
  label: string
  main: boolean
  run: () => void
}

interface Surroundings {
  main: Main
  router: Router
  t: Translate
}

/** What can be done about a failure from here, best first: its own action, then doing again what failed if the caller knows how. */
export function remediesOf(failure: unknown, around: Surroundings, retry?: () => void): Remedy[] {
  const { t } = around
  const { action } = describeFailure(failure, t)
  if (action === 'none') return []
  const again = retry ? [{ label: t('failures.action.retry'), main: action === 'retry', run: retry }] : []
  const run = action === 'retry' ? undefined : wayOf(action, around)
  return run ? [{ label: t(`failures.action.${action}`), main: true, run }, ...again] : again
}

/** How an action other than trying again is done; undefined for who is at its place already. */
function wayOf(action: Exclude<FailureAction, 'none' | 'retry'>, around: Surroundings): (() => void) | undefined {
  const { main, router } = around
  if (action === 'open-log')
    return () => void main.diagnostics.openLogFolder(undefined).catch((error: unknown) => tell(error, around))
  const { screen, params }: Place = actionPlaces[action]
  const here = router.screen === screen && Object.entries(params).every(([key, value]) => router.params[key] === value)
  return here ? undefined : () => router.go(screen, params)
}

function tell(failure: unknown, around: Surroundings, retry?: () => void): void {
  const { sentence } = describeFailure(failure, around.t)
  const [first] = remediesOf(failure, around, retry)
  toasts.show({ tone: 'bad', title: sentence, action: first && { label: first.label, run: first.run } })
}

const surroundings = (): Surroundings => ({ main: useMain(), router: useRouter(), t: useI18n().t })

/** At a component's top: what can be done about a failure, for `FailureButtons`. */
export function useRemedies(): (failure: unknown, retry?: () => void) => Remedy[] {
  const around = surroundings()
  return (failure, retry) => remediesOf(failure, around, retry)
}

/** Tells a failure in a toast: its sentence and its action. `retry` does again what failed. */
export type TellFailure = (failure: unknown, retry?: () => void) => void

/** At a component's top: the one way to tell a failure that has no place on the screen. */
export function useTellFailure(): TellFailure {
  const around = surroundings()
  return (failure, retry) => tell(failure, around, retry)
}
