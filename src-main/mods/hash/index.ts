export { FileDigests, HashPool } from './pool.ts'
export type { FileToHash, HashOutcome } from './protocol.ts'
