export { check, type CheckInput } from './check.ts'
export { piecesOf, readProblems } from './problem-file.ts'
export {
  type Checked,
  type CheckResult,
  type FoundProblem,
  noCounts,
  type ProblemPiece,
  shownProblem,
} from './result.ts'
