export { CheckControl, type CheckReport, type FoundProblem, type Listed, tellable } from './check.ts'
export { noCounts } from './counts.ts'
export { type ProblemPiece, readKeptPiece } from './kept-check.ts'
export {
  type Distrusted,
  type HistoryPlace,
  type ListInput,
  type Verified,
  verifyHere,
  type VerifyInput,
  verifyMod,
} from './verify.ts'
