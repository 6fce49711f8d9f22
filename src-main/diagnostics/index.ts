export { crashLogFolders, newestLog, readCauses } from './crash.ts'
export { createMask } from './mask.ts'
export { supportReport } from './report.ts'
export { tellStartFailure } from './start-failure.ts'
