export { check, CheckControl, type CheckInput, type CheckResult, type ListInput } from './check.ts'
export { noCounts } from './counts.ts'
export { type ProblemPiece, readKeptPiece } from './kept-check.ts'
export { type CheckReport, type FoundProblem, type Listed, tellable } from './report.ts'
