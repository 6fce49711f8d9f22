export { type FileToHash, HashPool, type OnHashed } from './pool.ts'
export type { HashedFile } from './protocol.ts'
