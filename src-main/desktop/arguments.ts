import { resolve } from 'node:path'
import { RESTORED } from './sandbox.ts'

/** The app's own command line. Chromium reorders and lower-cases switches, so `argv` is read directly. */
export interface AppArguments {
  community?: string
  /** Absolute path of a folder for all of the app's own data, instead of the system's. */
  userDataDir?: string
  hidden: boolean
  /** Load the page, report it on the standard output, and end: a test of the packaged app. */
  smoke: boolean
  sandboxRestored: boolean
  link?: string
}

function valueOf(argv: readonly string[], name: string): string | undefined {
  for (const [at, word] of argv.entries()) {
    if (word === name) return argv[at + 1]
    if (word.startsWith(`${name}=`)) return word.slice(name.length + 1)
  }
  return undefined
}

/** Reads the app's own switches from `argv` up to a link, and `LOADOUT_COMMUNITY` from `env`. */
export function readArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): AppArguments {
  const linkAt = argv.findIndex((word) => word.toLowerCase().startsWith('loadout:'))
  const given = linkAt < 0 ? argv : argv.slice(0, linkAt) // what follows a link may come from the link's author
  const userDataDir = valueOf(given, '--user-data-dir')
  return {
    community: valueOf(given, '--community') ?? (env.LOADOUT_COMMUNITY || undefined),
    userDataDir: userDataDir ? resolve(userDataDir) : undefined, // Electron accepts only absolute paths
    hidden: given.includes('--hidden'),
    smoke: given.includes('--smoke'),
    sandboxRestored: argv.includes(RESTORED),
    link: argv[linkAt],
  }
}
