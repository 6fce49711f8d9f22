export {
  check,
  type CheckAnswer,
  type CheckInput,
  type CheckReport,
  type FoundProblem,
  type Listed,
  tellable,
} from './check.ts'
export { noCounts } from './counts.ts'
export { keepCheck, type KeptCheck, readKeptCheck } from './kept-check.ts'
