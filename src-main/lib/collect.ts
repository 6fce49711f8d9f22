/** V8 forgets the compiled form of functions that were not called during six collections: with these, of all that do not run now. */
const FORGETFUL = ['--stress-flush-code', '--flush-baseline-code']

/**
 * Gives back what V8 keeps and nobody needs: garbage, the room that a start or a large job made the heap grow to, and the
 * compiled form of code, which is compiled anew where it is called again. V8 by itself does so only when more memory is asked
 * for, which an app at rest never does.
 * False where a debugger is attached: what it waits for is held by nobody else, and would go with the rest.
 */
export async function collectGarbage(): Promise<boolean> {
  const { url } = await import('node:inspector')
  if (url()) return false
  const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([import('node:v8'), import('node:vm')]) // not at the start
  setFlagsFromString('--expose-gc') // the collector is there in contexts made from now on, not in this one
  const collect = runInNewContext('globalThis.gc') as ((how: object) => void) | undefined
  setFlagsFromString('--no-expose-gc')
  for (const flag of FORGETFUL) setFlagsFromString(flag)
  collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }) // the one that shrinks the young generation, too
  for (const flag of FORGETFUL) setFlagsFromString(flag.replace('--', '--no-'))
  return true
}
