/** Chromium's switches that take pages their sandbox, or a part of it. */
const WEAKENING = [
  'no-sandbox',
  'no-zygote',
  'disable-namespace-sandbox',
  'disable-setuid-sandbox',
  'disable-seccomp-filter-sandbox',
]

/** Says in the second start that a first one was refused. */
export const RESTORED = '--sandbox-restored'

interface StartFacts {
  /** The arguments after the program's. */
  args: readonly string[]
  env: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
  /** The user's number; absent on Windows. */
  uid: number | undefined
  hasSwitch: (name: string) => boolean
}

/** Chromium takes one dash, two, and on Windows a slash. */
const isWeakening = (word: string): boolean => {
  const name = word.toLowerCase().replace(/^(?:--?|\/)/, '')
  return name !== word.toLowerCase() && WEAKENING.includes(name.split('=')[0] ?? '')
}

/**
 * What to do with a start that would take pages their sandbox. Chromium has acted on it before any of our code runs, so the app is
 * started again with `args`; one that was already is ended. Root on Linux may: Chromium has no sandbox for root.
 */
export function judgeSandbox({
  args,
  env,
  platform,
  uid,
  hasSwitch,
}: StartFacts): 'fine' | 'end' | { again: string[] } {
  const isWeakened = WEAKENING.some(hasSwitch) || args.some(isWeakening) || env.ELECTRON_DISABLE_SANDBOX !== undefined
  if (!isWeakened || (platform === 'linux' && uid === 0)) return 'fine'
  if (args.includes(RESTORED)) return 'end'
  return { again: [...args.filter((word) => !isWeakening(word)), RESTORED] }
}
