export { crashLogFolders, newestLog, readLog } from './crash.ts'
export { tellStartFailure, Uncaught } from './failures.ts'
export { createMask, supportReport } from './report.ts'
