export { formatClock, type Instant } from './format.ts'
export { createFormat, useFormat, type Format } from './use-format.ts'
