import { isFailure } from '../../../src-preload/contract/failure.ts'
import { useMain, type Main } from '../bridge/index.ts'
import { copyText } from '../clipboard.ts'
import { useI18n } from '../i18n/index.ts'
import { useRouter, type Place, type Router } from '../router/index.ts'
import { toasts } from '../ui/toasts.svelte.ts'
import { actionPlaces, isAgain, type AgainAction, type DeedAction, type FailureAction } from './actions.ts'
import { describeFailure, type Speech } from './describe.ts'
import { failureDetails } from './describe.ts'

/** One action against a failure, as a button. `main`: it is the failure's own action. */
export interface Remedy {
  label: string
  main: boolean
  run: () => void
}

interface RemedyTools {
  main: Main
  router: Router
  speech: Speech
}

/**
 * What the player can do about a failure here, best first: its own action, then a retry if the caller has one. If neither is
 * possible, the player can copy the details.
 */
export function remediesOf(failure: unknown, tools: RemedyTools, retry?: () => void): [Remedy, ...Remedy[]] {
  const { t } = tools.speech
  const { action } = describeFailure(failure, tools.speech)
  const again: Remedy[] = retry
    ? [{ label: t(`failures.action.${isAgain(action) ? action : 'retry'}`), main: isAgain(action), run: retry }]
    : []
  const run = isAgain(action) ? undefined : wayOf(action, failure, tools, retry)
  if (run) return [{ label: t(`failures.action.${action}`), main: true, run }, ...again]
  const [first] = again
  return [first ?? { label: t('failures.action.copy-details'), main: false, run: () => copyDetails(failure, tools) }]
}

/** How to do an action that is no retry; undefined if the player is already on its screen. */
function wayOf(
  action: Exclude<FailureAction, AgainAction>,
  failure: unknown,
  tools: RemedyTools,
  retry?: () => void,
): (() => void) | undefined {
  if (!(action in actionPlaces)) return () => void deed(action as DeedAction, failure, tools, retry)
  const { router } = tools
  const { screen, params }: Place = actionPlaces[action as keyof typeof actionPlaces]
  const here = router.screen === screen && Object.entries(params).every(([key, value]) => router.params[key] === value)
  return here ? undefined : () => router.go(screen, params)
}

/** Does the action. Choosing a folder and closing the game also repeat the failed work. */
async function deed(action: DeedAction, failure: unknown, tools: RemedyTools, retry?: () => void): Promise<void> {
  const { diagnostics, play, shell } = tools.main
  const deeds: Record<DeedAction, () => Promise<unknown>> = {
    'copy-details': () => Promise.resolve(copyDetails(failure, tools)),
    'open-log': () => diagnostics.openLogFolder(undefined),
    'get-voice-client': () => play.getVoiceClient(undefined),
    restart: () => shell.restart(undefined),
    'game-closed': async () => {
      await play.gameClosed(undefined)
      retry?.()
    },
    'choose-game': async () => {
      await play.chooseInstall(undefined)
      retry?.()
    },
  }
  await deeds[action]().catch((error: unknown) => {
    if (!(isFailure(error) && error.is('cancelled'))) tell(error, tools)
  })
}

function copyDetails(failure: unknown, { speech }: RemedyTools): void {
  if (copyText(failureDetails(failure, speech, new Date())))
    toasts.show({ tone: 'ok', title: speech.t('common.copied') })
}

function tell(failure: unknown, tools: RemedyTools, retry?: () => void): void {
  const { sentence } = describeFailure(failure, tools.speech)
  const [{ label, run }] = remediesOf(failure, tools, retry)
  toasts.show({ tone: 'bad', title: sentence, action: { label, run } })
}

const remedyTools = (): RemedyTools => ({ main: useMain(), router: useRouter(), speech: useI18n() })

/** At a component's top: a function that gives the remedies of a failure, for `FailureButtons`. */
export function useRemedies(): (failure: unknown, retry?: () => void) => Remedy[] {
  const tools = remedyTools()
  return (failure, retry) => remediesOf(failure, tools, retry)
}

/** Shows a failure in a toast, with its sentence and its action. `retry` repeats the failed work. */
export type TellFailure = (failure: unknown, retry?: () => void) => void

/** At a component's top: shows failures that have no place on the screen. */
export function useTellFailure(): TellFailure {
  const tools = remedyTools()
  return (failure, retry) => tell(failure, tools, retry)
}
