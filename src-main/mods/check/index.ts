export { check, type Checked, type CheckInput, type CheckResult } from './check.ts'
export { noCounts } from './report.ts'
export { piecesOf, type ProblemPiece, readProblems } from './problem-file.ts'
export { type CheckReport, type FoundProblem, shownProblem } from './report.ts'
