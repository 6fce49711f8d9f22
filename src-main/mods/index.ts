export { blockListPath, layoutOf } from './blocks/index.ts'
export { type Checked, type CheckResult, type FoundProblem, noCounts, shownProblem } from './check/index.ts'
export { modsHandlers } from './handlers.ts'
export { FileDigests, HashPool } from './hash/index.ts'
export {
  type Algorithm,
  foldKey,
  MOST_LIST_BYTES,
  parseHashList,
  parseModFolder,
  type ParsedPath,
  parseSafePath,
  type SafePath,
} from './list/index.ts'
export { type DiskTree, pathOf, type SignatureFaults, type SignatureRule } from './scan/index.ts'
export { ModsService } from './service.ts'
export { lastChecks } from './store.ts'
export {
  checkInThread,
  type CheckOptions,
  findBlocksInThread,
  scanInThread,
  usableDir,
  writeBlockListsInThreads,
} from './thread.ts'
export {
  type LastCheck,
  ListUnavailable,
  type ListVersion,
  type ModRecord,
  type ModsNeeds,
  type ModsWorkers,
} from './types.ts'
