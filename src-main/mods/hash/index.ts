export { FileDigests } from './file-digests.ts'
export { OpenFile } from './hash-file.ts'
export { HashPool } from './pool.ts'
export type { FileToHash, HashOutcome } from './protocol.ts'
