export { readListText } from './basis.ts'
export { foldKey } from './fold.ts'
export type { Algorithm, HashList, ListedFile, ListEntry, ListReading } from './hash-list.ts'
export { parseModFolder, parseSafePath, type ParsedPath, type SafePath } from './safe-path.ts'
export { createGate, hashFiles } from './hash-files.ts'
export { kindOf, pathOf, scanDisk, statOf, type DiskTree } from './disk-tree.ts'
export type { FileToCheck } from './plan.ts'
export { openPool, type Pool } from './pool.ts'
export { noCounts } from './report.ts'
export { sizeAt } from './stat-words.ts'
export { verifyMod, type Verified, type VerifyInput } from './verify.ts'
export { Kind } from './worker/protocol.ts'
export {
  digestHere,
  openSourceAgent,
  realClock,
  realDisk,
  type RepairNeeds,
  RepairService,
  whoHolds,
} from './repair/index.ts'
export { modsHandlers, type ModsDesktop } from './handlers.ts'
export { openModsRoom } from './room.ts'
export { lastChecks } from './state-store.ts'
export { type CheckedMod, ListUnavailable, type ModRecord, type ModsNeeds, type ModsRoom } from './room-shape.ts'
