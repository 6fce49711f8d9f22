export { type HistoryFile, ListHistory } from './history.ts'
export { foldKey } from './fold-key.ts'
export { resolveInside } from './resolve-inside.ts'
export { isPartName, partNameOf } from './part-name.ts'
export { isSafePath, parseModFolder, type ParsedPath, parseSafePath, type SafePath, STORE_FOLDER } from './safe-path.ts'
export { isProgram } from './special-files.ts'
export {
  type Algorithm,
  type Distrusted,
  type HashList,
  type ListedFile,
  MOST_LIST_BYTES,
  parseHashList,
  usableOf,
} from './hash-list.ts'
