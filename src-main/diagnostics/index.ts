export { crashLogFolders, newestLog, readLog } from './crash.ts'
export { reportStartFailure, Uncaught } from './failures.ts'
export { createMask, supportReport, userNameOf } from './report.ts'
