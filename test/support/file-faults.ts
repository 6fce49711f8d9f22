import type { FileFault } from '../../src-main/demo/index.ts'

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
