/** Chromium's switches that remove a page's sandbox or a part of it. */
const WEAKENING = [
  'no-sandbox',
  'no-zygote',
  'disable-namespace-sandbox',
  'disable-setuid-sandbox',
  'disable-seccomp-filter-sandbox',
]

/** Marks the second start after a refused one. */
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

/** True for one of these switches, written as Chromium accepts it: with one dash, two, or on Windows a slash. */
const isWeakening = (word: string): boolean => {
  const name = word.toLowerCase().replace(/^(?:--?|\/)/, '')
  return name !== word.toLowerCase() && WEAKENING.includes(name.split('=')[0] ?? '')
}

/**
 * Decides about a start whose switches remove the sandbox. Chromium acts on them before our code runs, so the app starts again without
 * them; if this is already the second start, it ends. Root on Linux is allowed: Chromium has no sandbox for root.
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
