export {
  type Distrusted,
  type HashList,
  type ListedFile,
  MOST_LIST_BYTES,
  parseHashList,
  usableOf,
} from './hash-list.ts'
export { type HistoryFile, ListHistory } from './history.ts'
export { type Algorithm, listedFacts } from './listed-facts.ts'
export {
  foldKey,
  isPartName,
  isProgram,
  isSafePath,
  parseModFolder,
  type ParsedPath,
  parseSafePath,
  partNameOf,
  resolveInside,
  type SafePath,
  STORE_FOLDER,
} from './safe-path.ts'
