export { check, type Checked, type CheckInput, type CheckResult } from './check.ts'
export { piecesOf, type ProblemPiece, readProblems } from './problem-file.ts'
export { type CheckReport, type FoundProblem, noCounts, shownProblem } from './report.ts'
