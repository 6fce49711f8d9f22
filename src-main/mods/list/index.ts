export { foldKey, isPartName, isProgram, partNameOf } from './file-names.ts'
export {
  type Algorithm,
  type Distrusted,
  type HashList,
  type ListedFile,
  MOST_LIST_BYTES,
  parseHashList,
  usableOf,
} from './hash-list.ts'
export { type HistoryFile, ListHistory } from './history.ts'
export {
  isSafePath,
  parseModFolder,
  type ParsedPath,
  parseSafePath,
  resolveInside,
  type SafePath,
  STORE_FOLDER,
} from './safe-path.ts'
