import type { JoinStep, PlayFailures, PreflightCheck, PreflightCheckId } from '../../src-preload/contract/play.ts'

/**
 * The check on the same subject as a failure that stops a join. It explains the failure, and once it is good, the failure is out of date.
 */
const toldBy: Partial<Record<string, PreflightCheckId>> = {
  'game-not-found': 'install',
  'game-incomplete': 'install',
  'steam-not-found': 'install',
  'wrong-install': 'install',
  'mods-not-ready': 'mods',
  'mods-unchecked': 'mods',
  'server-offline': 'server',
  'server-full': 'seats',
  'own-mods-kick': 'own-mods',
  'voice-client-missing': 'voice',
} satisfies Partial<Record<keyof PlayFailures, PreflightCheckId>>

export const checkToldBy = ({ failure }: JoinStep): PreflightCheckId | undefined => failure && toldBy[failure.code]

/** The check that explains a step's failure, if that check still fails. */
export function checkOf(step: JoinStep, checks: readonly PreflightCheck[]): PreflightCheck | undefined {
  const about = checkToldBy(step)
  return checks.find(({ id, state }) => id === about && (state === 'bad' || state === 'care'))
}
