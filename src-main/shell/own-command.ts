/** What is known of how this program was started. */
export interface OwnFacts {
  env: Readonly<Record<string, string | undefined>>
  execPath: string
  /** The app's folder, where this is a run from source. */
  sourceFolder?: string
}

/** The file of this program. An AppImage and a portable program run from a place that is gone once they end, and name their own file. */
export const ownProgram = ({ env, execPath }: OwnFacts): string =>
  env.APPIMAGE ?? env.PORTABLE_EXECUTABLE_FILE ?? execPath

/** The command that starts this program again, from outside: a Flatpak by its id. */
export function ownCommand(facts: OwnFacts): string[] {
  const { env, sourceFolder } = facts
  if (env.FLATPAK_ID) return ['flatpak', 'run', env.FLATPAK_ID]
  return sourceFolder === undefined ? [ownProgram(facts)] : [ownProgram(facts), sourceFolder]
}
