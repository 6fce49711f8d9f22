export { formatClock, type TimeValue } from './format.ts'
export { createFormat, useFormat, type Format } from './use-format.ts'
