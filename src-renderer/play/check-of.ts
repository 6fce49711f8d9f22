import type { JoinStep, PlayFailures, PreflightCheck, PreflightCheckId } from '../../src-preload/contract/play.ts'

/** The check that is about the same as a stop's failure: it tells it, and once it is good, the stop is of yesterday. */
const toldBy: Partial<Record<string, PreflightCheckId>> = {
  'game-not-found': 'install',
  'game-incomplete': 'install',
  'steam-not-found': 'install',
  'wrong-install': 'install',
  'mods-not-ready': 'mods',
  'mods-unchecked': 'mods',
  'server-offline': 'server',
  'server-full': 'seats',
} satisfies Partial<Record<keyof PlayFailures, PreflightCheckId>>

export const checkToldBy = ({ failure }: JoinStep): PreflightCheckId | undefined => failure && toldBy[failure.code]

/** The check that tells what a step failed of, where it tells so still. */
export function checkOf(step: JoinStep, checks: readonly PreflightCheck[]): PreflightCheck | undefined {
  const about = checkToldBy(step)
  return checks.find(({ id, state }) => id === about && (state === 'bad' || state === 'care'))
}
