export { type HistoryFile, ListHistory } from './history.ts'
export { foldKey } from './file-names.ts'
export { resolveInside } from './safe-path.ts'
export { isPartName, partNameOf } from './file-names.ts'
export { isSafePath, parseModFolder, type ParsedPath, parseSafePath, type SafePath, STORE_FOLDER } from './safe-path.ts'
export { isProgram } from './file-names.ts'
export {
  type Algorithm,
  type Distrusted,
  type HashList,
  type ListedFile,
  MOST_LIST_BYTES,
  parseHashList,
  usableOf,
} from './hash-list.ts'
