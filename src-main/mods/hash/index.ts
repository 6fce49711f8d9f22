export { FileDigests } from './pool.ts'
export { HashPool } from './pool.ts'
export type { FileToHash, HashOutcome } from './protocol.ts'
