/**
 * How the file service goes wrong for one answer.
 * - `reset`: the connection is cut after a share of the body
 * - `stall`: a share of the body, then nothing
 * - `short`: a share of the body, told as if it were the whole
 * - `wrong`: as many bytes as wanted, but others; each time others if `fickle`
 * - `long`: more bytes than the file has, with no length told
 * - `no-ranges`: the whole file, whatever was asked for
 * - `lying-range`: says the range that was asked for, gives another one
 * - `shifted-range`: gives and tells another range than the one asked for
 * - `status`: another status; `retryAfter` in seconds
 * - `redirect`: to `to`
 */
export type FileFault =
  | { kind: 'reset' | 'stall' | 'short'; share: number }
  | { kind: 'wrong'; fickle?: boolean }
  | { kind: 'long' | 'no-ranges' | 'lying-range' | 'shifted-range' }
  | { kind: 'status'; status: number; retryAfter?: number }
  | { kind: 'redirect'; to: string }

/** The fault switch of the file service. */
export interface FileFaults {
  /** Makes files that match go wrong for the next `times` requests (default: until cleared). The latest match wins. */
  set(pattern: RegExp, fault: FileFault, times?: number): void
  /** Asked before the rules for every request; `undefined` leaves it to them. */
  decide(by: ((path: string) => FileFault | undefined) | undefined): void
  clear(): void
  take(path: string): FileFault | undefined
}

/** Makes a switch with nothing switched on. */
export function createFileFaults(): FileFaults {
  let rules: { pattern: RegExp; fault: FileFault; left: number }[] = []
  let decider: ((path: string) => FileFault | undefined) | undefined
  return {
    set: (pattern, fault, times = Infinity) => void rules.unshift({ pattern, fault, left: times }),
    decide: (by) => void (decider = by),
    clear() {
      rules = []
      decider = undefined
    },
    take(path) {
      const decided = decider?.(path)
      if (decided) return decided
      const rule = rules.find(({ pattern, left }) => left > 0 && pattern.test(path))
      if (rule) rule.left--
      return rule?.fault
    },
  }
}
