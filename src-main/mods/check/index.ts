export {
  check,
  CheckControl,
  type CheckInput,
  type CheckReport,
  type CheckResult,
  type FoundProblem,
  type Listed,
  type ListInput,
  tellable,
} from './check.ts'
export { noCounts } from './counts.ts'
export { type KeptCheck, readKeptCheck } from './kept-check.ts'
