export { FileDigests } from './file-digests.ts'
export { HashPool } from './pool.ts'
export type { FileToHash, HashOutcome } from './protocol.ts'
