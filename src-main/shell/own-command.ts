/** What is known of how this program was started. */
export interface OwnFacts {
  env: Readonly<Record<string, string | undefined>>
  execPath: string
  /** The app's folder, where this is a run from source. */
  sourceFolder?: string
}

/**
 * The command that starts this program again. An AppImage and a portable program run from a place that is gone tomorrow and
 * name their own file; a Flatpak is started from outside by its id.
 */
export function ownCommand({ env, execPath, sourceFolder }: OwnFacts): string[] {
  if (env.FLATPAK_ID) return ['flatpak', 'run', env.FLATPAK_ID]
  const program = env.APPIMAGE ?? env.PORTABLE_EXECUTABLE_FILE ?? execPath
  return sourceFolder === undefined ? [program] : [program, sourceFolder]
}
