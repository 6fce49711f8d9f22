export { writeFileAtomic } from './atomic-file.ts'
export { openLog, type Log } from './log.ts'
export { createRedactor, type Redactor } from './redact.ts'
