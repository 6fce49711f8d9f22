export { check, type Checked, type CheckInput, type CheckResult } from './check.ts'
export { piecesOf, readProblems } from './problem-file.ts'
export { type CheckReport, type FoundProblem, noCounts, type ProblemPiece, shownProblem } from './report.ts'
